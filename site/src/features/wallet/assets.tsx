// The coins of the spot wallet: on the overview with their prices, on their own tab with what
// orders hold and all that can be done with them.
import { useState, type ReactNode } from "react";
import { compare, isZero, type Decimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { useAllPairs, useTickers, type Pair } from "../../lib/pairs";
import { Link } from "../../lib/router";
import { LinkButton, TextLink } from "../../ui/button";
import { CoinIcon } from "../../ui/coin";
import { Checkbox, SearchInput } from "../../ui/input";
import { Amount, Change, Price } from "../../ui/number";
import { EmptyState } from "../../ui/states";
import { leadsOn, Table, type Column } from "../../ui/table";
import { TransferLink } from "../../ui/transfer_link";
import type { Holding } from "./api";
import { Balance } from "./balance";
import { byAddress, shownHoldings, totalOf } from "./holdings";
import { useCosts, type CostOf } from "./realised";
import styles from "./wallet.module.css";

const rowsOnAPage = 30;
const coinPlaces = 8;
const quote = "USDT";

export type AssetsLook = "overview" | "spot";

interface CoinProps {
  coin: { name: string; full_name?: string; image: string };
  /** Where its name leads. */
  to?: string;
}

export function Coin({ coin, to }: CoinProps) {
  return (
    <span className={styles.coin}>
      <CoinIcon name={coin.name} image={coin.image} size={28} />
      <span className={styles["coin-text"]}>
        {to ? (
          <Link {...leadsOn} to={to} className={styles["coin-name"]}>
            {coin.name}
          </Link>
        ) : (
          <span className={styles["coin-name"]}>{coin.name}</span>
        )}
        {coin.full_name && <span className={styles["coin-full"]}>{coin.full_name}</span>}
      </span>
    </span>
  );
}

const placesOfCoin = (name: string) => (name === quote ? 2 : coinPlaces);

const amount = (value: string, name: string): ReactNode => (
  <Balance>
    <Amount
      value={value}
      places={placesOfCoin(name)}
      className={isZero(value) ? styles.zero : undefined}
    />
  </Balance>
);

/** A link that says for which coin, to those who hear it. */
const act = (to: string, text: string, name: string) => (
  <TextLink to={to}>
    {text}
    <span className="hidden-but-read"> {name}</span>
  </TextLink>
);

function Actions({ name, look }: { name: string; look: AssetsLook }) {
  const trade = name !== quote && act(`/trades/trade-chart/${name}`, t("wallet.trade"), name);
  return (
    <span className={styles["row-acts"]}>
      {look === "overview" &&
        byAddress.has(name) &&
        act(`/wallet/deposit?coin=${name}`, t("wallet.deposit"), name)}
      {trade}
      {look === "spot" && (
        <>
          <TransferLink wish={{ coin: name }}>
            {t("wallet.transfer")}
            <span className="hidden-but-read"> {name}</span>
          </TransferLink>
          {act(`/wallet/${name}`, t("wallet.view"), name)}
        </>
      )}
    </span>
  );
}

const balanceColumn: Column<Holding> = {
  id: "balance",
  header: null,
  cell: (holding) => (
    <span className={styles["with-value"]}>
      <span className={styles.strong}>{amount(totalOf(holding), holding.name)}</span>
      <span className={styles["phone-value"]}>
        <Balance>
          ≈ $<Amount value={holding.usdt_value} places={2} />
        </Balance>
      </span>
    </span>
  ),
  align: "right",
  compare: (a, b) => compare(totalOf(a), totalOf(b)),
};

/** The market's price of a coin and how it moved; USDT is what all is counted in. */
function marketColumns(pairs: readonly Pair[] | undefined): Column<Holding>[] {
  const pair = (name: string) => pairs?.find((one) => one.name === name);
  return [
    {
      id: "price",
      header: t("wallet.price"),
      cell: ({ name }) => (
        <Price
          value={name === quote ? "1" : (pair(name)?.close ?? null)}
          tick={name === quote ? "0.01" : pair(name)?.tick}
          flash
        />
      ),
      align: "right",
      show: "wide",
    },
    {
      id: "change",
      header: t("wallet.change"),
      cell: ({ name }) => <Change percent={name === quote ? "0" : (pair(name)?.percent ?? null)} />,
      align: "right",
      show: "wide",
    },
  ];
}

const heldColumn = (): Column<Holding> => ({
  id: "freeze",
  header: t("wallet.freeze"),
  cell: (holding) => amount(holding.freeze_value, holding.name),
  align: "right",
  show: "not-phone",
});

const wonBy = (costOf: CostOf, { name }: Holding): Decimal => costOf(name)?.unrealised ?? "0";

/** What the part that was bought would win now, above what it has cost. */
const costColumn = (costOf: CostOf): Column<Holding> => ({
  id: "unrealised",
  header: t("wallet.unrealised"),
  cell: ({ name }) => {
    const cost = costOf(name);
    if (!cost) return <span className={styles.zero}>—</span>;
    return (
      <Balance>
        <span className={styles["with-cost"]}>
          <Change value={cost.unrealised} valuePlaces={2} dense />
          <span className={styles.cost}>
            {t("wallet.average_cost")} <Price value={cost.average_cost} />
          </span>
        </span>
      </Balance>
    );
  },
  align: "right",
  compare: (a, b) => compare(wonBy(costOf, a), wonBy(costOf, b)),
  show: "wide",
});

const columns = (
  look: AssetsLook,
  pairs: readonly Pair[] | undefined,
  costOf: CostOf,
): Column<Holding>[] => [
  {
    id: "coin",
    header: t("wallet.coin"),
    cell: (holding) => <Coin coin={holding} to={`/wallet/${holding.name}`} />,
    compare: (a, b) => a.name.localeCompare(b.name, "en"),
    skeleton: 140,
  },
  { ...balanceColumn, header: t("wallet.balance") },
  {
    id: "available",
    header: t("wallet.available"),
    cell: (holding) => amount(holding.coin_value, holding.name),
    align: "right",
    show: look === "overview" ? "not-phone" : "wide",
  },
  ...(look === "overview" ? marketColumns(pairs) : [heldColumn()]),
  {
    id: "value",
    header: t("wallet.value"),
    cell: (holding) => (
      <Balance>
        <Amount
          value={holding.usdt_value}
          places={2}
          className={isZero(holding.usdt_value) ? styles.zero : styles.strong}
        />
      </Balance>
    ),
    align: "right",
    compare: (a, b) => compare(a.usdt_value, b.usdt_value),
    show: "not-phone",
  },
  costColumn(costOf),
  {
    id: "actions",
    header: <span className="hidden-but-read">{t("wallet.actions")}</span>,
    cell: ({ name }) => <Actions {...{ name, look }} />,
    align: "right",
    show: "not-phone",
  },
];

export function Assets(props: {
  look: AssetsLook;
  /** undefined while loading. */
  holdings: readonly Holding[] | undefined;
  error: unknown;
  onRetry: () => void;
}) {
  const [search, setSearch] = useState("");
  const [hideSmall, setHideSmall] = useState(false);
  const pairs = useAllPairs().data?.coinpair;
  useTickers();
  const costs = useCosts().data?.coins;
  const costOf: CostOf = (name) => costs?.find((coin) => coin.name === name);
  const rows = props.holdings && shownHoldings(props.holdings, search, hideSmall);
  return (
    <section className={styles.assets} aria-label={t("wallet.assets")}>
      <header className={styles["assets-header"]}>
        <h2 className={styles.heading}>{t("wallet.assets")}</h2>
        {props.look === "spot" && <TextLink to="/wallet/convert">{t("wallet.convert")}</TextLink>}
        <Checkbox checked={hideSmall} onChange={setHideSmall}>
          {t("wallet.hide_small")}
        </Checkbox>
        <SearchInput
          label={t("wallet.search")}
          value={search}
          onValue={setSearch}
          className={styles.search}
        />
      </header>
      <Table
        label={t("wallet.assets")}
        columns={columns(props.look, pairs, costOf)}
        rows={rows}
        rowKey={(holding) => holding.name}
        sort={{ column: "value", descending: true }}
        pageSize={rowsOnAPage}
        search={search}
        error={props.error}
        onRetry={props.onRetry}
        empty={
          search || hideSmall ? (
            <EmptyState title={t("wallet.nothing_found")} />
          ) : (
            <EmptyState
              title={t("wallet.empty")}
              text={t("wallet.empty_text")}
              action={<LinkButton to="/markets/prices">{t("wallet.start_trading")}</LinkButton>}
            />
          )
        }
      />
    </section>
  );
}
