// What the landing page asks for beside the market list.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api";
import type { Decimal } from "../../lib/decimal";

export interface NewsItem {
  id: string;
  title: string;
  /** Where it stands in full; "" for news that stand here alone. */
  url: string;
  body: string;
  /** "" when there is no picture. */
  imageurl: string;
  publisher: string;
  published_at: string;
}

const newsShown = 6;
const newsEveryMs = 5 * 60_000;

/** The newest six; none where nothing could be fetched, and nobody is told. */
export function useNews(): readonly NewsItem[] | undefined {
  const query = useQuery({
    queryKey: ["news"],
    queryFn: ({ signal }) =>
      get<{ newsfeed: { Data: NewsItem[] } }>("/api/v3/news", undefined, signal),
    refetchInterval: newsEveryMs,
  });
  return query.error && !query.data ? [] : query.data?.newsfeed.Data.slice(0, newsShown);
}

/** Numbers for drawing: open, close, low, high, volume. */
export type Candle = readonly [number, number, number, number, number];

/** The newest hours of a pair, oldest first. */
export function useHours(pair: string, limit: number): readonly Candle[] | undefined {
  const query = useQuery({
    queryKey: ["hours", pair, limit],
    queryFn: ({ signal }) =>
      get<{ series: Candle[] }>(
        "/api/v2/chart/chart-series",
        { symbol: pair, timeframe: "1hr", limit },
        signal,
      ),
    refetchInterval: 60_000,
  });
  return query.data?.series;
}

/** The last price as the server knows it this second. */
export async function lastPrice(symbol: string): Promise<{ close: Decimal; stale: boolean }> {
  const answer = await get<{ chart: { close: Decimal; stale: boolean } }>(
    "/api/v3/coin-pair/current-price",
    { symbol },
  );
  return answer.chart;
}
