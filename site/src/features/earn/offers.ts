// What a subscription brings and what makes it possible; plain rules without React.
import {
  compare,
  divide,
  is_decimal,
  is_zero,
  multiply,
  round,
  trim_zeros,
  typed_decimal,
  type Decimal,
} from "../../lib/decimal";
import type { Product } from "./offers_api";

export const usual_days = 5;
const shown_places = 8;
/** Percent of a year of 365 days. */
const day_share = "36500";
const day_ms = 86_400_000;

/** A product whose rate is "Not available" cannot be subscribed. */
export const has_rate = ({ apr }: Pick<Product, "apr">): boolean => is_decimal(apr);

export type Kind = "all" | "flexible" | "locked";

/** The lowest and the highest rate of a kind; null where there is none. */
export function rates_of(product: Product, kind: Kind): { from: Decimal; to: Decimal } | null {
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

export const rate_of = (product: Product, days: number): Decimal | undefined =>
  product.durations.find((one) => one.days === days)?.apr;

/** The interest of one day, as the server counts it. */
export const daily_reward = (amount: Decimal, apr: Decimal): Decimal =>
  trim_zeros(divide(multiply(amount, apr), day_share, shown_places, "down"));

/** The simple interest of a whole term. */
export const term_reward = (amount: Decimal, apr: Decimal, days: number): Decimal =>
  trim_zeros(
    divide(multiply(multiply(amount, apr), days.toString()), day_share, shown_places, "down"),
  );

const midnight = (at: number): number => Math.floor(at / day_ms) * day_ms;

/** Interest counts whole days of UTC, from the one after the subscription on. */
export const interest_from = (now: number): Date => new Date(midnight(now) + day_ms);

/** When a term is over and paid out. */
export const term_end = (now: number, days: number): Date =>
  new Date(midnight(now) + (days + 1) * day_ms);

export interface AmountProblem {
  code: "required" | "minimum" | "maximum" | "balance";
  limit: Decimal;
}

interface Bounds {
  minimum: Decimal;
  maximum: Decimal;
}

/** In the order of the specification. */
export function amount_problem(
  typed: string,
  { minimum, maximum }: Bounds,
  available: Decimal | undefined,
): AmountProblem | null {
  const amount = typed_decimal(typed);
  if (amount === null || is_zero(amount)) return { code: "required", limit: "0" };
  if (compare(amount, minimum) < 0) return { code: "minimum", limit: trim_zeros(minimum) };
  if (compare(amount, maximum) > 0) return { code: "maximum", limit: trim_zeros(maximum) };
  if (available !== undefined && compare(amount, available) > 0) {
    return { code: "balance", limit: trim_zeros(available) };
  }
  return null;
}

export const bounds_of = (product: Product): Bounds => ({
  minimum: product.minimum_amount,
  maximum: product.maximum_amount,
});

/** All that can be subscribed, as it is typed. */
export function most(product: Product, available: Decimal | undefined, places: number): string {
  const all = round(available ?? "0", places, "down");
  const highest = compare(all, product.maximum_amount) > 0 ? product.maximum_amount : all;
  return trim_zeros(highest);
}

export const found = (products: readonly Product[], text: string): Product[] => {
  const wanted = text.trim().toUpperCase();
  return products.filter(({ name, full_name }) =>
    `${name} ${full_name}`.toUpperCase().includes(wanted),
  );
};

/** What a subscription sends, without its key. */
export const content_of = (
  product: Product,
  given: { amount: string; days: number; auto_renew: boolean },
) => ({
  earn_id: product.id,
  amount: typed_decimal(given.amount) ?? "0",
  status: given.days === 0 ? ("FLEXI_LOCK" as const) : ("STAKE_LOCK" as const),
  days: given.days,
  ...(given.days > 0 && { auto_renew: given.auto_renew }),
});
