// The real chart, book and trades of one market, read-only.
import { useDeferredValue } from "react";
import { forDrawing, fromDrawing, isDecimal, isZero } from "../../../lib/decimal";
import { formatNumber } from "../../../lib/format";
import { t } from "../../../lib/i18n";
import { useNarrow } from "../../../lib/narrow";
import { useAllPairs, type Pair } from "../../../lib/pairs";
import { Link } from "../../../lib/router";
import { useSession } from "../../../lib/session";
import { useStatus } from "../../../lib/status";
import { BookPanel } from "../../../market/book_panel";
import { useMarketNow } from "../../../market/market_now";
import { TradesPanel } from "../../../market/trades_panel";
import { LinkButton } from "../../../ui/button";
import { Chip, Pill } from "../../../ui/chip";
import { CoinIcon, PairName } from "../../../ui/coin";
import { Fact } from "../../../ui/facts";
import { Change, Price, Short, TradingNumbers } from "../../../ui/number";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states";
import { TryNow } from "../../../ui/try_now";
import { useHours } from "../api";
import { firstMarket, upTo } from "../rules";
import { Candles } from "./candles";
import styles from "./live.module.css";
import { LivePlace } from "./live_places";

const hours = 96;
const chartWidth = 560;
const chartHeight = 207;
/** As many as the house offers. */
const levels = 5;

const marketOf = (coin: string) => `/trades/spot/${coin}`;

type Now = ReturnType<typeof useMarketNow>;

/** "Delayed" by the same rule as on the trading screen; "Live" while its pushes arrive. */
function State({ stale, book }: Pick<Now, "stale" | "book">) {
  if (stale) return <Chip tone="warning">{t("market.stale")}</Chip>;
  return book.stream === "live" && book.data && <Chip tone="up">{t("landing_more.live")}</Chip>;
}

function Head({ pair, now }: { pair: Pair; now: Now }) {
  const { name, price_places: places } = pair;
  return (
    <>
      <CoinIcon name={name} image={pair.image} size={32} />
      <h2>
        <Link to={marketOf(name)}>
          <PairName name={name} />
        </Link>
        <small>{pair.full_name}</small>
      </h2>
      <div className={styles.price} data-testid="live-price">
        <Price
          value={pair.close}
          places={places}
          className={now.stale ? styles.stale : undefined}
          flash
        />
        <Change percent={pair.percent} dense />
      </div>
      <dl className={styles.day}>
        <Fact name={t("market.high")}>
          <Price value={pair.high} places={places} />
        </Fact>
        <Fact name={t("market.low")}>
          <Price value={pair.low} places={places} />
        </Fact>
        <Fact name={t("market.volume")}>
          <Short value={pair.volume_usdt} currency="$" />
        </Fact>
      </dl>
      <span className={styles.state}>
        <State {...now} />
      </span>
    </>
  );
}

function Chart({ pair }: { pair: Pair }) {
  const candles = useHours(pair.coin_pair_name, hours);
  if (!candles) return <Skeleton height={chartHeight} />;
  if (candles.length < 2) return <EmptyState compact title={t("landing_more.live_no_chart")} />;
  const { close, price_places: places } = pair;
  const known = isDecimal(close) && !isZero(close);
  const price = known ? forDrawing(close) : undefined;
  return (
    <Candles
      candles={price === undefined ? candles : upTo(candles, price)}
      slots={hours}
      width={chartWidth}
      height={chartHeight}
      price={price}
      label={t("landing_more.live_chart", { pair: `${pair.name}/USDT` })}
      text={(value) => formatNumber(fromDrawing(value), { places })}
      className={styles.candles}
    />
  );
}

function Book({ pair, book }: { pair: Pair; book: Now["book"] }) {
  const narrow = useNarrow();
  const shared = {
    coin: pair.name,
    book: book.data,
    error: book.error,
    onRetry: () => void book.refetch(),
    places: { price: pair.price_places, quantity: pair.quantity_places },
  };
  const empty = book.data && book.data.asks.length + book.data.bids.length === 0;
  return (
    <>
      <div className={styles.book}>
        {empty ? (
          <EmptyState compact title={t("landing_more.live_no_orders")} />
        ) : (
          <BookPanel {...shared} levels={levels} />
        )}
      </div>
      {!narrow && (
        <div className={styles.trades}>
          <TradesPanel {...shared} />
        </div>
      )}
    </>
  );
}

/** One call alone: in a demonstration the shorter way in, else the market. */
function Foot({ coin }: { coin: string }) {
  const guest = useSession() === null;
  const status = useStatus();
  const trying = guest && status?.demo === true;
  return (
    <>
      {status?.market === "simulated" && <Pill dot>{t("shell.simulated")}</Pill>}
      <p>{t(trying ? "landing.try_text" : "landing_more.live_text")}</p>
      {trying ? (
        <TryNow to={marketOf(coin)} look="primary" size="l">
          {t("landing.try_now")}
        </TryNow>
      ) : (
        status && (
          <LinkButton to={marketOf(coin)} look="primary" size="l">
            {t("landing_more.live_open", { coin })}
          </LinkButton>
        )
      )}
    </>
  );
}

function Market({ first }: { first: Pair }) {
  const now = useMarketNow(first.coin_pair_name);
  const pair = now.pair ?? first;
  return (
    <LivePlace
      label={t("landing_more.live_market")}
      head={<Head pair={pair} now={now} />}
      foot={<Foot coin={pair.name} />}
    >
      <div className={styles.chart}>
        <Chart pair={pair} />
      </div>
      <Book pair={pair} book={now.book} />
    </LivePlace>
  );
}

export function LiveMarket() {
  const { data, error, refetch } = useAllPairs();
  // Drawn beside what else has just come, and not in one go with it.
  const pairs = useDeferredValue(data?.coinpair);
  const first = pairs && firstMarket(pairs);
  if (first) {
    return (
      <TradingNumbers value={true}>
        <Market key={first.id} first={first} />
      </TradingNumbers>
    );
  }
  if (!pairs && !error) return <LivePlace />;
  return (
    <LivePlace
      label={t("landing_more.live_market")}
      head={<h2>{t("landing_more.live_market")}</h2>}
    >
      <div className={styles.instead}>
        {pairs ? (
          <EmptyState
            compact
            title={t("landing_more.live_none")}
            text={t("landing_more.live_none_text")}
          />
        ) : (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </LivePlace>
  );
}
