// The time frames of the chart, the choice of this browser session, and how a trade changes a bar.
// Candles are drawn, not counted with: they alone are numbers, as chart-series sends them.
import type { Schemas } from "../../lib/calls";
import { formatTime } from "../../lib/format";
import { currentLanguage } from "../../lib/i18n";
import { forDrawing, whole, type Decimal } from "../../lib/decimal";

export const frames = ["1min", "5min", "15min", "30min", "1hr", "4hr", "1D", "1W", "1M"] as const;
export type Frame = (typeof frames)[number];

const minute = 60_000;
const day = 1440 * minute;
/** How long a bar is; of a month, how long it is at most. */
export const spanMs: Record<Frame, number> = {
  "1min": minute,
  "5min": 5 * minute,
  "15min": 15 * minute,
  "30min": 30 * minute,
  "1hr": 60 * minute,
  "4hr": 240 * minute,
  "1D": day,
  "1W": 7 * day,
  "1M": 31 * day,
};

/** 1970 began on a Thursday, and weeks begin on Mondays. */
const firstMonday = 4 * day;

/** When the bar of a moment began: weeks and months follow the calendar, the others the clock. UTC. */
export function beginOf(frame: Frame, at: number): number {
  const span = spanMs[frame];
  if (frame === "1M") {
    const time = new Date(at);
    return Date.UTC(time.getUTCFullYear(), time.getUTCMonth());
  }
  const from = frame === "1W" ? firstMonday : 0;
  return Math.floor((at - from) / span) * span + from;
}

/** When the bar that began then is over. */
export function endOf(frame: Frame, begin: number): number {
  if (frame !== "1M") return begin + spanMs[frame];
  const time = new Date(begin);
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1);
}

/** What the datafeed calls them. */
export const resolutions: Record<Frame, string> = {
  "1min": "1",
  "5min": "5",
  "15min": "15",
  "30min": "30",
  "1hr": "60",
  "4hr": "240",
  "1D": "1D",
  "1W": "1W",
  "1M": "1M",
};

const storageKey = "cambio.frame";
const usual: Frame = "1min";

export const isFrame = (name: string | null): name is Frame => frames.some((f) => f === name);

export function keptFrame(): Frame {
  const kept = sessionStorage.getItem(storageKey);
  return isFrame(kept) ? kept : usual;
}

export const keepFrame = (frame: Frame): void => sessionStorage.setItem(storageKey, frame);

export interface Bar {
  /** When it began, in milliseconds. */
  timestamp: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  [key: string]: unknown;
}

/** The candles: open, close, low, high, volume. */
export type Series = Pick<Schemas["ChartSeries"], "dates" | "series">;

/** The reply of chart-series as bars, oldest first. */
export function barsOf({ dates, series }: Series): Bar[] {
  return series.map(([open, close, low, high, volume], index) => ({
    timestamp: dates[index] ?? 0,
    open,
    high,
    low,
    close,
    volume,
  }));
}

/** The bar after a trade: the same one grown, or the next one begun. Null: the trade is too old. */
export function withTrade(
  bar: Bar,
  trade: { px: Decimal; sz: Decimal; ts: string },
  frame: Frame,
): Bar | null {
  const at = whole(trade.ts);
  const price = forDrawing(trade.px);
  const size = forDrawing(trade.sz);
  if (at < bar.timestamp) return null;
  if (at < endOf(frame, bar.timestamp)) {
    return {
      ...bar,
      close: price,
      high: Math.max(bar.high, price),
      low: Math.min(bar.low, price),
      volume: bar.volume + size,
    };
  }
  const timestamp = beginOf(frame, at);
  return { timestamp, open: bar.close, high: price, low: price, close: price, volume: size };
}

/** The bars that changed with these trades, newest trade first: the one that was, and new ones. */
export function withTrades(
  bar: Bar,
  trades: readonly { px: Decimal; sz: Decimal; ts: string }[],
  frame: Frame,
): Bar[] {
  const changed: Bar[] = [];
  let now = bar;
  for (const trade of [...trades].reverse()) {
    const next = withTrade(now, trade, frame);
    if (!next) continue;
    if (changed.at(-1)?.timestamp === next.timestamp) changed.pop();
    changed.push(next);
    now = next;
  }
  return changed;
}

const two = (value: number) => Math.floor(value).toString().padStart(2, "0");

/** "38:14", "3:59:12": what is left until the bar that began at `from` closes. */
export function countdown(from: number, now: number, frame: Frame): string {
  const left = Math.max(0, endOf(frame, from) - now) / 1000;
  const clock = `${two((left / 60) % 60)}:${two(left % 60)}`;
  if (left >= day / 1000) return `${Math.floor(left / (day / 1000))}d`;
  return left >= 3600 ? `${Math.floor(left / 3600)}:${clock}` : clock;
}

const withDates: ReadonlySet<Frame> = new Set(["1hr", "4hr"]);

/**
 * Below the chart: "12:00", at midnight "21 Nov"; "21 Nov 12:00" where bars of hours stand days
 * apart. At the crosshair always both. UTC.
 */
export function axisTime(timestamp: number, short: boolean, frame: Frame): string {
  const at = new Date(timestamp);
  const date = formatTime(at, "short_date", currentLanguage());
  const clock = formatTime(at, "clock").slice(0, 5);
  if (!short) return `${date} ${clock}`;
  if (clock === "00:00") return date;
  return withDates.has(frame) ? `${date} ${clock}` : clock;
}
