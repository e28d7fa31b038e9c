// The bell beside a market's price: its alerts, and a new one.
import { BellPlus, X } from "lucide-react";
import { useState } from "react";
import { t } from "../../lib/i18n";
import type { Pair } from "../../lib/pairs";
import { useSession } from "../../lib/session";
import { IconButton, TextLink } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
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

export function AlertButton({ pair }: { pair: Pair }) {
  const [open, setOpen] = useState(false);
  const guest = useSession() === null;
  if (guest) return null;
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-label={t("price_alerts.button")}
        onClick={() => setOpen(true)}
      >
        <BellPlus size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className={styles.word}>{t("price_alerts.button")}</span>
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`${t("price_alerts.button")} · ${nameOf(pair.coin_pair_name)}`}
        keepOnScrim
      >
        <Content pair={pair} />
      </Dialog>
    </>
  );
}
