// What Earn holds and what it has brought, by coin and by day.
import { useState } from "react";
import { cx } from "../../lib/cx";
import { t } from "../../lib/i18n";
import { LinkButton } from "../../ui/button";
import { Amount, Percent, Time } from "../../ui/number";
import { Page, PageHead, Panel, PanelHead, PanelTitle } from "../../ui/page";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { Segment, TabPanel, Tabs } from "../../ui/tabs";
import { hasNothing, heights, type Point } from "./analysis_rules";
import { useAnalysis, type Analysis, type Span } from "./api";
import { CoinCell } from "./coin_cell";
import styles from "./screens.module.css";

const tabs = "analysis";
type Tab = "assets" | "rewards";
/** Of a day's interest, which is small. */
const rewardPlaces = 6;

const placesOf = (tab: Tab) => (tab === "assets" ? 2 : rewardPlaces);
const midnight = (day: string) => `${day}T00:00:00.000Z`;

/** Bars for those who see them, and the same as a table for those who do not. */
function Days({ points, tab }: { points: readonly Point[]; tab: Tab }) {
  const tall = heights(points);
  const first = points[0];
  const last = points[points.length - 1];
  return (
    <>
      <div className={styles.bars} aria-hidden="true">
        {points.map((point, at) => (
          <span
            key={point.day}
            title={`${point.day}: ${point.usdt} USDT`}
            className={cx(styles.bar, at === points.length - 1 && styles["bar-last"])}
            style={{ height: `${tall[at] ?? 0}%` }}
          />
        ))}
      </div>
      {first && last && (
        <div className={styles.days} aria-hidden="true">
          <Time at={midnight(first.day)} style="short_date" />
          <Time at={midnight(last.day)} style="short_date" />
        </div>
      )}
      <div className="hidden-but-read">
        <table>
          <caption>{t(`earn.by_day_${tab}`)}</caption>
          <tbody>
            {points.map((point) => (
              <tr key={point.day}>
                <th scope="row">{point.day}</th>
                <td>
                  <Amount value={point.usdt} places={placesOf(tab)} unit="USDT" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Series({ tab, data, span }: { tab: Tab; data: Analysis | undefined; span: Span }) {
  const value = tab === "assets" ? data?.total : data?.rewards_total;
  return (
    <div className={styles.figure}>
      <p className={styles.label}>{t(tab === "assets" ? "earn.total" : "earn.rewards_total")}</p>
      <p className={styles.value}>
        {value === undefined ? (
          <Skeleton width={180} height={24} />
        ) : (
          <>
            <Amount value={value} places={placesOf(tab)} />
            <span className={styles.unit}>USDT</span>
          </>
        )}
      </p>
      {!data ? (
        <div className={styles.bars} />
      ) : hasNothing(data[tab][span]) ? (
        <EmptyState compact title={t(`earn.no_days_${tab}`)} />
      ) : (
        <Days tab={tab} points={data[tab][span]} />
      )}
    </div>
  );
}

const columns = (): Column<Analysis["asset"][number]>[] => [
  {
    id: "coin",
    header: t("earn.coin"),
    cell: (row) => <CoinCell name={row.name} fullName={row.full_name} image={row.image} />,
    skeleton: 140,
  },
  {
    id: "balance",
    header: t("earn.balance"),
    cell: (row) => <Amount value={row.balance} places={8} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "value",
    header: t("earn.value"),
    cell: (row) => <Amount value={row.usdt_value} places={2} className={styles.strong} />,
    align: "right",
  },
  {
    id: "share",
    header: t("earn.share"),
    cell: (row) => <Percent value={row.share} />,
    align: "right",
  },
];

export default function AnalysisScreen() {
  const [tab, setTab] = useState<Tab>("assets");
  const [span, setSpan] = useState<Span>("7D");
  const query = useAnalysis();
  const retry = () => void query.refetch();
  return (
    <Page>
      <PageHead title={t("earn.analysis")}>
        <LinkButton to="/wallet/transactions" look="secondary">
          {t("earn.transactions")}
        </LinkButton>
      </PageHead>
      <Panel aria-label={t("earn.by_day")}>
        <PanelHead>
          <Tabs
            id={tabs}
            look="filled"
            label={t("earn.by_day")}
            items={[
              { id: "assets", label: t("earn.asset") },
              { id: "rewards", label: t("earn.rewards") },
            ]}
            value={tab}
            onValue={setTab}
            className={styles.heading}
          />
          <Segment
            label={t("earn.span")}
            small
            items={[
              { id: "7D", label: t("earn.days_7") },
              { id: "30D", label: t("earn.days_30") },
            ]}
            value={span}
            onValue={setSpan}
          />
        </PanelHead>
        <TabPanel tabs={tabs} tab={tab}>
          {query.error && !query.data ? (
            <ErrorState error={query.error} onRetry={retry} />
          ) : (
            <Series tab={tab} data={query.data} span={span} />
          )}
        </TabPanel>
      </Panel>
      <Panel aria-label={t("earn.coins")}>
        <PanelHead>
          <PanelTitle>{t("earn.coins")}</PanelTitle>
        </PanelHead>
        <Table
          label={t("earn.coins")}
          columns={columns()}
          rows={query.data?.asset}
          rowKey={(row) => row.name}
          error={query.error}
          onRetry={retry}
          empty={
            <EmptyState
              title={t("earn.nothing_yet")}
              text={t("earn.nothing_yet_text")}
              action={
                <LinkButton to="/wallet/simple_earn" look="primary">
                  {t("earn.subscribe_now")}
                </LinkButton>
              }
            />
          }
        />
      </Panel>
    </Page>
  );
}
