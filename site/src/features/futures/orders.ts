// Orders that open a position at a price to come: what makes one placeable, and what is sent. Plain
// rules without React. The server checks everything again.
import { compare, fitsStep, isZero, typedDecimal } from "../../lib/decimal";
import type { PostBody } from "../../lib/calls";
import {
  amountProblem,
  marginOf,
  problemOf,
  targetOf,
  targetsProblem,
  type Draft,
  type Problem,
  type Terms,
} from "./rules";

/**
 * The contract as the draft counts it: an order by its own price, once there is one. A limit order
 * rests whatever the prices do; where a trigger stands is told by the mark.
 */
export function pricedFor<T extends Terms>(draft: Draft, terms: T): T {
  if (draft.type === "MARKET") return terms;
  const price = typedDecimal(draft.price);
  return {
    ...terms,
    mark_price: price && !isZero(price) ? price : terms.mark_price,
    stale: draft.type === "TRIGGER" && terms.stale,
  };
}

function priceProblem(draft: Draft, terms: Terms): Problem | null {
  const field = "price";
  const price = typedDecimal(draft.price);
  if (!price || isZero(price)) return { code: "price_required", field };
  if (!fitsStep(price, terms.tick)) return { code: "off_tick", field, n: terms.tick };
  if (draft.type === "TRIGGER" && compare(price, terms.mark_price) === 0) {
    return { code: "trigger_at_mark", field, n: terms.mark_price };
  }
  return null;
}

/** Of an order a target lies beside its price, and not beside the mark. */
function besidePrice(problem: Problem | null): Problem | null {
  if (problem === null || problem.code === "off_tick") return problem;
  const above = problem.code.endsWith("_above");
  return { ...problem, code: above ? "target_above_price" : "target_below_price" };
}

function orderProblem(draft: Draft, terms: Terms, available: string): Problem | null {
  const priced = pricedFor(draft, terms);
  if (priced.stale || isZero(priced.mark_price)) return { code: "stale_price", field: null };
  if (!terms.leverages.includes(draft.leverage)) return { code: "leverage", field: null };
  return (
    priceProblem(draft, terms) ??
    amountProblem(draft, priced, available) ??
    (draft.with_targets ? besidePrice(targetsProblem(draft.side, draft, priced)) : null)
  );
}

/** The first thing that is wrong with what was typed; null when it can be sent. */
export const draftProblem = (draft: Draft, terms: Terms, available: string): Problem | null =>
  draft.type === "MARKET"
    ? problemOf(draft, terms, available)
    : orderProblem(draft, terms, available);

type Order = Omit<PostBody<"/api/v3/futures/place-order">, "client_id" | "transaction_password">;

/** What is sent to place it, without password and key. Only valid drafts of an order have one. */
export const orderOf = (draft: Draft, name: string, terms: Terms): Order => ({
  name,
  order_type: draft.type === "TRIGGER" ? "TRIGGER" : "LIMIT",
  price: typedDecimal(draft.price) ?? "0",
  delegate_type: draft.side,
  margin: marginOf(draft, pricedFor(draft, terms).mark_price) ?? "0",
  leverage: draft.leverage,
  take_profit: targetOf(draft, "take_profit"),
  stop_loss: targetOf(draft, "stop_loss"),
});
