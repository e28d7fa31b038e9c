// The market overview: the coins of each type, as three cards and as a table.
import { useState } from "react";
import { t } from "../../lib/i18n";
import { usePairList, useTickers, type Pair } from "../../lib/pairs";
import { Link } from "../../lib/router";
import { byChange, byName, byPrice, byVolume, largestFirst } from "../../market/groups";
import { StarButton } from "../../market/star_button";
import { LinkButton, TextButton } from "../../ui/button";
import { CoinIcon, PairName } from "../../ui/coin";
import { Change, Price, Short } from "../../ui/number";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { leadsOn, Table, type Column } from "../../ui/table";
import { TabPanel, Tabs } from "../../ui/tabs";
import styles from "./overview.module.css";
import page from "./markets.module.css";

const rowsOnAPage = 20;
const tabsId = "overview";

type Type = Pair["type"];

const names = {
  MAIN: "markets.main",
  ETH: "markets.eth",
  ALT: "markets.alt",
} as const;
const types: readonly Type[] = ["MAIN", "ETH", "ALT"];

/** The calls of the three types; the last two take either type, so it is named. */
function useLists() {
  const MAIN = usePairList("/api/v3/main-coins", { pair_type: "MAIN" });
  const ETH = usePairList("/api/v3/inno-coins", { pair_type: "ETH" });
  const ALT = usePairList("/api/v3/inn-coins", { pair_type: "ALT" });
  return { MAIN, ETH, ALT };
}

type List = ReturnType<typeof useLists>[Type];

function CardRow({ pair }: { pair: Pair }) {
  return (
    <li>
      <Link to={`/trades/spot/${pair.name}`} className={styles.row}>
        <CoinIcon name={pair.name} image={pair.image} size={24} />
        <span className={styles.name}>{pair.name}</span>
        <Price value={pair.close} tick={pair.tick} flash />
        <Change percent={pair.increase_in_value} dense className={styles.change} />
      </Link>
    </li>
  );
}

function CardList({ list }: { list: List }) {
  const pairs = list.data?.coinpair;
  if (list.error && !pairs) {
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (pairs?.length === 0) return <EmptyState compact title={t("markets.no_coins")} />;
  return (
    <ul className={styles.rows}>
      {pairs
        ? largestFirst(pairs).map((pair) => <CardRow key={pair.id} pair={pair} />)
        : Array.from({ length: 7 }, (_, index) => (
            <li key={index} className={styles.row}>
              <Skeleton width={24} height={24} round />
              <Skeleton width={48} />
              <Skeleton width={64} />
              <Skeleton width={48} />
            </li>
          ))}
    </ul>
  );
}

const columns = (): Column<Pair>[] => [
  {
    id: "star_on_phones",
    header: <span className="hidden-but-read">{t("markets.favorites")}</span>,
    cell: (pair) => <StarButton pair={pair} />,
    show: "phone",
    skeleton: 16,
  },
  {
    id: "name",
    header: t("markets.name"),
    cell: (pair) => (
      <span className={page.name}>
        <CoinIcon name={pair.name} image={pair.image} size={28} />
        <span className={page["name-text"]}>
          <Link {...leadsOn} to={`/trades/spot/${pair.name}`} className={page["name-link"]}>
            <PairName name={pair.name} />
          </Link>
          <span className={page["full-name"]}>{pair.full_name}</span>
        </span>
      </span>
    ),
    compare: byName,
    skeleton: 140,
  },
  {
    id: "price",
    header: t("markets.price"),
    cell: (pair) => <Price value={pair.close} tick={pair.tick} flash className={page.price} />,
    align: "right",
    compare: byPrice,
  },
  {
    id: "change",
    header: t("markets.overview_change"),
    cell: (pair) => <Change percent={pair.increase_in_value} />,
    align: "right",
    compare: byChange,
  },
  {
    id: "volume",
    header: t("markets.overview_volume"),
    cell: (pair) => <Short value={pair.volume_usdt} />,
    align: "right",
    compare: byVolume,
    show: "not-phone",
  },
  {
    id: "actions",
    header: t("markets.actions"),
    cell: (pair) => (
      <span className={styles.actions}>
        <StarButton pair={pair} />
        <LinkButton to={`/trades/spot/${pair.name}`} look="secondary" size="s">
          {t("markets.trade")}
          <span className="hidden-but-read"> {pair.coin_pair_name}</span>
        </LinkButton>
      </span>
    ),
    align: "right",
    width: 160,
    show: "not-phone",
  },
];

export default function OverviewScreen() {
  const [type, setType] = useState<Type>("MAIN");
  const lists = useLists();
  useTickers();
  const show = (next: Type) => {
    setType(next);
    document.getElementById(tabsId)?.scrollIntoView({ block: "start" });
  };
  const shown = lists[type];
  return (
    <div className={page.page}>
      <header className={page.header}>
        <h1 className={page.title}>{t("markets.overview")}</h1>
        <p className={page.summary}>{t("markets.overview_text")}</p>
      </header>
      <div className={styles.cards}>
        {types.map((each) => (
          <section key={each} className={styles.card} aria-label={t(names[each])}>
            <div className={styles.head}>
              <h2>{t(names[each])}</h2>
              <TextButton onClick={() => show(each)}>
                {t("markets.view_all")}
                <span className="hidden-but-read"> {t(names[each])}</span>
              </TextButton>
            </div>
            <CardList list={lists[each]} />
          </section>
        ))}
      </div>
      <div id={tabsId} className={styles.tabs}>
        <Tabs
          id={tabsId}
          label={t("markets.types")}
          look="filled"
          items={types.map((each) => ({ id: each, label: t(names[each]) }))}
          value={type}
          onValue={setType}
        />
      </div>
      <TabPanel tabs={tabsId} tab={type} className={page.list}>
        <Table
          key={type}
          label={t(names[type])}
          columns={columns()}
          rows={shown.data?.coinpair}
          rowKey={(pair) => pair.id}
          sort={{ column: "volume", descending: true }}
          pageSize={rowsOnAPage}
          error={shown.error}
          onRetry={() => void shown.refetch()}
          empty={<EmptyState title={t("markets.no_coins")} />}
        />
      </TabPanel>
    </div>
  );
}
