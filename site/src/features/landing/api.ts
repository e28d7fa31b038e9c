// What the landing page asks for beside the market list.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import type { Candle, Fees } from "./rules";

export type NewsItem = Schemas["News"]["newsfeed"]["Data"][number];

const newsShown = 6;
const newsEveryMs = 5 * 60_000;

/** The newest six; none where nothing could be fetched, and nobody is told. */
export function useNews(): readonly NewsItem[] | undefined {
  const query = useQuery({
    queryKey: ["news"],
    queryFn: ({ signal }) => get("/api/v3/news", undefined, signal),
    refetchInterval: newsEveryMs,
  });
  return query.error && !query.data ? [] : query.data?.newsfeed.Data.slice(0, newsShown);
}

/** The newest hours of a pair, oldest first; none where nothing could be fetched. */
export function useHours(pair: string, limit: number): readonly Candle[] | undefined {
  const query = useQuery({
    queryKey: ["hours", pair, limit],
    queryFn: ({ signal }) =>
      get("/api/v2/chart/chart-series", { symbol: pair, timeframe: "1hr", limit }, signal),
    refetchInterval: 60_000,
  });
  return query.error && !query.data ? [] : query.data?.series;
}

/** What trading costs at each level, the first level first; null where nothing could be fetched. */
export function useFees(): Fees | null | undefined {
  const query = useQuery({
    queryKey: ["fees"],
    queryFn: ({ signal }) => get("/api/v3/fee-rates", undefined, signal),
  });
  return query.error && !query.data ? null : query.data?.levels;
}

/** The last price as the server knows it this second. */
export async function lastPrice(symbol: string): Promise<Schemas["CurrentPrice"]["chart"]> {
  const answer = await get("/api/v3/coin-pair/current-price", { symbol });
  return answer.chart;
}
