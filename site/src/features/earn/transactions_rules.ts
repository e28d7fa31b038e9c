// The filters of the transactions, and what of them the server knows. Products and types that there
// are not yet have no transactions: their lists are empty without asking.
import type { Filters } from "./api";

export const simpleProducts = [
  "all",
  "flexible",
  "locked",
  "eth_staking",
  "trial_fund",
  "fixed_savings",
  "auto_invest",
] as const;
export const highProducts = [
  "all",
  "dual_investment",
  "liquidity_farming",
  "defi_staking",
  "range_bound",
] as const;
export const directions = ["all", "earn_to_spot", "spot_to_earn"] as const;
export const types = [
  "all",
  "SUBSCRIPTION",
  "REDEMPTION",
  "INCOME",
  "TRADE",
  "INTERNAL_TRANSFER",
  "SETTLEMENT",
  "REFUND",
] as const;

export type Family = "simple" | "high";
export type Product = (typeof simpleProducts)[number] | (typeof highProducts)[number];

export interface Chosen {
  family: Family;
  product: Product;
  direction: (typeof directions)[number];
  type: (typeof types)[number];
  coin: string;
  from: string;
  to: string;
}

export const everything: Chosen = {
  family: "simple",
  product: "all",
  direction: "all",
  type: "all",
  coin: "",
  from: "",
  to: "",
};

export const productsOf = (family: Family): readonly Product[] =>
  family === "simple" ? simpleProducts : highProducts;

const knownProducts = ["flexible", "locked", "auto_invest"] as const;

/** What to ask the server for; null where nothing can be there. */
export function askedOf(chosen: Chosen): Filters | null {
  const { family, product, direction, type, coin, from, to } = chosen;
  if (family === "high" || type === "INTERNAL_TRANSFER") return null;
  const known = knownProducts.find((one) => one === product);
  if (product !== "all" && !known) return null;
  return {
    ...(known && { product: known }),
    ...(direction !== "all" && { direction }),
    ...(type !== "all" && { type }),
    ...(coin && { coin }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
