// What the landing page says of the markets, taken from the pair list and from nothing else.
import { add, is_decimal, sign, type Decimal } from "../../lib/decimal";
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
