// What of a position is closed, and what that brings; plain rules without React. The server checks
// everything again: these are a courtesy.
import {
  absolute,
  add,
  compare,
  divide,
  fitsStep,
  isZero,
  larger,
  multiply,
  percentOf,
  sign,
  subtract,
  toStep,
  trimZeros,
  typedDecimal,
  type Decimal,
} from "../../lib/decimal";
import type { Contract, OpenPosition } from "./contract";
import type { Problem } from "./rules";

export const shares = [25, 50, 75, 100] as const;
const ledgerPlaces = 18;

export type Whole = Pick<
  OpenPosition,
  | "delegate_type"
  | "quantity"
  | "opening_price"
  | "initial_margin"
  | "margin"
  | "unpaid_funding"
  | "funding_average"
  | "start_date"
>;
export type ClosingTerms = Pick<
  Contract,
  | "mark_price"
  | "lot"
  | "minimum_buy"
  | "closing_fee"
  | "next_funding_at"
  | "funding_interval_hours"
  | "funding_counts_from"
>;

/** A share of the position in whole lots; all of it as it is. */
export const shareOfPosition = (position: Whole, percent: number, lot: Decimal): Decimal =>
  trimZeros(
    percent === 100
      ? position.quantity
      : toStep(percentOf(position.quantity, percent), lot, "down"),
  );

/** The least that can be closed, or stay: its part of the margin is what opening takes at least. */
function leastPart(position: Whole, { lot, minimum_buy: minimum }: ClosingTerms): Decimal {
  const worth = multiply(minimum, position.quantity);
  const exact = divide(worth, position.initial_margin, ledgerPlaces, "up");
  return trimZeros(larger(toStep(exact, lot, "up"), lot));
}

export type ClosingProblem = Pick<Problem, "code" | "n">;

/** What is wrong with the quantity that was typed; null when it can be closed. */
export function closingProblem(
  typed: string,
  position: Whole,
  terms: ClosingTerms | undefined,
): ClosingProblem | null {
  const quantity = typedDecimal(typed);
  if (!quantity || isZero(quantity)) return { code: "amount_required" };
  const rest = subtract(position.quantity, quantity);
  if (isZero(rest)) return null;
  if (compare(rest, "0") < 0) return { code: "above_maximum", n: position.quantity };
  if (!terms) return null;
  if (!fitsStep(quantity, terms.lot)) return { code: "off_lot", n: terms.lot };
  const least = leastPart(position, terms);
  if (compare(quantity, least) < 0) return { code: "part_too_small", n: least };
  return compare(rest, least) < 0 ? { code: "rest_too_small", n: least } : null;
}

const hourMs = 3_600_000;

/** The share of the next funding that a payer owes when closing early, at the average of what was
    forecast until then; a receiver gets no share. */
function runningFunding(position: Whole, size: Decimal, terms: ClosingTerms, now: number): Decimal {
  const rate = position.funding_average;
  const { next_funding_at: next, funding_interval_hours: hours } = terms;
  const counts = terms.funding_counts_from;
  if (rate === null || next === null || hours === null || counts === null) return "0";
  if (sign(rate) !== (position.delegate_type === "BUY_MORE" ? 1 : -1)) return "0";
  const at = new Date(next).getTime();
  const period = hours * hourMs;
  const from = Math.max(new Date(position.start_date).getTime(), new Date(counts).getTime());
  const open = Math.max(0, Math.min(now, at) - from);
  const whole = multiply(size, absolute(rate));
  return divide(multiply(whole, open.toString()), period.toString(), ledgerPlaces, "up");
}

export interface Closing {
  profit: Decimal;
  fee: Decimal;
  /** Unpaid, and for the time since the last one. */
  funding: Decimal;
  /** Its part of the margin with the profit, less funding and fee. */
  returns: Decimal;
  /** What stays open, in the coin. */
  rest: Decimal;
}

/** What closing that much would bring at this mark, in USDT, at a time (ms since 1970). */
export function closingOf(
  position: Whole,
  quantity: Decimal,
  terms: ClosingTerms,
  now: number,
): Closing {
  const { mark_price: mark } = terms;
  const long = position.delegate_type === "BUY_MORE";
  const gain = long
    ? subtract(mark, position.opening_price)
    : subtract(position.opening_price, mark);
  const profit = multiply(quantity, gain);
  const share = (amount: Decimal, rounding: "up" | "down") =>
    divide(multiply(amount, quantity), position.quantity, ledgerPlaces, rounding);
  const margin = share(position.margin, "down");
  const size = multiply(quantity, mark);
  const fee = multiply(size, terms.closing_fee);
  const running = runningFunding(position, size, terms, now);
  const funding = add(share(position.unpaid_funding, "up"), running);
  return {
    profit,
    fee,
    funding,
    returns: larger(subtract(add(margin, profit), add(funding, fee)), "0"),
    rest: trimZeros(subtract(position.quantity, quantity)),
  };
}
