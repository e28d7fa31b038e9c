// The book as two curves: how much is asked and bid up to each price.
import { useMemo, useState, type PointerEvent } from "react";
import { depth_rows, type Book } from "../../lib/book";
import { add, divide, type Decimal } from "../../lib/decimal";
import { format_number } from "../../lib/format";
import { t } from "../../lib/i18n";
import { Amount, Price } from "../../ui/number";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { depth_curve, nearest_point, type Curve, type CurvePoint } from "./depth";
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
      <div>
        <dt>{t("spot.price")}</dt>
        <dd>
          <Price value={point.price} places={places.price} unit="USDT" />
        </dd>
      </div>
      <div>
        <dt>{t("spot.depth_to_here")}</dt>
        <dd>
          <Amount value={point.sum} places={places.quantity} unit={coin} />
        </dd>
      </div>
    </dl>
  );
}

function Axis({
  low,
  middle,
  high,
  places,
}: Record<"low" | "middle" | "high", Decimal> & { places: Places }) {
  return (
    <div className={styles.axis} aria-hidden="true">
      {[low, middle, high].map((price, index) => (
        <span key={index}>
          {format_number(price, { places: places.price, rounding: "half_even" })}
        </span>
      ))}
    </div>
  );
}

export function DepthPanel(props: {
  coin: string;
  book: Book | undefined;
  error: unknown;
  on_retry: () => void;
  places: Places;
}) {
  const { book, places, coin } = props;
  const [pointed, point_at] = useState<number | null>(null);
  const curves = useMemo(
    () => book && depth_curve(depth_rows(book, book.asks.length + book.bids.length)),
    [book],
  );
  if (props.error && !book) {
    return (
      <ErrorState
        compact
        title={t("spot.book_failed")}
        error={props.error}
        on_retry={props.on_retry}
      />
    );
  }
  if (!book) return <Skeleton height={height / 2} className={styles.waiting} />;
  if (!curves) return <EmptyState compact title={t("spot.no_depth")} />;
  const { asks, bids, low, high } = curves;
  const middle = divide(add(low, high), "2", places.price, "half_even");
  const near = pointed === null ? null : nearest_point(curves, pointed);
  const move = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    point_at((event.clientX - box.left) / box.width);
  };
  const sum = (curve: Curve) =>
    format_number(curve.points.at(-1)?.sum, { places: places.quantity });
  return (
    <figure className={styles.depth}>
      <figcaption className="hidden-but-read">
        {t("spot.depth_described", { coin, bids: sum(bids), asks: sum(asks) })}
      </figcaption>
      <div className={styles.drawn} onPointerMove={move} onPointerLeave={() => point_at(null)}>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={area(bids)} className={styles.bids} vectorEffect="non-scaling-stroke" />
          <path d={area(asks)} className={styles.asks} vectorEffect="non-scaling-stroke" />
        </svg>
        {near && <span className={styles.line} style={{ left: `${near.x * 100}%` }} />}
        {near && <Reading point={near} places={places} coin={coin} />}
      </div>
      <Axis low={low} middle={middle} high={high} places={places} />
    </figure>
  );
}
