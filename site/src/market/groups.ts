// Which pairs stand in which list; plain rules.
import { compare, sum } from "../lib/decimal";
import type { Pair } from "../lib/pairs";

export const groups = ["prices", "pos", "pow", "innovation", "favorites"] as const;
export type Group = (typeof groups)[number];

export const isGroup = (name: string | undefined): name is Group =>
  groups.some((group) => group === name);

const belongs: Record<Group, (pair: Pair) => boolean> = {
  prices: () => true,
  pos: (pair) => pair.pos,
  pow: (pair) => pair.pow,
  innovation: (pair) => pair.innovation,
  favorites: (pair) => pair.favorite !== "",
};

export const isIn = (group: Group, pair: Pair): boolean => belongs[group](pair);

/** The pairs of a group whose pair or coin name contains the search, in any case. */
export function pairsOf(pairs: readonly Pair[], group: Group, search: string): Pair[] {
  const wanted = search.trim().toUpperCase().replace("/", "");
  return pairs.filter(
    (pair) =>
      isIn(group, pair) &&
      (pair.coin_pair_name.includes(wanted) || pair.full_name.toUpperCase().includes(wanted)),
  );
}

export const byChange = (a: Pair, b: Pair) => compare(a.increase_in_value, b.increase_in_value);
export const byVolume = (a: Pair, b: Pair) => compare(a.volume_usdt, b.volume_usdt);
export const byPrice = (a: Pair, b: Pair) => compare(a.close, b.close);
export const byName = (a: Pair, b: Pair) => a.name.localeCompare(b.name, "en");

/** The most traded pairs first. */
export const largestFirst = (pairs: readonly Pair[]) => [...pairs].sort((a, b) => byVolume(b, a));

const few = 3;
const most = (pairs: readonly Pair[], order: (a: Pair, b: Pair) => number) =>
  [...pairs].sort((a, b) => order(b, a)).slice(0, few);

/** The three cards above the table. */
export const highlights = (pairs: readonly Pair[]) => ({
  top_gainers: most(pairs, byChange),
  most_traded: most(pairs, byVolume),
  top_losers: most(pairs, (a, b) => byChange(b, a)),
});

export const volumeOf = (pairs: readonly Pair[]) => sum(pairs.map((pair) => pair.volume_usdt));
