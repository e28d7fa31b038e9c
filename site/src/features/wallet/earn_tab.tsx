// What the client has subscribed to, and what can be subscribed to.
import { useState } from "react";
import type { Decimal } from "../../lib/decimal";
import { format_percent } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
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
import { is_wanted, offered } from "./holdings";
import styles from "./wallet.module.css";

const tabs_id = "wallet-earn";
const tabs = ["asset", "product"] as const;
type Tab = (typeof tabs)[number];

const rows_on_a_page = 20;
const quote = "USDT";
const places_of_coin = (name: string) => (name === quote ? 2 : 8);

const percent = (value: Decimal) =>
  format_percent(value, { signed: false, language: current_language() });

/** "Flexible" or "30 days". */
const duration = (days: number) =>
  days === 0 ? t("wallet.flexible") : t("wallet.days", { n: days, count: days });

const subscribe = (name?: string) => (
  <TextLink to={name ? `/wallet/simple_earn?coin=${name}` : "/wallet/simple_earn"}>
    {t("wallet.subscribe")}
    {name && <span className="hidden-but-read"> {name}</span>}
  </TextLink>
);

const stake_columns = (): Column<Stake>[] => [
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
        <Amount value={balance} places={places_of_coin(name)} className={styles.strong} />
      </Balance>
    ),
    align: "right",
  },
  {
    id: "value",
    header: t("wallet.value"),
    cell: ({ usdt_value }) => (
      <Balance>
        <Amount value={usdt_value} places={2} />
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
    cell: ({ date_start }) => <Time at={date_start} style="date" />,
    align: "right",
    show: "wide",
  },
  {
    id: "end",
    header: t("wallet.end"),
    cell: ({ date_end }) => (date_end ? <Time at={date_end} style="date" /> : "—"),
    align: "right",
    show: "wide",
  },
];

const product_columns = (): Column<EarnProduct>[] => [
  { id: "coin", header: t("wallet.coin"), cell: (one) => <Coin coin={one} />, skeleton: 140 },
  {
    id: "apr",
    header: t("wallet.estimated_apr"),
    cell: ({ apr, apr_max }) => (
      <span className={styles.gain}>
        {apr_max && apr_max !== apr ? `${percent(apr)} – ${percent(apr_max)}` : percent(apr)}
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
      columns={stake_columns()}
      rows={data?.filter((stake) => stake.status === "ACTIVE" && is_wanted(stake, search))}
      row_key={({ id }) => id}
      page_size={rows_on_a_page}
      error={error}
      on_retry={() => void refetch()}
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
      columns={product_columns()}
      rows={data && offered(data, search)}
      row_key={({ id }) => id}
      page_size={rows_on_a_page}
      error={error}
      on_retry={() => void refetch()}
      empty={<EmptyState title={t("wallet.nothing_found")} />}
    />
  );
}

export function EarnTab({ total }: { total: Decimal | undefined }) {
  const [tab, set_tab] = useState<Tab>("asset");
  const [search, set_search] = useState("");
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
            id={tabs_id}
            label={t("wallet.earn_parts")}
            items={tabs.map((id) => ({ id, label: t(`wallet.${id}`) }))}
            value={tab}
            on_value={set_tab}
            dense
            className={styles["list-tabs"]}
          />
          <SearchInput
            label={t("wallet.search")}
            value={search}
            on_value={set_search}
            className={styles.search}
          />
        </div>
        <TabPanel tabs={tabs_id} tab={tab}>
          <List search={search} />
        </TabPanel>
      </section>
    </>
  );
}
