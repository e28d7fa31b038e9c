// Plain rules of the wallet's lists.
import { add, compare, divide, isZero, multiply, subtract, type Decimal } from "../../lib/decimal";
import type { EarnProduct, Holding, Overview, PortfolioDay } from "./api";
import type { WalletTab } from "./tabs";

/** Below this many USDT a balance counts as small. */
const small = "1";

/** What comes and goes by address; the other coins are bought, sold and converted here. */
export const byAddress: ReadonlySet<string> = new Set(["USDT", "USDC", "ETH", "BTC"]);

export const totalOf = (holding: Holding): Decimal => add(holding.coin_value, holding.freeze_value);

export function shownHoldings(
  holdings: readonly Holding[],
  search: string,
  hideSmall: boolean,
): Holding[] {
  return holdings.filter(
    (holding) =>
      isWanted(holding, search) && !(hideSmall && compare(holding.usdt_value, small) < 0),
  );
}

/** Whether a coin's code or name has what was typed in it. */
export function isWanted(coin: { name: string; full_name?: string }, search: string): boolean {
  const wanted = search.trim().toUpperCase();
  return (
    coin.name.toUpperCase().includes(wanted) ||
    (coin.full_name ?? "").toUpperCase().includes(wanted)
  );
}

export const funded = (holdings: readonly Holding[]): Holding[] =>
  holdings.filter((holding) => !isZero(totalOf(holding)));

export interface Part {
  id: "spot" | "futures" | "earn" | "funding";
  /** The tab that shows it; the funding wallet has none. */
  tab: WalletTab | undefined;
  value: Decimal;
  /** Of the total, one decimal; "0" of an empty wallet. */
  percent: Decimal;
}

/** What the total consists of; the funding wallet is left out while it is empty. */
export function partsOf(overview: Overview): Part[] {
  const values = [
    { id: "spot", tab: "spot", value: overview.spotTotal },
    { id: "futures", tab: "future", value: overview.futureTotal },
    { id: "earn", tab: "earn", value: overview.earnTotal },
    { id: "funding", tab: undefined, value: overview.fundingTotal },
  ] as const;
  return values
    .filter(({ id, value }) => id !== "funding" || !isZero(value))
    .map((part) => ({
      ...part,
      percent: divide(multiply(part.value, "100"), overview.overviewTotal, 1, "half_even"),
    }));
}

/** Products that cannot be subscribed to are not shown. */
export const offered = <Product extends Pick<EarnProduct, "name" | "full_name" | "apr">>(
  products: readonly Product[],
  search: string,
): Product[] =>
  products.filter((product) => product.apr !== "Not available" && isWanted(product, search));

/** From the first of these days to the last; nothing has no percentage. */
export function changeOf(days: readonly PortfolioDay[]): { value: Decimal; percent?: Decimal } {
  const first = days[0]?.total ?? "0";
  const value = subtract(days.at(-1)?.total ?? "0", first);
  if (isZero(first)) return { value };
  return { value, percent: divide(multiply(value, "100"), first, 2, "half_even") };
}
