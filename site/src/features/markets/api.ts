// The market lists: fetched, refreshed by pushes and, without them, every 20 seconds.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import type { Decimal } from "../../lib/decimal";
import { useSession } from "../../lib/session";
import { tickers_stream, useStream } from "../../lib/stream";

export interface Pair {
  id: string;
  coin_id: string;
  /** "BTCUSDT" */
  coin_pair_name: string;
  /** "BTC" */
  name: string;
  full_name: string;
  image: string;
  type: "MAIN" | "ETH" | "ALT";
  pos: boolean;
  pow: boolean;
  innovation: boolean;
  close: Decimal;
  /** 24-hour change in percent. */
  increase_in_value: Decimal;
  open: Decimal;
  high: Decimal;
  low: Decimal;
  /** Of 24 hours, in the coin. */
  volume: Decimal;
  volume_usdt: Decimal;
  /** Empty: not a favourite. */
  favorite: string;
  tick: Decimal;
  lot: Decimal;
  stale: boolean;
  sparkline: Decimal[];
}

interface PairList {
  coinpair: Pair[];
}

interface Ticker {
  close: Decimal;
  percent: Decimal;
  high: Decimal;
  low: Decimal;
  volume: Decimal;
  volume_usdt: Decimal;
  stale: boolean;
}

const poll_ms = 20_000;
const key = (client: string | undefined) => ["pairs", client ?? "guest"];

function with_tickers(list: PairList, tickers: Partial<Record<string, Partial<Ticker>>>): PairList {
  const coinpair = list.coinpair.map((pair) => {
    const ticker = tickers[pair.coin_pair_name];
    if (!ticker) return pair;
    const { percent = pair.increase_in_value, ...figures } = ticker;
    return { ...pair, ...figures, increase_in_value: percent };
  });
  return { coinpair };
}

/** All pairs, with the caller's stars. */
export function usePairs() {
  const client = useSession()?.client.id;
  const queries = useQueryClient();
  const state = useStream(
    tickers_stream,
    (push) =>
      queries.setQueryData<PairList>(
        key(client),
        (list) => list && with_tickers(list, push.data as Record<string, Partial<Ticker>>),
      ),
    () => void queries.invalidateQueries({ queryKey: key(client) }),
  );
  return useQuery({
    queryKey: key(client),
    queryFn: ({ signal }) => get<PairList>("/api/v3/all-pairs", undefined, signal),
    select: (list) => list.coinpair,
    refetchInterval: state === "live" ? poll_ms * 3 : poll_ms,
  });
}

/** Presses the star: at once on the screen, undone when the server refuses. */
export function useStar() {
  const client = useSession()?.client.id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (pair: Pair) => post("/api/v3/add-favorite", { coin_id: pair.coin_id }),
    onMutate: (pair) => {
      queries.setQueryData<PairList>(
        key(client),
        (list) =>
          list && {
            coinpair: list.coinpair.map((other) =>
              other.coin_id === pair.coin_id
                ? { ...other, favorite: other.favorite ? "" : other.coin_id }
                : other,
            ),
          },
      );
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key(client) }),
  });
}
