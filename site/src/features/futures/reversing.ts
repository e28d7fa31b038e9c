// What reversing a position brings and takes; plain rules without React. The server checks
// everything again: these are a courtesy.
import { add, compare, divide, isZero, multiply, trimZeros, type Decimal } from "../../lib/decimal";
import { closingOf, type Closing, type ClosingTerms, type Whole } from "./closing";
import type { OpenPosition, Side } from "./contract";
import { liquidationPrice, onTick, type Problem, type Terms } from "./rules";

const ledgerPlaces = 18;

export type Reversed = Whole & Pick<OpenPosition, "leverage">;
export type ReversingTerms = Terms & ClosingTerms;

export const oppositeOf = (side: Side): Side => (side === "BUY_MORE" ? "SELL_EMPTY" : "BUY_MORE");

export interface Reversal {
  /** Of the one that is closed. */
  closing: Closing;
  /** Of the one that is opened, in USDT. */
  margin: Decimal;
  fee: Decimal;
  /** Margin and fee: what has to be available beforehand. */
  cost: Decimal;
  /** On the tick. */
  liquidation: Decimal | null;
}

/** At this mark, at a time (ms since 1970). `terms` are those beside the client's other positions. */
export function reversalOf(position: Reversed, terms: ReversingTerms, now: number): Reversal {
  const { quantity, leverage } = position;
  const side = oppositeOf(position.delegate_type);
  const size = multiply(quantity, terms.mark_price);
  const margin = trimZeros(divide(size, leverage.toString(), ledgerPlaces, "up"));
  const fee = multiply(size, terms.taker_fee);
  const price = liquidationPrice({ side, quantity, entry: terms.mark_price, margin }, terms.tiers);
  return {
    closing: closingOf(position, quantity, terms, now),
    margin,
    fee,
    cost: add(margin, fee),
    liquidation: onTick(price, side, terms.tick),
  };
}

export type ReversingProblem = Pick<Problem, "code" | "n">;

/** Why it cannot be reversed; null when it can. */
export function reversingProblem(
  { cost }: Pick<Reversal, "cost">,
  terms: Pick<Terms, "stale" | "mark_price">,
  available: Decimal,
): ReversingProblem | null {
  if (terms.stale || isZero(terms.mark_price)) return { code: "stale_price" };
  return compare(cost, available) > 0 ? { code: "insufficient", n: available } : null;
}
