import { useState } from "react";
import { cx } from "../lib/cx";
import { forDrawing, isDecimal, type Decimal } from "../lib/decimal";
import styles from "./coin.module.css";

interface CoinIconProps {
  /** "BTC" */
  name: string;
  /** The address that the server gives; by default /icons/btc.svg. */
  image?: string | null | undefined;
  size?: number;
}

/** The coin's round icon, or its letter when there is no picture. The name stands beside it. */
export function CoinIcon({ name, image, size = 24 }: CoinIconProps) {
  const source = image || `/icons/${name.toLowerCase()}.svg`;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className={cx(styles.icon, broken === source && styles.letter)}
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: Math.round(size * 0.42) }}
    >
      {broken === source ? (
        name.slice(0, 1)
      ) : (
        <img
          src={source}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(source)}
        />
      )}
    </span>
  );
}

/** BTC/USDT with the quiet quote. Takes a coin's name or a pair's. */
export function PairName({ name, quote = "USDT" }: { name: string; quote?: string }) {
  const base =
    name.length > quote.length && name.endsWith(quote) ? name.slice(0, -quote.length) : name;
  return (
    <span className={styles.pair}>
      {base}
      <span className={styles.quote}>/{quote}</span>
    </span>
  );
}

interface SparklineProps {
  values: readonly Decimal[] | undefined;
  width?: number;
  height?: number;
  /** 7 % fill below the line. */
  area?: boolean;
  /** As wide as its container; `width` then only sets how fine the line is drawn. */
  stretch?: boolean;
  className?: string | undefined;
}

interface Shape {
  line: string;
  end: { x: number; y: number };
  direction: -1 | 0 | 1;
}

const edge = 3;

/** The line's path inside width × height; null when there are fewer than two values. */
export function sparklineShape(
  values: readonly Decimal[],
  width: number,
  height: number,
): Shape | null {
  const numbers = values.filter(isDecimal).map(forDrawing);
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (numbers.length < 2 || first === undefined || last === undefined) return null;
  const low = Math.min(...numbers);
  const range = Math.max(...numbers) - low;
  const step = (width - 2 * edge) / (numbers.length - 1);
  const points = numbers.map((value, index) => ({
    x: edge + index * step,
    y: range === 0 ? height / 2 : height - edge - ((value - low) / range) * (height - 2 * edge),
  }));
  const line = points
    .map(
      ({ x, y }, index) =>
        `${index === 0 ? "M" : "L"}${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`,
    )
    .join("");
  const end = points.at(-1) ?? { x: 0, y: 0 };
  return { line, end, direction: last > first ? 1 : last < first ? -1 : 0 };
}

/** A decoration, in the colour of its way from the first value to the last. */
export function Sparkline(props: SparklineProps) {
  const { values = [], width = 96, height = 32 } = props;
  const shape = sparklineShape(values, width, height);
  if (!shape)
    return <span style={{ display: "block", width: props.stretch ? "100%" : width, height }} />;
  const tone = shape.direction > 0 ? styles.up : shape.direction < 0 ? styles.down : styles.flat;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={props.stretch ? "100%" : width}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={cx(styles.line, tone, props.className)}
    >
      {props.area && (
        <path
          d={`${shape.line}V${height}H${edge}Z`}
          fill="currentColor"
          fillOpacity="0.07"
          stroke="none"
        />
      )}
      <path
        d={shape.line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
      {/* A line without length and with round ends: a dot that stays round when stretched. */}
      <path
        d={`M${shape.end.x} ${shape.end.y}h0`}
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
