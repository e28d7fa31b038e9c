// Plain rules of the wallet's lists.
import { add, compare, divide, is_zero, multiply, type Decimal } from "../../lib/decimal";
import type { Holding, Overview } from "./api";

/** Below this many USDT a balance counts as small. */
const small = "1";

export const total_of = (holding: Holding): Decimal =>
  add(holding.coin_value, holding.freeze_value);

export function shown_holdings(
  holdings: readonly Holding[],
  search: string,
  hide_small: boolean,
): Holding[] {
  const wanted = search.trim().toUpperCase();
  return holdings.filter(
    (holding) =>
      (holding.name.includes(wanted) || holding.full_name.toUpperCase().includes(wanted)) &&
      !(hide_small && compare(holding.usdt_value, small) < 0),
  );
}

export const funded = (holdings: readonly Holding[]): Holding[] =>
  holdings.filter((holding) => !is_zero(total_of(holding)));

export interface Part {
  id: "spot" | "futures" | "earn" | "funding";
  value: Decimal;
  /** Of the total, one decimal; "0" of an empty wallet. */
  percent: Decimal;
}

/** What the total consists of; parts that are empty are left out, but for spot. */
export function parts_of(overview: Overview): Part[] {
  const values = [
    { id: "spot", value: overview.spotTotal },
    { id: "futures", value: overview.futureTotal },
    { id: "earn", value: overview.earnTotal },
    { id: "funding", value: overview.fundingTotal },
  ] as const;
  return values
    .filter(({ id, value }) => id === "spot" || !is_zero(value))
    .map(({ id, value }) => ({
      id,
      value,
      percent: divide(multiply(value, "100"), overview.overviewTotal, 1, "half_even"),
    }));
}
