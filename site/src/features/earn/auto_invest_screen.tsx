// Auto Invest: a coin, a portfolio of one's own, or a basket, bought again and again.
import { useState } from "react";
import { useNavigate } from "react-router";
import { compare } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { by_volume, useAllPairs, useTickers, type Pair } from "../../lib/pairs";
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
import { equal_shares, investable, most_coins, weighted_shares, type Share } from "./plan";
import { PlanDialog } from "./plan_dialog";
import { Plans } from "./plans";
import { Coin } from "./product_table";

const parts = ["single", "portfolio", "linked"] as const;
type Part = (typeof parts)[number];

const rows_on_a_page = 10;
const basket_sizes = [3, 5, 10] as const;

interface Row extends Product {
  pair: Pair | undefined;
}

const market_columns = (): Column<Row>[] => [
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

const single_columns = (create: (coin: string) => void): Column<Row>[] => [
  {
    id: "coin",
    header: t("earn_offers.coin"),
    cell: (row) => <Coin product={row} />,
    skeleton: 120,
  },
  ...market_columns(),
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

const portfolio_columns = (
  chosen: readonly string[],
  toggle: (coin: string) => void,
): Column<Row>[] => [
  {
    id: "choose",
    header: "",
    cell: (row) => (
      <Checkbox checked={chosen.includes(row.name)} on_change={() => toggle(row.name)}>
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
  ...market_columns(),
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
        row_key={(row) => row.id}
        page_size={rows_on_a_page}
        empty={<EmptyState compact title={t("common.no_records")} />}
      />
    </Panel>
  );
}

function Portfolio({ rows, search, create }: PartProps) {
  const [chosen, set_chosen] = useState<readonly string[]>([]);
  const toggle = (coin: string) =>
    set_chosen((before) =>
      before.includes(coin)
        ? before.filter((one) => one !== coin)
        : [...before, coin].slice(0, most_coins),
    );
  return (
    <>
      <div className={styles["part-head"]}>
        <p className={styles.quiet}>{t("earn_offers.portfolio_text", { count: most_coins })}</p>
        <span className={styles.chosen} aria-live="polite">
          {t("earn_offers.chosen", { count: chosen.length })}
        </span>
        <Button
          look="primary"
          disabled={chosen.length < 2}
          onClick={() => create(equal_shares(chosen))}
        >
          {t("earn_offers.create")}
        </Button>
      </div>
      <List rows={rows} search={search} columns={portfolio_columns(chosen, toggle)} />
    </>
  );
}

/** The most traded coins, weighted by what was traded of them in 24 hours. */
function Linked({ rows, create }: Omit<PartProps, "search">) {
  if (!rows) {
    return (
      <div className={styles.baskets}>
        {basket_sizes.map((size) => (
          <Skeleton key={size} height={220} />
        ))}
      </div>
    );
  }
  const traded = rows.flatMap(({ name, image, pair }) => (pair ? [{ name, image, pair }] : []));
  traded.sort((a, b) => by_volume(a.pair, b.pair));
  if (traded.length < basket_sizes[0]) return <EmptyState title={t("common.no_records")} />;
  return (
    <>
      <p className={styles.quiet}>{t("earn_offers.linked_text")}</p>
      <div className={styles.baskets}>
        {basket_sizes
          .filter((size) => traded.length >= size)
          .map((size) => {
            const coins = traded.slice(0, size);
            const shares = weighted_shares(
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
  const [part, set_part] = useState<Part>("single");
  const [search, set_search] = useState("");
  const [shares, plan] = useState<readonly Share[] | null>(null);
  const guest = useSession() === null;
  const navigate = useNavigate();
  const set_shares = (chosen: readonly Share[] | null) =>
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
          on_value={set_search}
          className={styles.search}
        />
      </PageHead>
      {guest && <SignInCall title={t("guests.earn")} className={styles.call} />}
      <Tabs
        id="invest"
        label={t("earn_offers.parts")}
        items={parts.map((id) => ({ id, label: t(`earn_offers.${id}`) }))}
        value={part}
        on_value={set_part}
      />
      <TabPanel tabs="invest" tab={part} className={styles.stack}>
        {failed ? (
          <ErrorState error={failed.error} on_retry={() => void failed.refetch()} />
        ) : part === "single" ? (
          <List
            rows={rows as Row[] | undefined}
            search={search}
            columns={single_columns((coin) => set_shares([{ coin, percent: "100" }]))}
          />
        ) : part === "portfolio" ? (
          <Portfolio rows={rows as Row[] | undefined} search={search} create={set_shares} />
        ) : (
          <Linked rows={pairs && all} create={set_shares} />
        )}
      </TabPanel>
      {!guest && <Plans />}
      {shares && products && (
        <PlanDialog products={products} shares={shares} on_close={() => set_shares(null)} />
      )}
    </Page>
  );
}
