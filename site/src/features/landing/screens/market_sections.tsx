import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { t } from "../../../lib/i18n";
import { useToggleFavorite, type Pair } from "../../../lib/pairs";
import { Link } from "../../../lib/router";
import { useSession } from "../../../lib/session";
import { useStatus } from "../../../lib/status";
import { TextLink } from "../../../ui/button";
import { Pill } from "../../../ui/chip";
import { CoinIcon, PairName, Sparkline } from "../../../ui/coin";
import { Icon } from "../../../ui/icons";
import { Amount, Change, Price, Short } from "../../../ui/number";
import { FavoriteStar } from "../../../ui/star";
import { ErrorState, Skeleton } from "../../../ui/states";
import type { Statistics } from "../rules";
import styles from "./landing.module.css";

export function QuoteStrip({ pairs }: { pairs: readonly Pair[] | undefined }) {
  return (
    <nav className={styles.strip} aria-label={t("landing.live_markets")}>
      {pairs?.map((pair) => (
        <Link key={pair.id} to={`/trades/spot/${pair.name}`} className={styles.quote}>
          <span className={styles.coin}>
            <CoinIcon name={pair.name} image={pair.image} size={24} />
            <PairName name={pair.name} />
          </span>
          <Change percent={pair.percent} className={styles["quote-change"]} dense />
          <Price
            value={pair.close}
            places={pair.price_places}
            className={styles["quote-price"]}
            flash
          />
          <Sparkline values={pair.sparkline} width={72} height={24} />
        </Link>
      )) ??
        Array.from({ length: 6 }, (_, index) => (
          <div key={index} className={styles.quote} style={{ minHeight: 90 }}>
            <Skeleton width={96} height={14} />
            <Skeleton width={48} />
            <Skeleton width={80} height={16} />
            <Skeleton width={72} height={16} />
          </div>
        ))}
    </nav>
  );
}

function Stat(props: { name: ReactNode; value: ReactNode; hint?: ReactNode }) {
  return (
    <div className={styles.stat}>
      <dt className={styles["stat-name"]}>{props.name}</dt>
      <dd>
        <span className={styles["stat-value"]}>{props.value}</span>
        <p className={styles["stat-hint"]}>{props.hint}</p>
      </dd>
    </div>
  );
}

export function Stats({ statistics }: { statistics: Statistics | undefined }) {
  const status = useStatus();
  const wait = <Skeleton width={160} height={40} />;
  return (
    <dl className={`${styles.section} ${styles.stats}`}>
      <Stat
        name={
          <>
            {t("landing.stat_volume")}
            {status?.market === "simulated" && <Pill dot>{t("shell.simulated")}</Pill>}
          </>
        }
        value={statistics ? <Short value={statistics.volume} currency="$" /> : wait}
        hint={statistics && t("landing.stat_volume_hint", { count: statistics.pairs })}
      />
      <Stat
        name={t("landing.stat_coins")}
        value={statistics ? statistics.coins : wait}
        hint={t("landing.stat_coins_hint")}
      />
      {status?.registered_users !== undefined ? (
        <Stat
          name={t("landing.stat_users")}
          value={<Amount value={status.registered_users} places={0} />}
        />
      ) : (
        <Stat
          name={status || statistics ? t("landing.stat_rising") : <Skeleton width={96} />}
          value={statistics ? statistics.rising : wait}
          hint={statistics && t("landing.stat_rising_hint", { count: statistics.pairs })}
        />
      )}
    </dl>
  );
}

function CoinCard({ pair }: { pair: Pair }) {
  const session = useSession();
  const navigate = useNavigate();
  const toggle = useToggleFavorite();
  const star = () =>
    session ? toggle.mutate(pair.coin_id) : void navigate("/signin", { state: { from: "/" } });
  return (
    <article className={styles.card}>
      <div className={styles["card-name"]}>
        <CoinIcon name={pair.name} image={pair.image} size={32} />
        <div style={{ minWidth: 0 }}>
          <h3>
            <Link to={`/trades/spot/${pair.name}`} className={styles["card-link"]}>
              {pair.full_name}
            </Link>
          </h3>
          <p className={styles.symbol}>{pair.name}</p>
        </div>
      </div>
      <FavoriteStar
        name={pair.full_name}
        favorite={pair.favorite !== ""}
        onPress={star}
        className={styles.star}
      />
      <div className={styles.chart}>
        <Sparkline values={pair.sparkline} width={246} height={64} area stretch />
      </div>
      <Price
        value={pair.close}
        places={pair.price_places}
        currency="$"
        className={styles["card-price"]}
        flash
      />
      <Change percent={pair.percent} className={styles["card-change"]} />
    </article>
  );
}

export function PopularCoins(props: {
  pairs: readonly Pair[] | undefined;
  error: unknown;
  onRetry: () => void;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("landing.popular")}</h2>
        <TextLink to="/markets/prices" className={styles.all}>
          {t("landing.all_markets")}
          <Icon name="arrow_right" size={15} />
        </TextLink>
      </div>
      {props.error && !props.pairs ? (
        <ErrorState error={props.error} onRetry={props.onRetry} />
      ) : (
        <div className={styles.cards}>
          {props.pairs?.map((pair) => <CoinCard key={pair.id} pair={pair} />) ??
            Array.from({ length: 8 }, (_, index) => (
              <div key={index} className={styles.card}>
                <div className={styles["card-name"]}>
                  <Skeleton width={32} height={32} round />
                  <Skeleton width={80} />
                </div>
                <div className={styles.chart} />
                <Skeleton width={96} height={20} />
                <Skeleton width={56} />
              </div>
            ))}
        </div>
      )}
    </section>
  );
}
