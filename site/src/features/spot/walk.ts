// What a market order finds in the levels of the book that are known.
import {
  add,
  divide,
  isZero,
  multiply,
  sign,
  smaller,
  subtract,
  type Decimal,
} from "../../lib/decimal";
import type { Level } from "../../lib/book";

/** Which of the two linked fields the person typed into last; the other one follows. */
export type Basis = "amount" | "total";

/** Of an average, which is shown and never paid. */
export const averagePlaces = 8;

export interface Walk {
  quantity: Decimal;
  total: Decimal;
  /** Null when the book is empty. */
  average: Decimal | null;
  /** False when the known levels do not hold so much. */
  complete: boolean;
}

/** What a market order of `wanted` (in the coin, or in the quote) finds in the known levels. */
export function walk(levels: readonly Level[], wanted: Decimal, basis: Basis): Walk {
  let left = wanted;
  let quantity = "0";
  let total = "0";
  for (const level of levels) {
    if (sign(left) <= 0) break;
    const worth = multiply(level.unit_price, level.number_of_order);
    const whole = basis === "amount" ? level.number_of_order : worth;
    const part = smaller(left, whole);
    quantity = add(
      quantity,
      basis === "amount" ? part : divide(part, level.unit_price, 18, "down"),
    );
    total = add(total, basis === "amount" ? multiply(part, level.unit_price) : part);
    left = subtract(left, part);
  }
  const average = isZero(quantity) ? null : divide(total, quantity, averagePlaces, "half_even");
  return { quantity, total, average, complete: sign(left) <= 0 };
}
