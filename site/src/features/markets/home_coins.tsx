// The coins of the home card: the first four pairs, the last prices, the way to the full list.
import { t } from "../../lib/i18n";
import { useHomeCoins, type HomeCoins, type Pair } from "../../lib/pairs";
import { Link } from "../../lib/router";
import { LinkButton } from "../../ui/button";
import { CoinIcon, PairName, Sparkline } from "../../ui/coin";
import { Change, Price } from "../../ui/number";
import { Skeleton } from "../../ui/states";
import styles from "./home_coins.module.css";

const shown = 4;

function Row({ pair }: { pair: Pair }) {
  return (
    <li>
      <Link to={`/trades/spot/${pair.name}`} className={styles.row}>
        <CoinIcon name={pair.name} image={pair.image} size={28} />
        <span className={styles.name}>
          <PairName name={pair.name} />
          <small>{pair.full_name}</small>
        </span>
        <Sparkline values={pair.sparkline} width={96} height={24} />
        <span className={styles.figures}>
          <Price value={pair.close} tick={pair.tick} flash />
          <Change percent={pair.percent} dense />
        </span>
      </Link>
    </li>
  );
}

const LoadingRow = () => (
  <li className={styles.row}>
    <Skeleton width={28} height={28} round />
    <Skeleton width={96} />
    <span />
    <Skeleton width={72} />
  </li>
);

const LastPrice = ({ name, last }: HomeCoins["ticker"][number]) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Price value={last} flash />
    </dd>
  </div>
);

/** Fetched every four seconds; a failure is not shown, the last figures stay. */
export function HomeCoins() {
  const { data } = useHomeCoins();
  return (
    <section className={styles.card} aria-label={t("markets.home")}>
      <div className={styles.head}>
        <h2>{t("markets.home")}</h2>
        <LinkButton to="/markets/prices" look="secondary" size="s">
          {t("markets.home_all")}
        </LinkButton>
      </div>
      <ul className={styles.rows}>
        {data?.coinpair.slice(0, shown).map((pair) => <Row key={pair.id} pair={pair} />) ??
          Array.from({ length: shown }, (_, index) => <LoadingRow key={index} />)}
      </ul>
      <dl className={styles.ticker} aria-label={t("markets.last_prices")}>
        {data?.ticker.map((last) => (
          <LastPrice key={last.name} {...last} />
        ))}
      </dl>
    </section>
  );
}
