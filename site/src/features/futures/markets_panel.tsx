// The other contracts, with a search.
import { useState } from "react";
import { placesOf } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { Link } from "../../lib/router";
import { matching } from "../../market/picker";
import { CoinIcon, PairName } from "../../ui/coin";
import { SearchInput } from "../../ui/input";
import { Change, Price } from "../../ui/number";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { useContracts } from "./api";
import { addressOf } from "./coin_picker";
import styles from "./futures.module.css";

/** More where the contract's tick is finer. */
const leastPricePlaces = 3;
const changePlaces = 4;

export function MarketsPanel({ coin }: { coin: string }) {
  const [search, setSearch] = useState("");
  const query = useContracts();
  const rows = query.data && matching(query.data, ({ name }) => name, search);
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
      {query.error && !rows ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ul className={styles["markets-list"]} aria-busy={!rows} tabIndex={-1}>
          {!rows &&
            Array.from({ length: 6 }, (_, row) => (
              <li key={row} className={styles.market}>
                <Skeleton height={14} />
              </li>
            ))}
          {rows?.map((contract) => (
            <li key={contract.name}>
              <Link
                to={addressOf(contract)}
                className={styles.market}
                aria-current={contract.coin === coin ? "page" : undefined}
              >
                <CoinIcon name={contract.coin} image={contract.image} size={20} />
                <PairName name={contract.coin} />
                <span className={styles["market-numbers"]}>
                  <Price
                    value={contract.last_price}
                    places={Math.max(leastPricePlaces, placesOf(contract.tick))}
                  />
                  <Change percent={contract.increase_in_value} places={changePlaces} dense />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {rows?.length === 0 && <EmptyState compact title={t("futures.no_records")} />}
    </section>
  );
}
