// The book as two curves: how much is asked and bid up to each price.
import { useMemo, useState, type PointerEvent } from "react";
import { depthRows, type Book } from "../../lib/book";
import { add, compare, divide, multiply, subtract, type Decimal } from "../../lib/decimal";
import { enoughPlaces, formatNumber, formatShort } from "../../lib/format";
import { t } from "../../lib/i18n";
import { Fact } from "../../ui/facts";
import { Amount, Price } from "../../ui/number";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { depthCurve, nearestPoint, type Curve, type CurvePoint, type DepthCurves } from "./depth";
import styles from "./depth.module.css";

const width = 1000;
const height = 400;

interface Places {
  price: number;
  quantity: number;
}

/** A staircase from the middle outwards, closed along the bottom. */
function area({ points, start, end }: Curve): string {
  const steps = points.map(({ x, y }) => `H${x * width}V${(1 - y) * height}`).join("");
  return `M${start * width} ${height}${steps}H${end * width}V${height}Z`;
}

function Reading({ point, places, coin }: { point: CurvePoint; places: Places; coin: string }) {
  return (
    <dl className={styles.reading} style={{ left: `${Math.min(0.8, point.x) * 100}%` }}>
      <Fact name={t("market.price")}>
        <Price value={point.price} places={places.price} unit="USDT" />
      </Fact>
      <Fact name={t("spot.depth_to_here")}>
        <Amount value={point.sum} places={places.quantity} unit={coin} />
      </Fact>
    </dl>
  );
}

const quarters = [0, 1, 2, 3, 4] as const;

function PriceAxis({ low, high, places }: Pick<DepthCurves, "low" | "high"> & { places: Places }) {
  const step = divide(subtract(high, low), "4", places.price + 2, "half_even");
  return (
    <div className={styles.axis} aria-hidden="true">
      {quarters.map((n) => (
        <span key={n} className={n % 2 === 1 ? styles["axis-between"] : undefined}>
          {formatNumber(add(low, multiply(step, n.toString())), {
            places: places.price,
            rounding: "half_even",
          })}
        </span>
      ))}
    </div>
  );
}

/** What the height means: the sum at the top and half-way, in the coin. */
function SumAxis({ most, coin }: { most: Decimal; coin: string }) {
  const half = divide(most, "2", 8, "half_even");
  return (
    <div className={styles.sums} aria-hidden="true">
      {[most, half].map((sum, index) => (
        <span key={index} style={{ top: `${index * 50}%` }}>
          {sumText(sum)} {coin}
        </span>
      ))}
    </div>
  );
}

/** "1.25K", "12.50", "0.0125". */
const sumText = (sum: Decimal) =>
  compare(sum, "1") >= 0
    ? formatShort(sum)
    : formatNumber(sum, { places: enoughPlaces(sum, 4, "down") });

export function DepthPanel(props: {
  coin: string;
  book: Book | undefined;
  error: unknown;
  onRetry: () => void;
  places: Places;
}) {
  const { book, places, coin } = props;
  const [pointed, pointAt] = useState<number | null>(null);
  const curves = useMemo(
    () => book && depthCurve(depthRows(book, book.asks.length + book.bids.length)),
    [book],
  );
  if (props.error && !book) {
    return (
      <ErrorState
        compact
        title={t("market.book_failed")}
        error={props.error}
        onRetry={props.onRetry}
      />
    );
  }
  if (!book) return <Skeleton height={height / 2} className={styles.waiting} />;
  if (!curves) return <EmptyState compact title={t("spot.no_depth")} />;
  const { asks, bids, low, high, most } = curves;
  const near = pointed === null ? null : nearestPoint(curves, pointed);
  const move = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    pointAt((event.clientX - box.left) / box.width);
  };
  const sum = (curve: Curve) => formatNumber(curve.points.at(-1)?.sum, { places: places.quantity });
  return (
    <figure className={styles.depth}>
      <figcaption className="hidden-but-read">
        {t("spot.depth_described", { coin, bids: sum(bids), asks: sum(asks) })}
      </figcaption>
      <div className={styles.drawn} onPointerMove={move} onPointerLeave={() => pointAt(null)}>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={area(bids)} className={styles.bids} vectorEffect="non-scaling-stroke" />
          <path d={area(asks)} className={styles.asks} vectorEffect="non-scaling-stroke" />
        </svg>
        <SumAxis most={most} coin={coin} />
        {near && <span className={styles.line} style={{ left: `${near.x * 100}%` }} />}
        {near && <Reading point={near} places={places} coin={coin} />}
      </div>
      <PriceAxis low={low} high={high} places={places} />
    </figure>
  );
}
