import { useNavigate } from "react-router";
import { useToggleFavorite, type Pair } from "../../../lib/pairs";
import { Link } from "../../../lib/router";
import { useSession } from "../../../lib/session";
import { CoinIcon, PairName, Sparkline } from "../../../ui/coin";
import { Change, Price } from "../../../ui/number";
import { FavoriteStar } from "../../../ui/star";
import { ErrorState } from "../../../ui/states";
import styles from "./landing.module.css";
import { CoinPlaces, PopularPlaces, QuotePlaces } from "./market_places";

export function QuoteStrip({ pairs }: { pairs: readonly Pair[] | undefined }) {
  return (
    <QuotePlaces>
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
      ))}
    </QuotePlaces>
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
    <PopularPlaces>
      {props.error && !props.pairs ? (
        <ErrorState error={props.error} onRetry={props.onRetry} />
      ) : (
        <CoinPlaces>
          {props.pairs?.map((pair) => (
            <CoinCard key={pair.id} pair={pair} />
          ))}
        </CoinPlaces>
      )}
    </PopularPlaces>
  );
}
