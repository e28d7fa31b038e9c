// The market tabs: All, POS, POW, INNOVATION, FAVORITES.
import { Star } from "lucide-react";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { cx } from "../../lib/cx";
import { formatShort } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import { useAllPairs, useTickers, type Pair } from "../../lib/pairs";
import { Link, Redirect } from "../../lib/router";
import { useSession } from "../../lib/session";
import {
  byChange,
  byName,
  byPrice,
  byVolume,
  groups,
  isGroup,
  pairsOf,
  volumeOf,
  type Group,
} from "../../market/groups";
import { StarButton } from "../../market/star_button";
import { AlertBell, usePriceAlert } from "../../ui/alert_bell";
import { LinkButton, TextLink } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon, PairName, Sparkline } from "../../ui/coin";
import { SearchInput } from "../../ui/input";
import { Change, Price, Short } from "../../ui/number";
import { EmptyState } from "../../ui/states";
import { leadsOn, Table, type Column } from "../../ui/table";
import { TabLinks } from "../../ui/tabs";
import { Highlights } from "./highlights";
import styles from "./markets.module.css";

const rowsOnAPage = 30;
/** "0.000001". On phones a price with more digits takes the room of the line beside it. */
const longestTick = 8;

function Name({ pair }: { pair: Pair }) {
  return (
    <span className={styles.name}>
      <CoinIcon name={pair.name} image={pair.image} size={28} />
      <span className={styles["name-text"]}>
        <Link {...leadsOn} to={`/trades/trade-chart/${pair.name}`} className={styles["name-link"]}>
          <PairName name={pair.name} />
        </Link>
        <span className={styles["full-name"]}>{pair.full_name}</span>
        {pair.stale ? (
          <span className={styles["phone-stale"]}>{t("markets.stale")}</span>
        ) : (
          <span className={styles["phone-volume"]}>
            {t("markets.volume_short", {
              volume: formatShort(pair.volume_usdt, currentLanguage()),
            })}
          </span>
        )}
      </span>
      {pair.stale && (
        <span className={styles["not-on-phones"]}>
          <Chip tone="warning">{t("markets.stale")}</Chip>
        </span>
      )}
    </span>
  );
}

const acts = (): Column<Pair>[] => [
  {
    id: "alert",
    header: <span className="hidden-but-read">{t("price_alerts.button")}</span>,
    cell: (pair) => <AlertBell pair={pair.coin_pair_name} name={`${pair.name}/USDT`} />,
    width: 56,
    show: "wide",
    skeleton: 16,
  },
  {
    id: "actions",
    header: <span className="hidden-but-read">{t("markets.actions")}</span>,
    cell: (pair) => (
      <LinkButton to={`/trades/trade-chart/${pair.name}`} look="secondary" size="s">
        {t("markets.trade")}
        <span className="hidden-but-read"> {pair.coin_pair_name}</span>
      </LinkButton>
    ),
    align: "right",
    width: 92,
    show: "not-phone",
  },
];

const columns = (): Column<Pair>[] => [
  {
    id: "star",
    header: <span className="hidden-but-read">{t("markets.favorites")}</span>,
    cell: (pair) => <StarButton pair={pair} />,
    skeleton: 16,
  },
  {
    id: "pair",
    header: t("markets.pair"),
    cell: (pair) => <Name pair={pair} />,
    compare: byName,
    skeleton: 140,
  },
  {
    id: "day_line_on_phones",
    header: <span className="hidden-but-read">{t("markets.day_line")}</span>,
    cell: (pair) =>
      pair.tick.length <= longestTick && (
        <Sparkline values={pair.sparkline} width={32} height={24} />
      ),
    show: "phone",
    skeleton: 32,
  },
  {
    id: "price",
    header: t("markets.price"),
    cell: (pair) => (
      <span className={styles["price-cell"]}>
        <Price value={pair.close} tick={pair.tick} flash className={styles.price} />
      </span>
    ),
    align: "right",
    compare: byPrice,
  },
  {
    id: "change",
    header: (
      <>
        <span className={styles["not-on-phones"]}>{t("markets.change")}</span>
        <span className={styles["on-phones"]}>{t("markets.change_short")}</span>
      </>
    ),
    cell: (pair) => (
      <>
        <Change percent={pair.increase_in_value} places={4} className={styles["not-on-phones"]} />
        <Change percent={pair.increase_in_value} dense className={styles["on-phones"]} />
      </>
    ),
    align: "right",
    compare: byChange,
  },
  {
    id: "high",
    header: t("markets.high"),
    cell: (pair) => <Price value={pair.high} tick={pair.tick} />,
    align: "right",
    show: "wide",
  },
  {
    id: "low",
    header: t("markets.low"),
    cell: (pair) => <Price value={pair.low} tick={pair.tick} />,
    align: "right",
    show: "wide",
  },
  {
    id: "volume",
    header: t("markets.volume"),
    cell: (pair) => <Short value={pair.volume_usdt} />,
    align: "right",
    compare: byVolume,
    show: "not-phone",
  },
  {
    id: "day_line",
    header: t("markets.day_line"),
    cell: (pair) => (
      <span className={styles.line}>
        <Sparkline values={pair.sparkline} width={104} height={28} />
      </span>
    ),
    align: "right",
    show: "wide",
  },
  ...acts(),
];

