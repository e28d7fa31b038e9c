// What of a position is closed, and what that brings; plain rules without React. The server checks
// everything again: these are a courtesy.
import {
  add,
  compare,
  divide,
  fitsStep,
  isZero,
  larger,
  multiply,
  percentOf,
  subtract,
  toStep,
  trimZeros,
  typedDecimal,
  type Decimal,
} from "../../lib/decimal";
import type { Contract, Position } from "./contract";
import type { Problem } from "./rules";

export const shares = [25, 50, 75, 100] as const;
const ledgerPlaces = 18;

export type Whole = Pick<
  Position,
  "delegate_type" | "quantity" | "opening_price" | "initial_margin" | "margin"
>;
export type ClosingTerms = Pick<Contract, "mark_price" | "lot" | "minimum_buy" | "closing_fee">;

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

export interface Closing {
  profit: Decimal;
  fee: Decimal;
  /** Its part of the margin with the profit, less the fee. */
  returns: Decimal;
  /** What stays open, in the coin. */
  rest: Decimal;
}

/** What closing that much would bring at this mark, in USDT. */
export function closingOf(position: Whole, quantity: Decimal, terms: ClosingTerms): Closing {
  const { mark_price: mark } = terms;
  const long = position.delegate_type === "BUY_MORE";
  const gain = long
    ? subtract(mark, position.opening_price)
    : subtract(position.opening_price, mark);
  const profit = multiply(quantity, gain);
  const margin = divide(
    multiply(position.margin, quantity),
    position.quantity,
    ledgerPlaces,
    "down",
  );
  const fee = multiply(multiply(quantity, mark), terms.closing_fee);
  return {
    profit,
    fee,
    returns: larger(subtract(add(margin, profit), fee), "0"),
    rest: trimZeros(subtract(position.quantity, quantity)),
  };
}
