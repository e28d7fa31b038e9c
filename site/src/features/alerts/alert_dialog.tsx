// The alerts of one market, and a new one.
import { X } from "lucide-react";
import { t } from "../../lib/i18n";
import { useAllPairs, useTickers, type Pair } from "../../lib/pairs";
import { IconButton, TextLink } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { AlertForm } from "./alert_form";
import styles from "./alerts.module.css";
import { useAlerts, useRemoveAlert } from "./api";
import { conditionOf, nameOf } from "./words";

function Waiting({ pair }: { pair: Pair }) {
  const { data } = useAlerts();
  const remove = useRemoveAlert();
  const waiting = data?.alerts.filter(
    (alert) => alert.pair === pair.coin_pair_name && alert.met_at === null,
  );
  if (!waiting?.length) return null;
  const list = t("price_alerts.here", { pair: nameOf(pair.coin_pair_name) });
  return (
    <div>
      <h3 className={styles.heading}>{list}</h3>
      <ul aria-label={list}>
        {waiting.map((alert) => (
          <li key={alert.id} className={styles.one}>
            <span>{conditionOf(alert)}</span>
            <IconButton
              label={`${t("price_alerts.remove")}: ${conditionOf(alert)}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate(alert.id)}
            >
              <X size={16} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Content({ pair }: { pair: Pair }) {
  const { data } = useAlerts();
  const full = data !== undefined && data.alerts.length >= data.most;
  return (
    <div className={styles.dialog}>
      <p className={styles.lead}>{t("price_alerts.lead")}</p>
      <AlertForm pair={pair} full={full} />
      <Waiting pair={pair} />
      <TextLink to="/price-alerts">{t("price_alerts.all")}</TextLink>
    </div>
  );
}

interface AlertDialogProps {
  pair: Pair;
  onClose: () => void;
}

export const AlertDialog = ({ pair, onClose }: AlertDialogProps) => (
  <Dialog open onClose={onClose} title={titleOf(pair.coin_pair_name)} keepOnScrim>
    <Content pair={pair} />
  </Dialog>
);

const titleOf = (name: string) => `${t("price_alerts.button")} · ${nameOf(name)}`;

/** For pages that know no more of the market than its name. */
export default function NamedAlertDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { data, error, refetch } = useAllPairs();
  useTickers();
  const pair = data?.coinpair.find(({ coin_pair_name: coinPairName }) => coinPairName === name);
  if (pair) return <AlertDialog pair={pair} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={titleOf(name)}>
      {data ? (
        <EmptyState compact title={t("price_alerts.no_market")} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={52} />
      )}
    </Dialog>
  );
}
