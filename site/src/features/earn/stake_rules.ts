// Which products the staking page lists, and what can be taken out of a subscription.
import { compare, type Decimal } from "../../lib/decimal";
import type { Product } from "./api";

/** Those whose coin's code or name holds the text, and that the client has coins for where asked. */
export function matching(
  products: readonly Product[],
  search: string,
  owned: ReadonlySet<string> | null,
): Product[] {
  const text = search.trim().toLowerCase();
  return products.filter(
    ({ name, full_name }) =>
      (owned === null || owned.has(name)) &&
      (name.toLowerCase().includes(text) || full_name.toLowerCase().includes(text)),
  );
}

export type RedeemProblem = "amount_required" | "more_than_subscribed";

/** What stands against taking so much of a flexible subscription. */
export function redeem_problem(amount: Decimal | null, balance: Decimal): RedeemProblem | null {
  if (amount === null || compare(amount, "0") <= 0) return "amount_required";
  return compare(amount, balance) > 0 ? "more_than_subscribed" : null;
}
