// Auto Invest: a coin, a portfolio of one's own, or a basket, bought again and again.
import { useState } from "react";
import { useNavigate } from "react-router";
import { compare } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { byVolume, useAllPairs, useTickers, type Pair } from "../../lib/pairs";
import { useSession } from "../../lib/session";
import { Button } from "../../ui/button";
import { CoinIcon } from "../../ui/coin";
import { Checkbox, SearchInput } from "../../ui/input";
import { Change, Price } from "../../ui/number";
import { Page, PageHead, Panel } from "../../ui/page";
import { SignInCall } from "../../ui/sign_in_call";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { TabPanel, Tabs } from "../../ui/tabs";
import { found } from "./offers";
import { useProducts, type Product } from "./offers_api";
import styles from "./offers.module.css";
import { equalShares, investable, mostCoins, weightedShares, type Share } from "./plan";
import { PlanDialog } from "./plan_dialog";
import { Plans } from "./plans";
import { Coin } from "./product_table";

const parts = ["single", "portfolio", "linked"] as const;
type Part = (typeof parts)[number];

const rowsOnAPage = 10;
const basketSizes = [3, 5, 10] as const;

interface Row extends Product {
  pair: Pair | undefined;
}

const marketColumns = (): Column<Row>[] => [
  {
    id: "price",
    header: t("earn_offers.price"),
    cell: (row) => <Price value={row.pair?.close} currency="$" />,
    align: "right",
    compare: (a, b) => compare(a.pair?.close ?? "0", b.pair?.close ?? "0"),
  },
  {
    id: "change",
    header: t("earn_offers.change"),
    cell: (row) => <Change percent={row.pair?.percent} />,
    align: "right",
    show: "not-phone",
    compare: (a, b) => compare(a.pair?.percent ?? "0", b.pair?.percent ?? "0"),
  },
];

const singleColumns = (create: (coin: string) => void): Column<Row>[] => [
  {
    id: "coin",
    header: t("earn_offers.coin"),
    cell: (row) => <Coin product={row} />,
    skeleton: 120,
  },
  ...marketColumns(),
  {
    id: "act",
    header: <span className="hidden-but-read">{t("earn_offers.actions")}</span>,
    cell: (row) => (
      <Button
        size="s"
        aria-label={`${t("earn_offers.create")}: ${row.name}`}
        onClick={() => create(row.name)}
      >
        {t("earn_offers.create")}
      </Button>
    ),
    align: "right",
    width: 140,
  },
];

const portfolioColumns = (
  chosen: readonly string[],
  toggle: (coin: string) => void,
): Column<Row>[] => [
  {
    id: "choose",
    header: "",
    cell: (row) => (
      <Checkbox checked={chosen.includes(row.name)} onChange={() => toggle(row.name)}>
        <span className="hidden-but-read">{t("earn_offers.choose", { coin: row.name })}</span>
      </Checkbox>
    ),
    width: 32,
  },
  {
    id: "coin",
    header: t("earn_offers.coin"),
    cell: (row) => <Coin product={row} />,
    skeleton: 120,
  },
  ...marketColumns(),
];

interface PartProps {
  rows: readonly Row[] | undefined;
  search: string;
  create: (shares: Share[]) => void;
}

function List(props: Pick<PartProps, "rows" | "search"> & { columns: Column<Row>[] }) {
  return (
    <Panel>
      <Table
        {...props}
        label={t("earn_offers.products")}
        rowKey={(row) => row.id}
        pageSize={rowsOnAPage}
        empty={<EmptyState compact title={t("common.no_records")} />}
      />
    </Panel>
  );
}

function Portfolio({ rows, search, create }: PartProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (coin: string) =>
    setChosen((before) =>
      before.includes(coin)
        ? before.filter((one) => one !== coin)
        : [...before, coin].slice(0, mostCoins),
    );
  return (
    <>
      <div className={styles["part-head"]}>
        <p className={styles.quiet}>{t("earn_offers.portfolio_text", { count: mostCoins })}</p>
        <span className={styles.chosen} aria-live="polite">
          {t("earn_offers.chosen", { count: chosen.length })}
        </span>
        <Button
          look="primary"
          disabled={chosen.length < 2}
          onClick={() => create(equalShares(chosen))}
        >
          {t("earn_offers.create")}
        </Button>
      </div>
      <List rows={rows} search={search} columns={portfolioColumns(chosen, toggle)} />
    </>
  );
}

