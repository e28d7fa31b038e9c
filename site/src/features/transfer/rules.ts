// Between which wallets coins move, and what makes a transfer possible; plain rules without React.
import { compare, isZero, typedDecimal, type Decimal } from "../../lib/decimal";
import type { Wallet } from "../../lib/transfer";

export type { Wallet };

/** The wallets of a transfer; each way goes in both directions. */
export const ways = [
  { id: "SPOT_FUTURE", from: "SPOT", to: "FUTURE" },
  { id: "SPOT_FUNDING", from: "SPOT", to: "FUNDING" },
  { id: "FUNDING_FUTURE", from: "FUNDING", to: "FUTURE" },
] as const;
export type Way = (typeof ways)[number]["id"];

export interface Draft {
  from: Wallet;
  to: Wallet;
  coin: string;
  amount: string;
}

export const emptyDraft = (): Draft => ({ from: "SPOT", to: "FUTURE", coin: "BTC", amount: "" });

export const wayOf = ({ from, to }: Pick<Draft, "from" | "to">): Way =>
  ways.find((way) => [way.from, way.to].every((wallet) => wallet === from || wallet === to))?.id ??
  "SPOT_FUTURE";

export const withWay = (draft: Draft, id: Way): Draft => {
  const way = ways.find((one) => one.id === id);
  return way ? { ...draft, from: way.from, to: way.to } : draft;
};

export const swapped = (draft: Draft): Draft => ({ ...draft, from: draft.to, to: draft.from });

export interface Problem {
  code: "amount_required" | "insufficient";
}

/** `available` is undefined while it is not known: the server has the last word anyway. */
export function problemOf(draft: Draft, available: Decimal | undefined): Problem | null {
  const amount = typedDecimal(draft.amount);
  if (!amount || isZero(amount)) return { code: "amount_required" };
  if (available !== undefined && compare(amount, available) > 0) return { code: "insufficient" };
  return null;
}

/** What is sent as /api/v3/futures/transfer, without password and key. */
export const contentOf = (draft: Draft) => ({
  coin_name: draft.coin,
  state: "PENDING" as const,
  draw_type: draft.from === "SPOT" ? ("DRAW_IN" as const) : ("DRAW_OUT" as const),
  transfer_amount: typedDecimal(draft.amount) ?? "0",
  from: draft.from,
  to: draft.to,
});
