// What the client has subscribed to, and what can be subscribed to.
import { useState } from "react";
import type { Decimal } from "../../lib/decimal";
import { formatPercent } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import { LinkButton, TextLink } from "../../ui/button";
import { SearchInput } from "../../ui/input";
import { Amount, Time } from "../../ui/number";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { TabPanel, Tabs } from "../../ui/tabs";
import { AccountHead } from "./account_head";
import { useEarnProducts, useStakes, type EarnProduct, type Stake } from "./api";
import { Coin } from "./assets";
import { Balance } from "./balance";
import { isWanted, offered } from "./holdings";
import styles from "./wallet.module.css";

const tabsId = "wallet-earn";
const tabs = ["asset", "product"] as const;
type Tab = (typeof tabs)[number];

const rowsOnAPage = 20;
const quote = "USDT";
const placesOfCoin = (name: string) => (name === quote ? 2 : 8);

const percent = (value: Decimal) =>
  formatPercent(value, { signed: false, language: currentLanguage() });

/** "Flexible" or "30 days". */
const duration = (days: number) =>
  days === 0 ? t("wallet.flexible") : t("wallet.days", { n: days, count: days });

const subscribe = (name?: string) => (
  <TextLink to={name ? `/wallet/simple_earn?coin=${name}` : "/wallet/simple_earn"}>
    {t("wallet.subscribe")}
    {name && <span className="hidden-but-read"> {name}</span>}
  </TextLink>
);

const stakeColumns = (): Column<Stake>[] => [
  { id: "coin", header: t("wallet.coin"), cell: (stake) => <Coin coin={stake} />, skeleton: 100 },
  {
    id: "apr",
    header: t("wallet.apr"),
    cell: ({ apr }) => <span className={styles.gain}>{percent(apr)}</span>,
    align: "right",
  },
  {
    id: "amount",
    header: t("wallet.amount"),
    cell: ({ balance, name }) => (
      <Balance>
        <Amount value={balance} places={placesOfCoin(name)} className={styles.strong} />
      </Balance>
    ),
    align: "right",
  },
  {
    id: "value",
    header: t("wallet.value"),
    cell: ({ usdt_value: usdtValue }) => (
      <Balance>
        <Amount value={usdtValue} places={2} />
      </Balance>
    ),
    align: "right",
    show: "not-phone",
  },
  {
    id: "duration",
    header: t("wallet.duration"),
    cell: (stake) => duration(stake.duration),
    align: "right",
    show: "not-phone",
  },
  {
    id: "start",
    header: t("wallet.start"),
    cell: ({ date_start: dateStart }) => <Time at={dateStart} style="date" />,
    align: "right",
    show: "wide",
  },
  {
    id: "end",
    header: t("wallet.end"),
    cell: ({ date_end: dateEnd }) => (dateEnd ? <Time at={dateEnd} style="date" /> : "—"),
    align: "right",
    show: "wide",
  },
];

const productColumns = (): Column<EarnProduct>[] => [
  { id: "coin", header: t("wallet.coin"), cell: (one) => <Coin coin={one} />, skeleton: 140 },
  {
    id: "apr",
    header: t("wallet.estimated_apr"),
    cell: ({ apr, apr_max: aprMax }) => (
      <span className={styles.gain}>
        {aprMax && aprMax !== apr ? `${percent(apr)} – ${percent(aprMax)}` : percent(apr)}
      </span>
    ),
    align: "right",
  },
  {
    id: "actions",
    header: <span className="hidden-but-read">{t("wallet.actions")}</span>,
    cell: ({ name }) => subscribe(name),
    align: "right",
  },
];

function Stakes({ search }: { search: string }) {
  const { data, error, refetch } = useStakes();
  return (
    <Table
      label={t("wallet.asset")}
      columns={stakeColumns()}
      rows={data?.filter((stake) => stake.status === "ACTIVE" && isWanted(stake, search))}
      rowKey={({ id }) => id}
      pageSize={rowsOnAPage}
      error={error}
      onRetry={() => void refetch()}
      empty={
        <EmptyState
          title={t("wallet.nothing_found")}
          action={<LinkButton to="/wallet/simple_earn">{t("wallet.subscribe")}</LinkButton>}
        />
      }
    />
  );
}

function Products({ search }: { search: string }) {
  const { data, error, refetch } = useEarnProducts();
  return (
    <Table
      label={t("wallet.product")}
      columns={productColumns()}
      rows={data && offered(data, search)}
      rowKey={({ id }) => id}
      pageSize={rowsOnAPage}
      error={error}
      onRetry={() => void refetch()}
      empty={<EmptyState title={t("wallet.nothing_found")} />}
    />
  );
}

export function EarnTab({ total }: { total: Decimal | undefined }) {
  const [tab, setTab] = useState<Tab>("asset");
  const [search, setSearch] = useState("");
  const List = { asset: Stakes, product: Products }[tab];
  return (
    <>
      <AccountHead label={t("wallet.earn_total")} total={total}>
        <LinkButton look="primary" to="/wallet/simple_earn">
          {t("wallet.simple_earn")}
        </LinkButton>
        <LinkButton to="/wallet/auto_invest">{t("wallet.auto_invest")}</LinkButton>
        <LinkButton to="/page-unavailable">{t("wallet.loan")}</LinkButton>
      </AccountHead>
      <section className={styles.assets} aria-label={t("wallet.earn")}>
        <div className={styles["list-head"]}>
          <Tabs
            id={tabsId}
            label={t("wallet.earn_parts")}
            items={tabs.map((id) => ({ id, label: t(`wallet.${id}`) }))}
            value={tab}
            onValue={setTab}
            dense
            className={styles["list-tabs"]}
          />
          <SearchInput
            label={t("wallet.search")}
            value={search}
            onValue={setSearch}
            className={styles.search}
          />
        </div>
        <TabPanel tabs={tabsId} tab={tab}>
          <List search={search} />
        </TabPanel>
      </section>
    </>
  );
}