/** The most traded coins, weighted by what was traded of them in 24 hours. */
function Linked({ rows, create }: Omit<PartProps, "search">) {
  if (!rows) {
    return (
      <div className={styles.baskets}>
        {basketSizes.map((size) => (
          <Skeleton key={size} height={220} />
        ))}
      </div>
    );
  }
  const traded = rows.flatMap(({ name, image, pair }) => (pair ? [{ name, image, pair }] : []));
  traded.sort((a, b) => byVolume(a.pair, b.pair));
  if (traded.length < basketSizes[0]) return <EmptyState title={t("common.no_records")} />;
  return (
    <>
      <p className={styles.quiet}>{t("earn_offers.linked_text")}</p>
      <div className={styles.baskets}>
        {basketSizes
          .filter((size) => traded.length >= size)
          .map((size) => {
            const coins = traded.slice(0, size);
            const shares = weightedShares(
              coins.map(({ name, pair }) => ({ coin: name, weight: pair.volume_usdt })),
            );
            return (
              <section key={size} className={styles.basket}>
                <h3>{t("earn_offers.basket", { count: size })}</h3>
                <p className={styles.quiet}>{t("earn_offers.basket_text", { count: size })}</p>
                <ul className={styles["basket-coins"]}>
                  {coins.map(({ name, image }, index) => (
                    <li key={name}>
                      <CoinIcon name={name} image={image} size={20} />
                      {name}
                      <span className={styles.quiet}>
                        {t("earn_offers.rate", { rate: shares[index]?.percent ?? "" })}
                      </span>
                    </li>
                  ))}
                </ul>
                <Button
                  wide
                  aria-label={`${t("earn_offers.create")}: ${t("earn_offers.basket", { count: size })}`}
                  onClick={() => create(shares)}
                >
                  {t("earn_offers.create")}
                </Button>
              </section>
            );
          })}
      </div>
    </>
  );
}

export default function AutoInvestScreen() {
  const [part, setPart] = useState<Part>("single");
  const [search, setSearch] = useState("");
  const [shares, plan] = useState<readonly Share[] | null>(null);
  const guest = useSession() === null;
  const navigate = useNavigate();
  const setShares = (chosen: readonly Share[] | null) =>
    guest ? void navigate("/signin", { state: { from: "/wallet/auto_invest" } }) : plan(chosen);
  useTickers();
  const query = useProducts();
  const markets = useAllPairs();
  const pairs = markets.data?.coinpair;
  // A basket is made of what is traded: without the markets there is none.
  const failed = [query, ...(part === "linked" ? [markets] : [])].find(
    (one) => one.error && !one.data,
  );
  const products = query.data && investable(query.data);
  const all = products?.map((one): Row => ({
    ...one,
    pair: pairs?.find(({ name }) => name === one.name),
  }));
  const rows = all && found(all, search).map((one) => all.find(({ id }) => id === one.id) ?? one);
  return (
    <Page>
      <PageHead title={t("earn_offers.invest_title")} lead={t("earn_offers.invest_lead")}>
        <SearchInput
          label={t("earn_offers.search")}
          value={search}
          onValue={setSearch}
          className={styles.search}
        />
      </PageHead>
      {guest && <SignInCall title={t("guests.earn")} className={styles.call} />}
      <Tabs
        id="invest"
        label={t("earn_offers.parts")}
        items={parts.map((id) => ({ id, label: t(`earn_offers.${id}`) }))}
        value={part}
        onValue={setPart}
      />
      <TabPanel tabs="invest" tab={part} className={styles.stack}>
        {failed ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : part === "single" ? (
          <List
            rows={rows as Row[] | undefined}
            search={search}
            columns={singleColumns((coin) => setShares([{ coin, percent: "100" }]))}
          />
        ) : part === "portfolio" ? (
          <Portfolio rows={rows as Row[] | undefined} search={search} create={setShares} />
        ) : (
          <Linked rows={pairs && all} create={setShares} />
        )}
      </TabPanel>
      {!guest && <Plans />}
      {shares && products && (
        <PlanDialog products={products} shares={shares} onClose={() => setShares(null)} />
      )}
    </Page>
  );
}
