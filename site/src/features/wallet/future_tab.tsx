// The futures wallet: open positions, and the coins that stand behind them.
import { useState, type ComponentType } from "react";
import { useNavigate } from "react-router";
import { compare, is_zero, type Decimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { LinkButton } from "../../ui/button";
import { SearchInput } from "../../ui/input";
import { Amount, Change } from "../../ui/number";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { TabPanel, Tabs } from "../../ui/tabs";
import { TransferLink } from "../../ui/transfer_link";
import { AccountHead } from "./account_head";
import { useFutureWallet, type FutureHolding } from "./api";
import { Coin } from "./assets";
import { Balance } from "./balance";
import { is_wanted } from "./holdings";
import styles from "./wallet.module.css";

const tabs_id = "wallet-future";
const tabs = ["positions", "future_assets"] as const;
type Tab = (typeof tabs)[number];

const rows_on_a_page = 20;
const quote = "USDT";
const places_of_coin = (name: string) => (name === quote ? 2 : 8);

const amount = (value: Decimal, name: string) => (
  <Balance>
    <Amount
      value={value}
      places={places_of_coin(name)}
      className={is_zero(value) ? styles.zero : undefined}
    />
  </Balance>
);

const chart_of = (name: string) => `/trades/trade-chart/${name === quote ? "BTC" : name}`;

const columns = (): Column<FutureHolding>[] => [
  {
    id: "coin",
    header: t("wallet.coin"),
    cell: (holding) => <Coin coin={holding} to={chart_of(holding.name)} />,
    skeleton: 140,
  },
  {
    id: "margin",
    header: t("wallet.margin_balance"),
    cell: ({ name, margin_balance }) => (
      <span className={styles.strong}>{amount(margin_balance, name)}</span>
    ),
    align: "right",
    compare: (a, b) => compare(a.margin_balance, b.margin_balance),
  },
  {
    id: "upnl",
    header: t("wallet.unrealised"),
    cell: ({ upnl }) => (
      <Balance>
        <Change value={upnl} value_places={2} />
      </Balance>
    ),
    align: "right",
    show: "not-phone",
  },
  {
    id: "available",
    header: t("wallet.available"),
    cell: ({ name, available }) => amount(available, name),
    align: "right",
  },
  {
    id: "value",
    header: t("wallet.value"),
    cell: ({ usdt_value }) => amount(usdt_value, quote),
    align: "right",
    compare: (a, b) => compare(a.usdt_value, b.usdt_value),
    show: "not-phone",
  },
];

function FutureAssets({ search }: { search: string }) {
  const { data, error, refetch } = useFutureWallet();
  const navigate = useNavigate();
  return (
    <Table
      label={t("wallet.future_assets")}
      columns={columns()}
      rows={data?.filter((holding) => is_wanted(holding, search))}
      row_key={({ name }) => name}
      sort={{ column: "value", descending: true }}
      page_size={rows_on_a_page}
      search={search}
      on_row={({ name }) => void navigate(chart_of(name))}
      error={error}
      on_retry={() => void refetch()}
      empty={<EmptyState title={t("wallet.nothing_found")} />}
    />
  );
}

export function FutureTab(props: { total: Decimal | undefined; Positions: ComponentType }) {
  const [tab, set_tab] = useState<Tab>("positions");
  const [search, set_search] = useState("");
  return (
    <>
      <AccountHead label={t("wallet.future_total")} total={props.total}>
        <TransferLink button={{ look: "primary" }}>{t("wallet.transfer")}</TransferLink>
        <LinkButton to="/wallet/convert">{t("wallet.convert")}</LinkButton>
      </AccountHead>
      <section className={styles.assets} aria-label={t("wallet.future")}>
        <div className={styles["list-head"]}>
          <Tabs
            id={tabs_id}
            label={t("wallet.future_parts")}
            items={tabs.map((id) => ({ id, label: t(`wallet.${id}`) }))}
            value={tab}
            on_value={set_tab}
            dense
            className={styles["list-tabs"]}
          />
          {tab === "future_assets" && (
            <SearchInput
              label={t("wallet.search")}
              value={search}
              on_value={set_search}
              className={styles.search}
            />
          )}
        </div>
        <TabPanel tabs={tabs_id} tab={tab}>
          {tab === "positions" ? <props.Positions /> : <FutureAssets search={search} />}
        </TabPanel>
      </section>
    </>
  );
}
