// What the landing page says of the markets, taken from the pair list and from nothing else.
import { add, compare, is_decimal, multiply, sign, type Decimal } from "../../lib/decimal";
import { by_volume, type Pair } from "../../lib/pairs";

const strip_coins = 6;
const popular_coins = 8;

export interface Statistics {
  volume: Decimal;
  pairs: number;
  coins: number;
  rising: number;
}

export function statistics(pairs: readonly Pair[]): Statistics {
  const volumes = pairs.map((pair) => pair.volume_usdt).filter(is_decimal);
  return {
    volume: volumes.reduce(add, "0"),
    pairs: pairs.length,
    coins: new Set(pairs.map((pair) => pair.name)).size,
    rising: pairs.filter((pair) => is_decimal(pair.percent) && sign(pair.percent) > 0).length,
  };
}

/** Coins of type MAIN, the most traded first. */
export const popular = (pairs: readonly Pair[]): Pair[] =>
  pairs
    .filter((pair) => pair.type === "MAIN")
    .sort(by_volume)
    .slice(0, popular_coins);

/** The most traded pairs of all, for the strip below the headline. */
export const most_traded = (pairs: readonly Pair[]): Pair[] =>
  [...pairs].sort(by_volume).slice(0, strip_coins);

/** The largest multiple of ten below the number of coins: what "more than" can truly say. */
export const more_than = (coins: number): number => Math.max(0, Math.ceil(coins / 10) * 10 - 10);

export type Story = "riser" | "faller" | "volume" | "high" | "low";

/** One entry of the feed: what there is to say of a pair. */
export interface FeedEntry {
  story: Story;
  pair: Pair;
}

const feed_length = 6;
// A price this close to the edge of its day counts as being there: 0.2 %.
const near_high = "0.998";
const near_low = "1.002";

const by_percent = (a: Pair, b: Pair) => compare(b.percent, a.percent);
const at_high = (pair: Pair) =>
  sign(pair.percent) > 0 && compare(pair.close, multiply(pair.high, near_high)) >= 0;
const at_low = (pair: Pair) =>
  sign(pair.percent) < 0 && compare(pair.close, multiply(pair.low, near_low)) <= 0;

/**
 * What moves: the two largest rises and falls, the most traded pair, and one that stands at the
 * edge of its day; filled up with the next most traded. No pair is told of twice, and none whose
 * price is not fresh.
 */
export function feed(pairs: readonly Pair[]): FeedEntry[] {
  const fresh = pairs.filter(
    (pair) => !pair.stale && [pair.percent, pair.high, pair.low].every(is_decimal),
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
  const moved = [...fresh].sort(by_percent);
  const rising = moved.filter((pair) => sign(pair.percent) > 0);
  const falling = moved.filter((pair) => sign(pair.percent) < 0).reverse();
  const traded = [...fresh].sort(by_volume);
  const entries = [
    ...tell("riser", rising, 2),
    ...tell("faller", falling, 2),
    ...tell("volume", traded, 1),
    ...tell("high", traded.filter(at_high), 1),
  ];
  if (entries.length < feed_length) entries.push(...tell("low", traded.filter(at_low), 1));
  return [...entries, ...tell("volume", traded, feed_length - entries.length)];
}
