// The time frames of the chart, the choice of this browser session, and how a trade changes a bar.
// Candles are drawn, not counted with: they alone are numbers, as chart-series sends them.
import type { Schemas } from "../../lib/calls";
import { format_time } from "../../lib/format";
import { current_language } from "../../lib/i18n";
import { for_drawing, whole, type Decimal } from "../../lib/decimal";

export const frames = ["1min", "5min", "1hr", "4hr", "1D"] as const;
export type Frame = (typeof frames)[number];

const minute = 60_000;
export const span_ms: Record<Frame, number> = {
  "1min": minute,
  "5min": 5 * minute,
  "1hr": 60 * minute,
  "4hr": 240 * minute,
  "1D": 1440 * minute,
};

/** What the datafeed calls them. */
export const resolutions: Record<Frame, string> = {
  "1min": "1",
  "5min": "5",
  "1hr": "60",
  "4hr": "240",
  "1D": "1D",
};

const storage_key = "cambio.frame";
const usual: Frame = "1min";

export const is_frame = (name: string | null): name is Frame => frames.some((f) => f === name);

export function kept_frame(): Frame {
  const kept = sessionStorage.getItem(storage_key);
  return is_frame(kept) ? kept : usual;
}

export const keep_frame = (frame: Frame): void => sessionStorage.setItem(storage_key, frame);

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
export function bars_of({ dates, series }: Series): Bar[] {
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
export function with_trade(
  bar: Bar,
  trade: { px: Decimal; sz: Decimal; ts: string },
  frame: Frame,
): Bar | null {
  const at = whole(trade.ts);
  const price = for_drawing(trade.px);
  const size = for_drawing(trade.sz);
  if (at < bar.timestamp) return null;
  if (at < bar.timestamp + span_ms[frame]) {
    return {
      ...bar,
      close: price,
      high: Math.max(bar.high, price),
      low: Math.min(bar.low, price),
      volume: bar.volume + size,
    };
  }
  const timestamp = Math.floor(at / span_ms[frame]) * span_ms[frame];
  return { timestamp, open: bar.close, high: price, low: price, close: price, volume: size };
}

/** The bars that changed with these trades, newest trade first: the one that was, and new ones. */
export function with_trades(
  bar: Bar,
  trades: readonly { px: Decimal; sz: Decimal; ts: string }[],
  frame: Frame,
): Bar[] {
  const changed: Bar[] = [];
  let now = bar;
  for (const trade of [...trades].reverse()) {
    const next = with_trade(now, trade, frame);
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
  const left = Math.max(0, from + span_ms[frame] - now) / 1000;
  const clock = `${two((left / 60) % 60)}:${two(left % 60)}`;
  return left >= 3600 ? `${Math.floor(left / 3600)}:${clock}` : clock;
}

/** Below the chart: "12:00", at midnight "21 Nov". At the crosshair both. Always UTC. */
export function axis_time(timestamp: number, short: boolean): string {
  const at = new Date(timestamp);
  const day = format_time(at, "short_date", current_language());
  const clock = format_time(at, "clock").slice(0, 5);
  if (!short) return `${day} ${clock}`;
  return clock === "00:00" ? day : clock;
}
