// What the landing page says of the markets, taken from what the server answers and from nothing else.
import type { Schemas } from "../../lib/calls";
import { add, compare, isDecimal, multiply, sign, type Decimal } from "../../lib/decimal";
import { byVolume, type Pair } from "../../lib/pairs";

const stripCoins = 6;
const popularCoins = 8;

export interface Statistics {
  volume: Decimal;
  pairs: number;
  coins: number;
  rising: number;
}

export function statistics(pairs: readonly Pair[]): Statistics {
  const volumes = pairs.map((pair) => pair.volume_usdt).filter(isDecimal);
  return {
    volume: volumes.reduce(add, "0"),
    pairs: pairs.length,
    coins: new Set(pairs.map((pair) => pair.name)).size,
    rising: pairs.filter((pair) => isDecimal(pair.percent) && sign(pair.percent) > 0).length,
  };
}

/** Coins of type MAIN, the most traded first. */
export const popular = (pairs: readonly Pair[]): Pair[] =>
  pairs
    .filter((pair) => pair.type === "MAIN")
    .sort(byVolume)
    .slice(0, popularCoins);

/** The most traded pairs of all, for the strip below the headline. */
export const mostTraded = (pairs: readonly Pair[]): Pair[] =>
  [...pairs].sort(byVolume).slice(0, stripCoins);

/** The market of the first view: the best known one, or the most traded. */
export const firstMarket = (pairs: readonly Pair[]): Pair | undefined =>
  pairs.find((pair) => pair.name === "BTC") ?? mostTraded(pairs)[0];

/** Numbers for drawing: open, close, low, high, volume. */
export type Candle = Readonly<Schemas["Candle"]>;

/** The candles with the last one at the price of now. */
export function upTo(candles: readonly Candle[], price: number): Candle[] {
  const last = candles.at(-1);
  if (!last) return [];
  const [open, , low, high, volume] = last;
  const now: Candle = [open, price, Math.min(low, price), Math.max(high, price), volume];
  return [...candles.slice(0, -1), now];
}

export type Fees = Schemas["FeeRates"]["levels"];

const least = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b);

/** The lowest fee of any level; null where no level pays less than the first one. */
export function bestFee(fees: Fees): Decimal | null {
  const [first, ...others] = fees.map(({ maker, taker }) => least(maker, taker));
  if (first === undefined) return null;
  const best = others.reduce(least, first);
  return compare(best, first) < 0 ? best : null;
}

/** The largest multiple of ten below the number of coins: what "more than" can truly say. */
export const moreThan = (coins: number): number => Math.max(0, Math.ceil(coins / 10) * 10 - 10);

export type Story = "riser" | "faller" | "volume" | "high" | "low";

/** One entry of the feed: what there is to say of a pair. */
export interface FeedEntry {
  story: Story;
  pair: Pair;
}

const feedLength = 6;
// A price this close to the edge of its day counts as being there: 0.2 %.
const nearHigh = "0.998";
const nearLow = "1.002";

const byPercent = (a: Pair, b: Pair) => compare(b.percent, a.percent);
const atHigh = (pair: Pair) =>
  sign(pair.percent) > 0 && compare(pair.close, multiply(pair.high, nearHigh)) >= 0;
const atLow = (pair: Pair) =>
  sign(pair.percent) < 0 && compare(pair.close, multiply(pair.low, nearLow)) <= 0;

/**
 * What moves: the two largest rises and falls, the most traded pair, and one that stands at the
 * edge of its day; filled up with the next most traded. No pair is told of twice, and none whose
 * price is not fresh.
 */
export function feed(pairs: readonly Pair[]): FeedEntry[] {
  const fresh = pairs.filter(
    (pair) => !pair.stale && [pair.percent, pair.high, pair.low].every(isDecimal),
  );
  const told = new Set<string>();
  const tell = (story: Story, found: readonly Pair[], count: number): FeedEntry[] =>
    found
      .filter((pair) => !told.has(pair.id))
      .slice(0, count)
      .map((pair) => {
        told.add(pair.id);
        return { story, pair };
      });
  const moved = [...fresh].sort(byPercent);
  const rising = moved.filter((pair) => sign(pair.percent) > 0);
  const falling = moved.filter((pair) => sign(pair.percent) < 0).reverse();
  const traded = [...fresh].sort(byVolume);
  const entries = [
    ...tell("riser", rising, 2),
    ...tell("faller", falling, 2),
    ...tell("volume", traded, 1),
    ...tell("high", traded.filter(atHigh), 1),
  ];
  if (entries.length < feedLength) entries.push(...tell("low", traded.filter(atLow), 1));
  return [...entries, ...tell("volume", traded, feedLength - entries.length)];
}
