// A market as it is shown now: its pair at the last price, its book, and whether they are late.
import { useMemo } from "react";
import { useBook } from "../lib/book";
import { useAllPairs, useTickers, withPrice } from "../lib/pairs";
import { useSilence } from "../lib/silence";

/** Of a pair by its name ("BTCUSDT"). */
export function useMarketNow(name: string) {
  const tickers = useTickers();
  const pairs = useAllPairs();
  const list = pairs.data?.coinpair;
  const listed = list?.find((other) => other.coin_pair_name === name);
  const book = useBook(name);
  const price = book.data?.price;
  const pair = useMemo(() => listed && withPrice(listed, price), [listed, price]);
  // The server judges prices by the tickers, which come every 2 s: a book that is pushed says nothing
  // of them. One that is polled does, as without pushes the tickers are polled too seldom.
  const polledAt = tickers === "live" ? 0 : book.dataUpdatedAt;
  const silent = useSilence(Math.max(polledAt, pairs.dataUpdatedAt));
  const stale = Boolean(book.data?.stale || pair?.stale || silent || book.overdue);
  return { list, pair, book, stale };
}
