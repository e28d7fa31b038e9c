// The futures wallet: open positions, and the coins that stand behind them.
import { useState, type ComponentType } from "react";
import { compare, isZero, type Decimal } from "../../lib/decimal";
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
import { isWanted } from "./holdings";
import styles from "./wallet.module.css";

const tabsId = "wallet-future";
const tabs = ["positions", "future_assets"] as const;
type Tab = (typeof tabs)[number];

const rowsOnAPage = 20;
const quote = "USDT";
const placesOfCoin = (name: string) => (name === quote ? 2 : 8);

const amount = (value: Decimal, name: string) => (
  <Balance>
    <Amount
      value={value}
      places={placesOfCoin(name)}
      className={isZero(value) ? styles.zero : undefined}
    />
  </Balance>
);

const chartOf = (name: string) => `/trades/trade-chart/${name === quote ? "BTC" : name}`;

const columns = (): Column<FutureHolding>[] => [
  {
    id: "coin",
    header: t("wallet.coin"),
    cell: (holding) => <Coin coin={holding} to={chartOf(holding.name)} />,
    skeleton: 140,
  },
  {
    id: "margin",
    header: t("wallet.margin_balance"),
    cell: ({ name, margin_balance: marginBalance }) => (
      <span className={styles.strong}>{amount(marginBalance, name)}</span>
    ),
    align: "right",
    compare: (a, b) => compare(a.margin_balance, b.margin_balance),
  },
  {
    id: "upnl",
    header: t("wallet.unrealised"),
    cell: ({ upnl }) => (
      <Balance>
        <Change value={upnl} valuePlaces={2} />
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
    cell: ({ usdt_value: usdtValue }) => amount(usdtValue, quote),
    align: "right",
    compare: (a, b) => compare(a.usdt_value, b.usdt_value),
    show: "not-phone",
  },
];

function FutureAssets({ search }: { search: string }) {
  const { data, error, refetch } = useFutureWallet();
  return (
    <Table
      label={t("wallet.future_assets")}
      columns={columns()}
      rows={data?.filter((holding) => isWanted(holding, search))}
      rowKey={({ name }) => name}
      sort={{ column: "value", descending: true }}
      pageSize={rowsOnAPage}
      search={search}
      error={error}
      onRetry={() => void refetch()}
      empty={<EmptyState title={t("wallet.nothing_found")} />}
    />
  );
}

export function FutureTab(props: { total: Decimal | undefined; Positions: ComponentType }) {
  const [tab, setTab] = useState<Tab>("positions");
  const [search, setSearch] = useState("");
  return (
    <>
      <AccountHead label={t("wallet.future_total")} total={props.total}>
        <TransferLink button={{ look: "primary" }}>{t("wallet.transfer")}</TransferLink>
        <LinkButton to="/wallet/convert">{t("wallet.convert")}</LinkButton>
      </AccountHead>
      <section className={styles.assets} aria-label={t("wallet.future")}>
        <div className={styles["list-head"]}>
          <Tabs
            id={tabsId}
            label={t("wallet.future_parts")}
            items={tabs.map((id) => ({ id, label: t(`wallet.${id}`) }))}
            value={tab}
            onValue={setTab}
            dense
            className={styles["list-tabs"]}
          />
          {tab === "future_assets" && (
            <SearchInput
              label={t("wallet.search")}
              value={search}
              onValue={setSearch}
              className={styles.search}
            />
          )}
        </div>
        <TabPanel tabs={tabsId} tab={tab}>
          {tab === "positions" ? <props.Positions /> : <FutureAssets search={search} />}
        </TabPanel>
      </section>
    </>
  );
}
