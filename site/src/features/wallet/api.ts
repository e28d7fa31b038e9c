// Balances: fetched, refreshed by the client's own stream and every five seconds without it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get } from "../../lib/api";
import type { Decimal } from "../../lib/decimal";
import { client_stream, useStream } from "../../lib/stream";

export interface Holding {
  /** "BTC" */
  name: string;
  full_name: string;
  image: string;
  /** What can be spent. */
  coin_value: Decimal;
  /** Reserved for open orders. */
  freeze_value: Decimal;
  /** Both, in USDT at the last price. */
  usdt_value: Decimal;
}

export interface Overview {
  overviewTotal: Decimal;
  spotTotal: Decimal;
  futureTotal: Decimal;
  earnTotal: Decimal;
  fundingTotal: Decimal;
}

const poll_ms = 5_000;
const with_pushes_ms = 20_000;

/** The wallet's totals and its spot coins. */
export function useWallet() {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: ["wallet"] });
  const state = useStream(
    client_stream,
    (push) => {
      if (push.type === "balance" || push.type === "order") refresh();
    },
    refresh,
  );
  const refetchInterval = state === "live" ? with_pushes_ms : poll_ms;
  const overview = useQuery({
    queryKey: ["wallet", "overview"],
    queryFn: ({ signal }) => get<Overview>("/api/v3/overview", undefined, signal),
    refetchInterval,
  });
  const spot = useQuery({
    queryKey: ["wallet", "spot"],
    queryFn: ({ signal }) => get<{ wallet: Holding[] }>("/api/v3/wallets/spot", undefined, signal),
    select: (answer) => answer.wallet,
    refetchInterval,
  });
  return { overview, spot };
}
