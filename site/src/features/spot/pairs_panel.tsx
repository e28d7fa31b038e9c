// All markets beside the chart: searched by name, and one press away.
import { memo, useMemo, useState } from "react";
import { t } from "../../lib/i18n";
import { byVolume, useAllPairs, type Pair } from "../../lib/pairs";
import { NavLink } from "../../lib/router";
import { matching } from "../../market/picker";
import { CoinIcon, PairName } from "../../ui/coin";
import { SearchInput } from "../../ui/input";
import { Change, Price } from "../../ui/number";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { addressOf, atOnce } from "./coin_picker";
import styles from "./pairs.module.css";

const waitingRows = 12;
const nameOf = (pair: Pair) => pair.coin_pair_name;

const Row = memo(function Row({ pair }: { pair: Pair }) {
  return (
    <li>
      <NavLink to={addressOf(pair)} className={styles.row}>
        <CoinIcon name={pair.name} image={pair.image} size={16} />
        <span className={styles.name}>
          <PairName name={pair.name} />
        </span>
        <Price value={pair.close} places={pair.price_places} />
        <Change percent={pair.increase_in_value} dense className={styles.change} />
      </NavLink>
    </li>
  );
});

/** `now`: the pair of the screen, which has its price from the book. */
export function PairsPanel({ now }: { now: Pair | undefined }) {
  const [search, setSearch] = useState("");
  const query = useAllPairs();
  const list = useMemo(() => atOnce(query.data?.coinpair, now), [query.data, now]);
  const rows = useMemo(() => list && matching(list, nameOf, search).sort(byVolume), [list, search]);
  return (
    <nav className={styles.panel} aria-label={t("spot.pairs")}>
      <SearchInput
        label={t("market.search")}
        value={search}
        onValue={setSearch}
        className={styles.search}
      />
      <div className={styles.head} aria-hidden="true">
        <span>{t("spot.pair")}</span>
        <span>{t("market.price")}</span>
        <span>{t("spot.change_short")}</span>
      </div>
      {query.error && !list && (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      )}
      {rows?.length === 0 && <EmptyState compact title={t("common.no_records")} />}
      <ul className={styles.rows} aria-busy={!rows}>
        {rows
          ? rows.map((pair) => <Row key={pair.id} pair={pair} />)
          : Array.from({ length: waitingRows }, (_, row) => (
              <li key={row} className={styles.waiting}>
                <Skeleton height={12} />
              </li>
            ))}
      </ul>
    </nav>
  );
}
