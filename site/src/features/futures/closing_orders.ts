// Closing at a price to come: what makes such an order placeable, and what is sent. Plain rules
// without React. The server checks everything again.
import { compare, fitsStep, isZero, typedDecimal, type Decimal } from "../../lib/decimal";
import type { Schemas } from "../../lib/calls";
import type { Contract, Side } from "./contract";
import type { Problem } from "./rules";

export type ClosingOrder = Schemas["ClosingOrder"];

/** MARKET closes at once, the others at a price to come. */
export const closeTypes = ["MARKET", "LIMIT", "TAKE_PROFIT", "STOP_LOSS"] as const;
export type CloseType = (typeof closeTypes)[number];

type Terms = Pick<Contract, "mark_price" | "tick">;

/** Whether a take-profit or a stop-loss lies above the mark. */
const liesAbove = (type: CloseType, side: Side): boolean =>
  (type === "TAKE_PROFIT") === (side === "BUY_MORE");

/** A limit rests wherever the mark is; the others lie on their side of it. */
function sideProblem(type: CloseType, side: Side, price: Decimal, mark: Decimal): Problem | null {
  if (type === "LIMIT") return null;
  const field = type === "TAKE_PROFIT" ? "take_profit" : "stop_loss";
  const above = liesAbove(type, side);
  const beside = compare(price, mark) * (above ? 1 : -1) > 0;
  return beside ? null : { code: `${field}_${above ? "above" : "below"}`, field, n: mark };
}

/** What is wrong with the price that was typed; null when the order can be placed. */
export function closePriceProblem(
  type: CloseType,
  typed: string,
  side: Side,
  terms: Terms | undefined,
): Pick<Problem, "code" | "n"> | null {
  if (type === "MARKET") return null;
  const price = typedDecimal(typed);
  if (!price || isZero(price)) return { code: "price_required" };
  if (!terms) return null;
  if (!fitsStep(price, terms.tick)) return { code: "off_tick", n: terms.tick };
  return sideProblem(type, side, price, terms.mark_price);
}

/**
 * A take-profit and a stop-loss are triggers of either side. Which, is said: one that the mark has
 * passed meanwhile would be taken for the other.
 */
export function orderTermsOf(
  type: CloseType,
  side: Side,
): Pick<ClosingOrder, "order_type"> & Partial<Pick<ClosingOrder, "fills_when">> {
  if (type === "LIMIT") return { order_type: "LIMIT" };
  return { order_type: "TRIGGER", fills_when: liesAbove(type, side) ? "RISES" : "FALLS" };
}

/** What an order that waits is called. */
export const closeTypeOf = (order: ClosingOrder): CloseType => {
  if (order.order_type === "LIMIT") return "LIMIT";
  const profit = (order.fills_when === "RISES") === (order.delegate_type === "BUY_MORE");
  return profit ? "TAKE_PROFIT" : "STOP_LOSS";
};
