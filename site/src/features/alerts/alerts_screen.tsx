// All price alerts of a client: a new one of any market, those that wait and those that were met.
import { useState } from "react";
import { sentenceOf } from "../../lib/api";
import { formatNumber } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import { useNarrow } from "../../lib/narrow";
import { byVolume, coinOfPair, useAllPairs, useTickers } from "../../lib/pairs";
import { perform } from "../../lib/perform";
import { pairOfAddress } from "../../lib/price_alert";
import { useSearchParams } from "../../lib/router";
import { Button, TextButton, TextLink } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { Select } from "../../ui/input";
import { Price, Time } from "../../ui/number";
import { Page, PageHead, Panel, PanelHead, PanelTitle } from "../../ui/page";
import { EmptyState, Skeleton } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { toast } from "../../ui/toast";
import { AlertForm } from "./alert_form";
import styles from "./alerts.module.css";
import { useAlerts, useClearAlerts, useRemoveAlert, type PriceAlert } from "./api";
import { conditionOf, nameOf } from "./words";

const failed = (error: unknown) =>
  toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
const done = (title: string) => toast({ tone: "success", title });

function State({ of }: { of: PriceAlert }) {
  if (of.met_at === null) return <span className={styles.quiet}>{t("price_alerts.waits")}</span>;
  const price = formatNumber(of.met_price ?? "", { language: currentLanguage() });
  return (
    <span className={styles.state}>
      <Chip tone="up">{t("price_alerts.met", { price })}</Chip>
      <Time at={of.met_at} style="table" className={styles.quiet} />
    </span>
  );
}

function Remove({ of }: { of: PriceAlert }) {
  const remove = useRemoveAlert();
  const act = () =>
    perform(remove, of.id, {
      onSuccess: () => done(t("price_alerts.removed")),
      onError: failed,
    });
  return (
    <TextButton
      aria-label={`${t("price_alerts.remove")}: ${nameOf(of.pair)}, ${conditionOf(of)}`}
      disabled={remove.isPending}
      onClick={act}
    >
      {t("price_alerts.remove")}
    </TextButton>
  );
}

/** Phones have no room for a column of states: each stands below what is waited for. */
const columns = (narrow: boolean): Column<PriceAlert>[] => [
  {
    id: "pair",
    header: t("price_alerts.pair"),
    cell: ({ pair }) => (
      <TextLink to={`/trades/spot/${coinOfPair(pair)}`} className={styles.pair}>
        {nameOf(pair)}
      </TextLink>
    ),
    skeleton: 64,
  },
  {
    id: "condition",
    header: t("price_alerts.condition"),
    cell: (alert) => (
      <div className={styles.condition}>
        <p>{conditionOf(alert)}</p>
        {narrow && <State of={alert} />}
      </div>
    ),
    skeleton: 96,
  },
  {
    id: "then",
    header: t("price_alerts.then"),
    cell: ({ price_then: priceThen }) => <Price value={priceThen} />,
    align: "right",
    show: "wide",
  },
  {
    id: "created",
    header: t("price_alerts.created"),
    cell: ({ created_at: createdAt }) => (
      <Time at={createdAt} style="table" className={styles.quiet} />
    ),
    show: "wide",
  },
  ...(narrow
    ? []
    : [
        {
          id: "state",
          header: t("price_alerts.state"),
          cell: (alert: PriceAlert) => <State of={alert} />,
          skeleton: 48,
        },
      ]),
  {
    id: "remove",
    header: <span className="hidden-but-read">{t("price_alerts.remove")}</span>,
    cell: (alert) => <Remove of={alert} />,
    align: "right",
    stays: true,
    skeleton: 48,
  },
];

/** The market of a new alert: the address's or that of the largest volume until one is chosen. */
function NewAlert({ full }: { full: boolean }) {
  const { data } = useAllPairs();
  const [params] = useSearchParams();
  const [name, setName] = useState(() => pairOfAddress(params));
  useTickers();
  const pairs = [...(data?.coinpair ?? [])].sort(byVolume);
  const pair = pairs.find(({ coin_pair_name: coinPairName }) => coinPairName === name) ?? pairs[0];
  return (
    <Panel aria-label={t("price_alerts.new")}>
      <PanelHead>
        <PanelTitle>{t("price_alerts.new")}</PanelTitle>
      </PanelHead>
      <div className={styles.new}>
        {pair ? (
          <>
            <Select
              label={t("price_alerts.pair")}
              layout="inside"
              size="l"
              value={pair.coin_pair_name}
              options={pairs.map(({ coin_pair_name: coinPairName }) => ({
                value: coinPairName,
                label: nameOf(coinPairName),
              }))}
              onValue={setName}
            />
            <AlertForm key={pair.coin_pair_name} pair={pair} full={full} />
          </>
        ) : (
          <Skeleton height={52} />
        )}
      </div>
    </Panel>
  );
}

export default function AlertsScreen() {
  const { data, error, refetch } = useAlerts();
  const clear = useClearAlerts();
  const narrow = useNarrow();
  const full = data !== undefined && data.alerts.length >= data.most;
  const someMet = data?.alerts.some(({ met_at: metAt }) => metAt !== null) ?? false;
  const act = () =>
    perform(clear, undefined, {
      onSuccess: () => done(t("price_alerts.cleared")),
      onError: failed,
    });
  return (
    <Page>
      <PageHead title={t("price_alerts.title")} lead={t("price_alerts.lead")}>
        <TextLink to="/settings">{t("price_alerts.devices")}</TextLink>
      </PageHead>
      <div className={styles.columns}>
        <NewAlert full={full} />
        <Panel aria-label={t("price_alerts.yours")}>
          <PanelHead>
            <PanelTitle>{t("price_alerts.yours")}</PanelTitle>
            <span className={styles.quiet}>
              {data && t("price_alerts.count", { count: data.alerts.length, most: data.most })}
            </span>
            {someMet && (
              <Button look="outline" size="s" busy={clear.isPending} onClick={act}>
                {t("price_alerts.clear")}
              </Button>
            )}
          </PanelHead>
          <Table
            label={t("price_alerts.yours")}
            columns={columns(narrow)}
            rows={data?.alerts}
            rowKey={({ id }) => id}
            error={error}
            onRetry={() => void refetch()}
            empty={
              <EmptyState title={t("price_alerts.empty")} text={t("price_alerts.empty_text")} />
            }
          />
        </Panel>
      </div>
    </Page>
  );
}
