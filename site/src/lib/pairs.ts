// The market list that landing, markets and trading share: fetched at the spec's pace and kept
// fresh by the pushes of /stream/tickers.
import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { get, post } from "./api";
import type { GetQuery, GetReply, Schemas } from "./calls";
import { compare, divide, isDecimal, isZero, multiply, subtract, type Decimal } from "./decimal";
import { early } from "./early";
import { usePolled, usePolledAll } from "./poll";
import { currentSession } from "./session";
import { usePace } from "./silence";
import { tickersStream, useStream, type Push, type StreamState } from "./stream";

/** A market; `favorite` is "" where the client has not starred it. */
export type Pair = Schemas["Pair"];
export type PairList = Schemas["PairList"];

/** The home card's reply: the first pairs in full, and the last prices of the best known coins. */
export type HomeCoins = Schemas["HomeCoins"];

/** What a ticker push carries for a pair; fields that did not change may be missing. */
export interface Ticker {
  close?: Decimal;
  percent?: Decimal;
  volume?: Decimal;
  volume_usdt?: Decimal;
  high?: Decimal;
  low?: Decimal;
  stale?: boolean;
}

/** The root of the keys of all queries that answer with a PairList. */
export const pairsKey = "pairs";

const percentPlaces = 4;
const marketCoinsEveryMs = 20_000;
const homeCoinsEveryMs = 4_000;
const withoutPushesEveryMs = 5_000;
/** From when it was asked for. */
const earlyCountsMs = 5_000;

/** The list with a push's news in it; the same list when nothing in it changed. */
export function withTickers(list: PairList, tickers: Readonly<Record<string, Ticker>>): PairList {
  let changed = false;
  const coinpair = list.coinpair.map((pair) => {
    const ticker = tickers[pair.coin_pair_name];
    if (!ticker) return pair;
    changed = true;
    const close = isDecimal(ticker.close) ? ticker.close : pair.close;
    const percent = isDecimal(ticker.percent) ? ticker.percent : pair.percent;
    return { ...pair, ...ticker, close, amount: close, percent, increase_in_value: percent };
  });
  return changed ? { ...list, coinpair } : list;
}

/** The pair at the last price that its book shows, where there is one: a screen has one price. */
export function withPrice(pair: Pair, price: Decimal | undefined): Pair {
  if (price === undefined || isZero(price) || price === pair.close) return pair;
  const percent = isZero(pair.open)
    ? pair.percent
    : divide(multiply(subtract(price, pair.open), "100"), pair.open, percentPlaces, "half_even");
  return { ...pair, close: price, amount: price, percent, increase_in_value: percent };
}

/**
 * The coin that an address names: by itself ("btc") or as its pair ("BTCUSDT"). A coin among the
 * `listed` that is called so keeps its whole name.
 */
export function coinOfAddress(name: string, listed: readonly string[] | undefined): string {
  const coin = name.toUpperCase();
  return listed?.includes(coin) ? coin : coin.replace(/(?<=.)USDT$/, "");
}

/** The coin of a pair: "BTC" of "BTCUSDT". */
export const coinOfPair = (pair: string): string => pair.replace(/USDT$/, "");

/** Largest 24-hour volume first. */
export const byVolume = (a: Pair, b: Pair): number => compare(b.volume_usdt, a.volume_usdt);

export function takeTickers(queries: QueryClient, push: Push): void {
  if (push.channel !== "tickers") return;
  const tickers = push.data as Readonly<Record<string, Ticker>>;
  queries.setQueriesData<PairList>({ queryKey: [pairsKey] }, (list) =>
    list?.coinpair ? withTickers(list, tickers) : list,
  );
}

/**
 * Keeps every loaded market list fresh while the component is mounted: by pushes, and by fetching it
 * while none come.
 */
export function useTickers(): StreamState {
  const queries = useQueryClient();
  const stream = useStream(
    tickersStream,
    (push) => takeTickers(queries, push),
    () => void queries.invalidateQueries({ queryKey: [pairsKey] }),
  );
  const everyMs = usePace(withoutPushesEveryMs);
  usePolledAll(pairsKey, stream === "down" && everyMs);
  return stream;
}

type PairListPath =
  | "/api/v2/market-all-pairs"
  | "/api/v3/all-pairs"
  | "/api/v3/inn-coins"
  | "/api/v3/inno-coins"
  | "/api/v3/main-coins";

/** What app/main has asked for, once, unless it comes late or is a refusal: that is asked for anew. */
async function askedEarly(path: PairListPath): Promise<PairList | undefined> {
  const asked = early.pairs;
  if (!asked || path !== "/api/v2/market-all-pairs") return undefined;
  delete early.pairs;
  const leftMs = asked.at + earlyCountsMs - performance.now();
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, Math.max(0, leftMs)));
  const answer = leftMs > 0 ? await Promise.race([asked.answer, late]) : undefined;
  return answer?.coinpair && { coinpair: answer.coinpair };
}

/** Any call that answers with a PairList, under the shared key. */
export function usePairList<Path extends PairListPath>(
  path: Path,
  parameters?: GetQuery<Path>,
): UseQueryResult<GetReply<Path>> {
  const queryKey = [pairsKey, path, parameters, currentSession()?.user.user_unique_id ?? ""];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      ((await askedEarly(path)) as GetReply<Path> | undefined) ?? get(path, parameters, signal),
  });
  return usePolled(query, queryKey, marketCoinsEveryMs);
}

/** All pairs, every 20 s and by pushes. With a session the favourites are marked. */
export function useAllPairs(): UseQueryResult<PairList> {
  const session = currentSession();
  return usePairList(session ? "/api/v3/all-pairs" : "/api/v2/market-all-pairs");
}

/** The first four pairs and the last prices, every 4 s. */
export function useHomeCoins(enabled = true): UseQueryResult<HomeCoins> {
  const queryKey = [pairsKey, "home"];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => get("/api/v1/home/coins", undefined, signal),
    enabled,
  });
  return usePolled(query, queryKey, enabled && homeCoinsEveryMs);
}

/** Turns a favourite on or off and loads all lists again; a failure changes nothing. */
export function useToggleFavorite() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (coinId: string) => post("/api/v3/add-favorite", { coin_id: coinId }),
    onSettled: () => queries.invalidateQueries({ queryKey: [pairsKey] }),
  });
}
