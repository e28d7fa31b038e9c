// The order book and the trades of one pair, as recent-trades answers and as /stream/market pushes.
import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { get } from "./api";
import type { Schemas } from "./calls";
import { add, compare, divide, for_drawing, subtract, type Decimal } from "./decimal";
import { market_stream, useStream, type Push, type StreamState } from "./stream";

export type Level = Schemas["BookLevel"];
/** A trade that a push brought may be the client's own. */
export type Trade = Schemas["Trade"] & { own?: boolean };
export type Book = Omit<Schemas["RecentTrades"], "trades"> & { trades: Trade[] };

export interface DepthRow extends Level {
  /** The bar: cumulative amount ÷ the larger side's sum, 0 to 1. For drawing. */
  bar: number;
  /** Cumulative share of the own side in percent, one decimal: "70.6". */
  share: Decimal;
}

const trades_kept = 100;
const trades_every_ms = 3_000;

const sizes = (levels: readonly Level[]) => levels.map((level) => level.number_of_order);

function side_rows(levels: readonly Level[], own: Decimal, larger: Decimal): DepthRow[] {
  let cumulative = "0";
  return levels.map((level) => {
    cumulative = add(cumulative, level.number_of_order);
    const hundred = divide(cumulative, own, 6, "down");
    return {
      ...level,
      bar: for_drawing(divide(cumulative, larger, 4, "half_even")),
      share: divide(hundred, "0.01", 1, "half_even"),
    };
  });
}

/** The first `levels` of each side with their depth, best price first. */
export function depth_rows(book: Pick<Book, "asks" | "bids">, levels: number) {
  const asks = book.asks.slice(0, levels);
  const bids = book.bids.slice(0, levels);
  const ask_sum = sizes(asks).reduce(add, "0");
  const bid_sum = sizes(bids).reduce(add, "0");
  const larger = compare(ask_sum, bid_sum) > 0 ? ask_sum : bid_sum;
  const both = add(ask_sum, bid_sum);
  return {
    asks: side_rows(asks, ask_sum, larger),
    bids: side_rows(bids, bid_sum, larger),
    /** The bids' share of both sides in percent. */
    buy_share: divide(divide(bid_sum, both, 6, "down"), "0.01", 1, "half_even"),
  };
}

/** Best ask minus best bid; null when a side is empty. */
export function spread(book: Pick<Book, "asks" | "bids">): Decimal | null {
  const [ask, bid] = [book.asks[0], book.bids[0]];
  return ask && bid ? subtract(ask.unit_price, bid.unit_price) : null;
}

/** The book with a push's news in it. */
export function with_push(book: Book, push: Push): Book {
  if (push.channel === "book") {
    return { ...book, ...(push.data as Pick<Book, "asks" | "bids" | "price">) };
  }
  if (push.channel === "trades") {
    const { trades } = push.data as Pick<Book, "trades">;
    return { ...book, trades: [...trades, ...book.trades].slice(0, trades_kept) };
  }
  return book;
}

/** Book and trades of a pair ("BTCUSDT"): pushed while the stream lives, else polled every 3 s. */
export function useBook(pair: string): UseQueryResult<Book> & { stream: StreamState } {
  const queries = useQueryClient();
  const queryKey = ["book", pair];
  const stream = useStream(
    market_stream(pair),
    (push) => queries.setQueryData<Book>(queryKey, (book) => (book ? with_push(book, push) : book)),
    () => void queries.invalidateQueries({ queryKey }),
  );
  const query = useQuery<Book>({
    queryKey,
    queryFn: ({ signal }) => get("/api/v3/recent-trades", { name: pair }, signal),
    refetchInterval: stream === "live" ? false : trades_every_ms,
  });
  return { ...query, stream };
}
