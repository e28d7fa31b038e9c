// Candles in a drawing, without the chart's library.
import type { Candle } from "../rules";
import styles from "./candles.module.css";

const edge = 6;
const grid = [0.2, 0.4, 0.6, 0.8];
/** Where there are prices beside the candles. */
const axisWidth = 64;
const tagHeight = 18;

interface CandlesProps {
  candles: readonly Candle[];
  /** How many there is room for; the newest stand last. */
  slots: number;
  width: number;
  height: number;
  className?: string | undefined;
  /** What it shows, for those who do not see it; without it it is a decoration. */
  label?: string;
  /** The price of now. */
  price?: number | undefined;
  /** How prices are written beside the candles. */
  text?: (price: number) => string;
}

export function Candles(props: CandlesProps) {
  const { candles, slots, width, height, label, price, text } = props;
  const low = Math.min(...candles.map((candle) => candle[2]));
  const high = Math.max(...candles.map((candle) => candle[3]));
  const span = high - low || 1;
  const y = (at: number) => edge + ((high - at) / span) * (height - 2 * edge);
  const priceAt = (part: number) => high - ((height * part - edge) / (height - 2 * edge)) * span;
  const room = text ? width - axisWidth : width;
  const step = room / slots;
  const start = room - Math.min(candles.length, slots) * step;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMaxYMid slice"
      className={props.className}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      {grid.map((part) => (
        <g key={part}>
          <path d={`M0 ${height * part}H${room}`} stroke="var(--line)" />
          {text && (
            <text x={width - edge} y={height * part} className={styles.axis}>
              {text(priceAt(part))}
            </text>
          )}
        </g>
      ))}
      {candles.slice(-slots).map(([open, close, least, most], index) => {
        const x = start + (index + 0.5) * step;
        const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))];
        const up = close >= open;
        return (
          <g key={index} stroke={up ? "var(--up)" : "var(--dn)"}>
            <path d={`M${x} ${y(most)}V${top}M${x} ${bottom}V${y(least)}`} />
            <rect
              x={x - 1.6}
              y={top}
              width="3.2"
              height={Math.max(bottom - top, 0.6)}
              fill={up ? "var(--canvas)" : "var(--dn)"}
            />
          </g>
        );
      })}
      {price !== undefined && text && (
        <>
          <path d={`M0 ${y(price)}H${room}`} className={styles.line} />
          <rect
            x={room}
            y={y(price) - tagHeight / 2}
            width={axisWidth}
            height={tagHeight}
            rx="4"
            className={styles.tag}
          />
          <text x={width - edge} y={y(price)} className={styles.now}>
            {text(price)}
          </text>
        </>
      )}
    </svg>
  );
}