function Empty({ group, search }: { group: Group; search: string }) {
  const session = useSession();
  if (search) {
    return (
      <EmptyState title={t("markets.no_records")} text={t("markets.no_records_text", { search })} />
    );
  }
  if (group !== "favorites") return <EmptyState title={t("markets.no_records")} />;
  return (
    <EmptyState
      title={t("markets.no_favorites")}
      text={t(session ? "markets.no_favorites_text" : "markets.no_favorites_guest")}
      action={
        session ? undefined : (
          <LinkButton to="/signin" state={{ from: "/markets/favorites" }}>
            {t("markets.sign_in")}
          </LinkButton>
        )
      }
    />
  );
}

const tabNames = {
  prices: "markets.all",
  pos: "markets.pos",
  pow: "markets.pow",
  innovation: "markets.innovation",
  favorites: "markets.favorites",
} as const;

const tabs = () =>
  groups.map((group) => ({
    to: `/markets/${group}`,
    label:
      group === "favorites" ? (
        <>
          <Star size={14} strokeWidth={1.5} aria-hidden="true" /> {t(tabNames[group])}
        </>
      ) : (
        t(tabNames[group])
      ),
  }));

export default function MarketsScreen() {
  const { group } = useParams();
  const askAlert = usePriceAlert();
  const [search, setSearch] = useState("");
  useTickers();
  const list = useAllPairs();
  const pairs = list.data?.coinpair;
  const shown = useMemo(
    () => (pairs && isGroup(group) ? pairsOf(pairs, group, search) : undefined),
    [pairs, group, search],
  );
  if (!isGroup(group)) return <Redirect to="/markets/prices" />;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles["title-line"]}>
          <h1 className={styles.title}>{t("markets.title")}</h1>
          <TextLink to="/markets/trading_data">{t("markets.view_overview")}</TextLink>
        </div>
        <p className={styles.summary}>
          {pairs &&
            t("markets.summary", {
              count: pairs.length,
              volume: formatShort(volumeOf(pairs), currentLanguage()),
            })}
        </p>
      </header>
      <Highlights pairs={pairs} />
      <div className={styles.tools}>
        <TabLinks label={t("markets.tabs")} items={tabs()} look="filled" className={styles.tabs} />
        <SearchInput
          label={t("markets.search")}
          value={search}
          onValue={setSearch}
          className={styles.search}
        />
      </div>
      <p className={styles.hint}>{t("markets.hold_for_alert")}</p>
      <section className={cx(styles.list, styles.pairs)} aria-label={t(tabNames[group])}>
        <Table
          key={group}
          label={t(tabNames[group])}
          columns={columns()}
          rows={shown}
          rowKey={(pair) => pair.id}
          sort={{ column: "volume", descending: true }}
          pageSize={rowsOnAPage}
          search={search}
          onHold={({ coin_pair_name: name }) => askAlert(name)}
          error={list.error}
          onRetry={() => void list.refetch()}
          empty={<Empty group={group} search={search} />}
        />
      </section>
    </div>
  );
}
