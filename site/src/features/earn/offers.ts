// What a subscription brings and what makes it possible; plain rules without React.
import {
  compare,
  divide,
  isDecimal,
  isZero,
  multiply,
  round,
  trimZeros,
  typedDecimal,
  type Decimal,
} from "../../lib/decimal";
import type { Product } from "./offers_api";

export const usualDays = 5;
const shownPlaces = 8;
/** Percent of a year of 365 days. */
const dayShare = "36500";
const dayMs = 86_400_000;

/** A product whose rate is "Not available" cannot be subscribed. */
export const hasRate = ({ apr }: Pick<Product, "apr">): boolean => isDecimal(apr);

export type Kind = "all" | "flexible" | "locked";

/** The lowest and the highest rate of a kind; null where there is none. */
export function ratesOf(product: Product, kind: Kind): { from: Decimal; to: Decimal } | null {
  const rates = product.durations
    .filter(({ days }) => kind === "all" || (days === 0) === (kind === "flexible"))
    .map(({ apr }) => apr);
  const [first] = rates;
  if (first === undefined) return null;
  return {
    from: rates.reduce((low, rate) => (compare(rate, low) < 0 ? rate : low), first),
    to: rates.reduce((high, rate) => (compare(rate, high) > 0 ? rate : high), first),
  };
}

export const rateOf = (product: Product, days: number): Decimal | undefined =>
  product.durations.find((one) => one.days === days)?.apr;

/** The interest of one day, as the server counts it. */
export const dailyReward = (amount: Decimal, apr: Decimal): Decimal =>
  trimZeros(divide(multiply(amount, apr), dayShare, shownPlaces, "down"));

/** The simple interest of a whole term. */
export const termReward = (amount: Decimal, apr: Decimal, days: number): Decimal =>
  trimZeros(
    divide(multiply(multiply(amount, apr), days.toString()), dayShare, shownPlaces, "down"),
  );

const midnight = (at: number): number => Math.floor(at / dayMs) * dayMs;

/** Interest counts whole days of UTC, from the one after the subscription on. */
export const interestFrom = (now: number): Date => new Date(midnight(now) + dayMs);

/** When a term is over and paid out. */
export const termEnd = (now: number, days: number): Date =>
  new Date(midnight(now) + (days + 1) * dayMs);

export interface AmountProblem {
  code: "required" | "minimum" | "maximum" | "balance";
  limit: Decimal;
}

interface Bounds {
  minimum: Decimal;
  maximum: Decimal;
}

/** In the order of the specification. */
export function amountProblem(
  typed: string,
  { minimum, maximum }: Bounds,
  available: Decimal | undefined,
): AmountProblem | null {
  const amount = typedDecimal(typed);
  if (amount === null || isZero(amount)) return { code: "required", limit: "0" };
  if (compare(amount, minimum) < 0) return { code: "minimum", limit: trimZeros(minimum) };
  if (compare(amount, maximum) > 0) return { code: "maximum", limit: trimZeros(maximum) };
  if (available !== undefined && compare(amount, available) > 0) {
    return { code: "balance", limit: trimZeros(available) };
  }
  return null;
}

export const boundsOf = (product: Product): Bounds => ({
  minimum: product.minimum_amount,
  maximum: product.maximum_amount,
});

/** All that can be subscribed, as it is typed. */
export function most(product: Product, available: Decimal | undefined, places: number): string {
  const all = round(available ?? "0", places, "down");
  const highest = compare(all, product.maximum_amount) > 0 ? product.maximum_amount : all;
  return trimZeros(highest);
}

export const found = (products: readonly Product[], text: string): Product[] => {
  const wanted = text.trim().toUpperCase();
  return products.filter(({ name, full_name: fullName }) =>
    `${name} ${fullName}`.toUpperCase().includes(wanted),
  );
};

/** What a subscription sends, without its key. */
export const contentOf = (
  product: Product,
  given: { amount: string; days: number; auto_renew: boolean },
) => ({
  earn_id: product.id,
  amount: typedDecimal(given.amount) ?? "0",
  status: given.days === 0 ? ("FLEXI_LOCK" as const) : ("STAKE_LOCK" as const),
  days: given.days,
  ...(given.days > 0 && { auto_renew: given.auto_renew }),
});
