// What an amount of a coin is worth in USDT, by the last prices of the market list.
import { multiply, type Decimal } from "./decimal";
import { useAllPairs, useTickers, type Pair } from "./pairs";

const usdt = "USDT";
/** Coins whose price the site takes for one dollar. */
const dollars: readonly string[] = [usdt, "USDC"];

/** Undefined while no price of the coin is known. */
export function worthOf(
  pairs: readonly Pair[] | undefined,
  coin: string,
  amount: Decimal,
): Decimal | undefined {
  if (coin === usdt) return amount;
  const close = pairs?.find(({ name }) => name === coin)?.close;
  if (close) return multiply(amount, close);
  return dollars.includes(coin) ? amount : undefined;
}

/** Worth by live prices. */
export function useWorth(): (coin: string, amount: Decimal) => Decimal | undefined {
  useTickers();
  const pairs = useAllPairs().data?.coinpair;
  return (coin, amount) => worthOf(pairs, coin, amount);
}
