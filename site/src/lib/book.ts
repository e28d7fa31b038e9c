// The order book and the trades of one pair, as recent-trades answers and as /stream/market pushes.
import {
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { get } from "./api";
import type { Schemas } from "./calls";
import {
  add,
  compare,
  divide,
  forDrawing,
  multiply,
  subtract,
  toStep,
  trimZeros,
  whole,
  type Decimal,
} from "./decimal";
import { usePolled } from "./poll";
import { useOverdue, usePace } from "./silence";
import { marketStream, useStream, type Push, type StreamState } from "./stream";

export type Level = Schemas["BookLevel"];
export type Trade = Schemas["Trade"];
export type Book = Schemas["RecentTrades"];

export interface DepthRow extends Level {
  /** The bar: cumulative amount ÷ the larger side's sum, 0 to 1. For drawing. */
  bar: number;
  /** Cumulative share of the own side in percent, one decimal: "70.6". */
  share: Decimal;
  /** From the best level to this one: how much in the coin, and in the quote. */
  sum: Decimal;
  sumTotal: Decimal;
}

const tradesKept = 100;
const tradesEveryMs = 3_000;
const hiddenFrameMs = 1_000;

const sizes = (levels: readonly Level[]) => levels.map((level) => level.number_of_order);

function sideRows(levels: readonly Level[], own: Decimal, larger: Decimal): DepthRow[] {
  let cumulative = "0";
  let sumTotal = "0";
  return levels.map((level) => {
    cumulative = add(cumulative, level.number_of_order);
    sumTotal = add(sumTotal, multiply(level.unit_price, level.number_of_order));
    const hundred = divide(cumulative, own, 6, "down");
    return {
      ...level,
      bar: forDrawing(divide(cumulative, larger, 4, "half_even")),
      share: divide(hundred, "0.01", 1, "half_even"),
      sum: cumulative,
      sumTotal,
    };
  });
}

/** Where a price stands in a book of this step: asks go up to the next one, bids down. */
export const priceStep = (price: Decimal, step: Decimal, side: "ask" | "bid"): Decimal =>
  toStep(price, step, side === "ask" ? "up" : "down");

/** The levels with those of one step joined, best price first. */
export function grouped(levels: readonly Level[], step: Decimal, side: "ask" | "bid"): Level[] {
  const joined: Level[] = [];
  for (const level of levels) {
    const unitPrice = priceStep(level.unit_price, step, side);
    const total = multiply(level.unit_price, level.number_of_order);
    const last = joined.at(-1);
    if (last && compare(last.unit_price, unitPrice) === 0) {
      last.number_of_order = add(last.number_of_order, level.number_of_order);
      last.total = add(last.total, total);
    } else {
      joined.push({ unit_price: unitPrice, number_of_order: level.number_of_order, total });
    }
  }
  return joined;
}

/** The first `levels` of each side with their depth, best price first. */
export function depthRows(book: Pick<Book, "asks" | "bids">, levels: number) {
  const asks = book.asks.slice(0, levels);
  const bids = book.bids.slice(0, levels);
  const askSum = sizes(asks).reduce(add, "0");
  const bidSum = sizes(bids).reduce(add, "0");
  const larger = compare(askSum, bidSum) > 0 ? askSum : bidSum;
  const both = add(askSum, bidSum);
  return {
    asks: sideRows(asks, askSum, larger),
    bids: sideRows(bids, bidSum, larger),
    /** The bids' share of both sides in percent. */
    buy_share: divide(divide(bidSum, both, 6, "down"), "0.01", 1, "half_even"),
  };
}

/** Best ask minus best bid; null when a side is empty. */
export function spread(book: Pick<Book, "asks" | "bids">): Decimal | null {
  const [ask, bid] = [book.asks[0], book.bids[0]];
  return ask && bid ? subtract(ask.unit_price, bid.unit_price) : null;
}

/** The book with a push's news in it. */
export function withPush(book: Book, push: Push): Book {
  if (push.channel === "book") {
    return { ...book, ...(push.data as Pick<Book, "asks" | "bids" | "price" | "as_of">) };
  }
  if (push.channel === "trades") {
    const { trades } = push.data as Pick<Book, "trades">;
    return { ...book, trades: [...trades, ...book.trades].slice(0, tradesKept) };
  }
  return book;
}

/**
 * One key for each trade that stays its own while newer ones come before it: two may have the same
 * price, size and moment.
 */
export function tradeKeys(trades: readonly Trade[]): string[] {
  const seen = new Map<string, number>();
  return [...trades]
    .reverse()
    .map(({ px, sz, side, ts }) => {
      const key = `${ts} ${side} ${px} ${sz}`;
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      return `${key} ${count}`;
    })
    .reverse();
}

/**
 * A snapshot with what was pushed while it was on its way: it may be older than that, or have it
 * already.
 */
export const afterSnapshot = (snapshot: Book, pushes: readonly Push[]): Book =>
  pushes.reduce((book, push) => {
    if (push.channel === "book") {
      const { as_of: asOf } = push.data as Pick<Book, "as_of">;
      return asOf > book.as_of ? withPush(book, push) : book;
    }
    if (push.channel !== "trades") return book;
    const { trades } = push.data as Pick<Book, "trades">;
    const known = new Set(tradeKeys(book.trades));
    const keys = tradeKeys(trades);
    const missing = trades.filter((_, index) => !known.has(keys[index] ?? ""));
    const all = [...missing, ...book.trades].sort((one, other) => whole(other.ts) - whole(one.ts));
    return { ...book, trades: all.slice(0, tradesKept) };
  }, snapshot);

interface Own {
  price: Decimal;
  quantity: Decimal;
  /** ISO 8601. */
  at: string;
}

/** Trades and fills come on different ways, with the same moment to the second at least. */
const sameMomentMs = 1_000;

/** The trades that are among the client's own fills; a fill stands for one trade only. */
export function ownTrades(trades: readonly Trade[], fills: readonly Own[]): Set<Trade> {
  const key = (price: Decimal, quantity: Decimal) => `${trimZeros(price)} ${trimZeros(quantity)}`;
  const moments = new Map<string, number[]>();
  for (const fill of fills) {
    const found = moments.get(key(fill.price, fill.quantity));
    if (found) found.push(Date.parse(fill.at));
    else moments.set(key(fill.price, fill.quantity), [Date.parse(fill.at)]);
  }
  const own = new Set<Trade>();
  for (const trade of trades) {
    const left = moments.get(key(trade.px, trade.sz));
    const at = left?.findIndex((time) => Math.abs(time - whole(trade.ts)) <= sameMomentMs) ?? -1;
    if (at < 0) continue;
    left?.splice(at, 1);
    own.add(trade);
  }
  return own;
}

/** Pushes wait for the next frame, so that a hundred trades a second are drawn sixty times at most. */
const waiting = new Map<string, Set<Push>>();

/** For each snapshot that is on its way, what has been taken since it was asked for. */
const meanwhile = new Map<string, Set<Push[]>>();

function take(queries: QueryClient, pair: string): void {
  const pushes = waiting.get(pair);
  waiting.delete(pair);
  if (!pushes) return;
  meanwhile.get(pair)?.forEach((list) => list.push(...pushes));
  queries.setQueryData<Book>(bookKey(pair), (book) =>
    book ? [...pushes].reduce(withPush, book) : book,
  );
}

/** Every user of a pair hears the same push; it is taken once. */
function waitForFrame(queries: QueryClient, pair: string, push: Push): void {
  const before = waiting.get(pair);
  if (before) return void before.add(push);
  waiting.set(pair, new Set([push]));
  // A page in the background draws no frames.
  if (document.hidden) setTimeout(() => take(queries, pair), hiddenFrameMs);
  else requestAnimationFrame(() => take(queries, pair));
}

async function snapshotOf(pair: string, signal: AbortSignal): Promise<Book> {
  const taken: Push[] = [];
  const lists = meanwhile.get(pair) ?? new Set();
  meanwhile.set(pair, lists.add(taken));
  try {
    return afterSnapshot(await get("/api/v3/recent-trades", { name: pair }, signal), taken);
  } finally {
    lists.delete(taken);
  }
}

const bookKey = (pair: string) => ["book", pair];

/**
 * Book and trades of a pair ("BTCUSDT"): pushed while the stream lives, else polled every 3 s. That
 * its prices are late no longer is in none of its pushes: a stale book is polled as well, and so is
 * an overdue one, whose prices are too old by now, whatever the stream brings.
 */
export function useBook(
  pair: string,
): UseQueryResult<Book> & { stream: StreamState; overdue: boolean } {
  const queries = useQueryClient();
  const queryKey = bookKey(pair);
  const stream = useStream(
    marketStream(pair),
    (push) => waitForFrame(queries, pair, push),
    () => void queries.invalidateQueries({ queryKey }),
  );
  const query = useQuery<Book>({
    queryKey,
    queryFn: ({ signal }) => snapshotOf(pair, signal),
  });
  const overdue = useOverdue(query.data?.as_of);
  const pushed = stream === "live" && !query.data?.stale && !overdue;
  const everyMs = usePace(tradesEveryMs);
  return { ...usePolled(query, queryKey, pushed ? false : everyMs), stream, overdue };
}
