// Indicators that klinecharts lacks. They are drawn and nothing else: binary numbers will do.
import type { KLineData } from "klinecharts";

const dayMs = 86_400_000;
const typical = ({ high, low, close }: KLineData) => (high + low + close) / 3;

/**
 * Volume-weighted average price since midnight UTC: the sum of typical price × volume over the sum of
 * volume, the typical price being (high + low + close) / 3. Nothing before the day's first trade. Of
 * bars of a day or longer each is its own session.
 */
export function vwap(bars: readonly KLineData[]): { vwap?: number }[] {
  let day = NaN;
  let worth = 0;
  let traded = 0;
  return bars.map((bar) => {
    const today = Math.floor(bar.timestamp / dayMs);
    if (today !== day) [day, worth, traded] = [today, 0, 0];
    const volume = bar.volume ?? 0;
    worth += typical(bar) * volume;
    traded += volume;
    return traded > 0 ? { vwap: worth / traded } : {};
  });
}

/**
 * Average true range (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978): the mean of
 * the first `length` true ranges, then ((length − 1) × the last average + true range) / length.
 */
export function atr(bars: readonly KLineData[], length: number): { atr?: number }[] {
  let sum = 0;
  let average: number | undefined;
  return bars.map(({ high, low }, index) => {
    const before = bars[index - 1]?.close;
    const range =
      before === undefined
        ? high - low
        : Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
    if (average !== undefined) average = (average * (length - 1) + range) / length;
    else {
      sum += range;
      if (index === length - 1) average = sum / length;
    }
    return average === undefined ? {} : { atr: average };
  });
}

/** The mean of the last `length` numbers; nothing where one of them is missing. */
function means(values: readonly (number | undefined)[], length: number): (number | undefined)[] {
  return values.map((_, index) => {
    const last = values.slice(Math.max(index - length + 1, 0), index + 1);
    const known = last.filter((value) => value !== undefined);
    return known.length < length ? undefined : known.reduce((a, b) => a + b, 0) / length;
  });
}

const known = (name: string, value: number | undefined) =>
  value === undefined ? {} : { [name]: value };

/**
 * Slow stochastic oscillator (George Lane): where the close stands between the lowest low and the
 * highest high of `length` bars, in percent, as the mean of `smooth` of them (%K), and the mean of
 * `signal` %K (%D). A market that stood still is in the middle.
 */
export function stochastic(
  bars: readonly KLineData[],
  length: number,
  smooth: number,
  signal: number,
): { k?: number; d?: number }[] {
  const raw = bars.map(({ close }, index) => {
    if (index < length - 1) return undefined;
    const last = bars.slice(index - length + 1, index + 1);
    const low = Math.min(...last.map((bar) => bar.low));
    const high = Math.max(...last.map((bar) => bar.high));
    return high === low ? 50 : (100 * (close - low)) / (high - low);
  });
  const fast = means(raw, smooth);
  const slow = means(fast, signal);
  return bars.map((_, index) => ({ ...known("k", fast[index]), ...known("d", slow[index]) }));
}

/**
 * SuperTrend (Olivier Seban): a band of `factor` average true ranges around the middle of each bar.
 * Below a rising price its lower edge only rises, above a falling one its upper edge only falls; a
 * close beyond the edge turns the trend.
 */
export function superTrend(
  bars: readonly KLineData[],
  length: number,
  factor: number,
): { up?: number; down?: number }[] {
  const ranges = atr(bars, length);
  let [lower, upper, rises] = [NaN, NaN, true];
  return bars.map(({ high, low, close }, index) => {
    const range = ranges[index]?.atr;
    if (range === undefined) return {};
    const before = bars[index - 1]?.close ?? close;
    const middle = (high + low) / 2;
    const [below, above] = [middle - factor * range, middle + factor * range];
    const first = Number.isNaN(lower);
    lower = first || before < lower ? below : Math.max(below, lower);
    upper = first || before > upper ? above : Math.min(above, upper);
    if (close > upper) rises = true;
    if (close < lower) rises = false;
    return rises ? { up: lower } : { down: upper };
  });
}
