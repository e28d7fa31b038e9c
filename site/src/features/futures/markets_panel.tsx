// The other contracts: by group and by name, each with its coin's star.
import { useState } from "react";
import { t } from "../../lib/i18n";
import { Link } from "../../lib/router";
import { GroupTabs, NoMarkets, useGroup } from "../../market/group_tabs";
import { listedIn, type Listed } from "../../market/picker";
import { StarButton } from "../../market/star_button";
import { CoinIcon, PairName } from "../../ui/coin";
import { SearchInput } from "../../ui/input";
import { Change, Price, Short } from "../../ui/number";
import { ErrorState, Skeleton } from "../../ui/states";
import { useListed } from "./coin_picker";
import styles from "./futures.module.css";

/** More where the contract's tick is finer. */
const leastPricePlaces = 3;
const changePlaces = 4;

function Market({ market, here }: { market: Listed; here: boolean }) {
  return (
    <li className={styles["market-line"]}>
      {market.pair && <StarButton pair={market.pair} className={styles["market-star"]} />}
      <Link to={market.address} className={styles.market} aria-current={here ? "page" : undefined}>
        <CoinIcon name={market.coin} image={market.image} size={20} />
        <span className={styles["market-name"]}>
          <PairName name={market.coin} />
          <span className={styles["market-volume"]}>
            {t("market.volume_word")} <Short value={market.volume} />
          </span>
        </span>
        <span className={styles["market-numbers"]}>
          <Price value={market.price} places={Math.max(leastPricePlaces, market.places)} />
          <Change percent={market.change} places={changePlaces} dense />
        </span>
      </Link>
    </li>
  );
}

export function MarketsPanel({ coin }: { coin: string }) {
  const [search, setSearch] = useState("");
  const [group, setGroup] = useGroup();
  const { rows: all, error, retry } = useListed();
  const rows = all && listedIn(all, group, search);
  return (
    <section className={styles.markets} aria-label={t("futures.panel_markets")}>
      <div className={styles["panel-head"]}>
        <h2>{t("futures.panel_markets")}</h2>
      </div>
      <SearchInput
        label={t("market.search")}
        value={search}
        onValue={setSearch}
        className={styles["markets-search"]}
      />
      <GroupTabs group={group} onGroup={setGroup} />
      {error && !rows ? (
        <ErrorState compact error={error} onRetry={retry} />
      ) : (
        <ul className={styles["markets-list"]} aria-busy={!rows} tabIndex={-1}>
          {!rows &&
            Array.from({ length: 6 }, (_, row) => (
              <li key={row} className={styles.market}>
                <Skeleton height={14} />
              </li>
            ))}
          {rows?.map((market) => (
            <Market key={market.name} market={market} here={market.coin === coin} />
          ))}
        </ul>
      )}
      {rows?.length === 0 && <NoMarkets group={group} search={search} />}
    </section>
  );
}
