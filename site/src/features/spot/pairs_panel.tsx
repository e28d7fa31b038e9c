// All markets beside the chart: by group and by name, with a star, and one press away.
import { ChevronsUpDown } from "lucide-react";
import { memo, useMemo, useState } from "react";
import { t } from "../../lib/i18n";
import { byVolume, useAllPairs, type Pair } from "../../lib/pairs";
import { readChoice, writeChoice } from "../../lib/preferences";
import { NavLink } from "../../lib/router";
import { GroupTabs, NoMarkets, useGroup } from "../../market/group_tabs";
import { pairsOf } from "../../market/groups";
import { StarButton } from "../../market/star_button";
import { CoinIcon, PairName } from "../../ui/coin";
import { SearchInput } from "../../ui/input";
import { Change, Price, Short } from "../../ui/number";
import { ErrorState, Skeleton } from "../../ui/states";
import { addressOf, atOnce } from "./coin_picker";
import styles from "./pairs.module.css";

const waitingRows = 12;
const choice = "pairs_figure";

/** A list beside a chart has room for one of them. */
type Figure = "change" | "volume";

function useFigure(): [Figure, () => void] {
  const [figure, setFigure] = useState<Figure>(() =>
    readChoice(choice) === "volume" ? "volume" : "change",
  );
  const turn = () => {
    const next = figure === "change" ? "volume" : "change";
    writeChoice(choice, next);
    setFigure(next);
  };
  return [figure, turn];
}

const Row = memo(function Row({ pair, figure }: { pair: Pair; figure: Figure }) {
  return (
    <li className={styles.line}>
      <StarButton pair={pair} className={styles.star} />
      <NavLink to={addressOf(pair)} className={styles.row}>
        <CoinIcon name={pair.name} image={pair.image} size={16} />
        <span className={styles.name}>
          <PairName name={pair.name} />
        </span>
        <Price value={pair.close} places={pair.price_places} />
        {figure === "change" ? (
          <Change percent={pair.increase_in_value} dense className={styles.figure} />
        ) : (
          <Short value={pair.volume_usdt} className={styles.figure} />
        )}
      </NavLink>
    </li>
  );
});

/** `now`: the pair of the screen, which has its price from the book. */
export function PairsPanel({ now }: { now: Pair | undefined }) {
  const [search, setSearch] = useState("");
  const [group, setGroup] = useGroup();
  const [figure, turn] = useFigure();
  const query = useAllPairs();
  const list = useMemo(() => atOnce(query.data?.coinpair, now), [query.data, now]);
  const rows = useMemo(
    () => list && pairsOf(list, group, search).sort(byVolume),
    [list, group, search],
  );
  const changes = figure === "change";
  return (
    <nav className={styles.panel} aria-label={t("spot.pairs")}>
      <SearchInput
        label={t("market.search")}
        value={search}
        onValue={setSearch}
        className={styles.search}
      />
      <GroupTabs group={group} onGroup={setGroup} />
      <div className={styles.head}>
        <span aria-hidden="true">{t("spot.pair")}</span>
        <span aria-hidden="true">{t("market.price")}</span>
        <button
          type="button"
          aria-label={t(changes ? "market.show_volume" : "market.show_change")}
          className={styles.turn}
          onClick={turn}
        >
          {t(changes ? "market.change_short" : "market.volume_word")}
          <ChevronsUpDown size={12} strokeWidth={1.5} aria-hidden="true" />
        </button>
      </div>
      {query.error && !list && (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      )}
      {rows?.length === 0 && <NoMarkets group={group} search={search} />}
      <ul className={styles.rows} aria-busy={!rows && !query.error}>
        {rows?.map((pair) => (
          <Row key={pair.id} pair={pair} figure={figure} />
        ))}
        {!rows &&
          !query.error &&
          Array.from({ length: waitingRows }, (_, row) => (
            <li key={row} className={styles.waiting}>
              <Skeleton height={12} />
            </li>
          ))}
      </ul>
    </nav>
  );
}
