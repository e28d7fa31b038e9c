// Balances: fetched, refreshed by the client's own stream and every five seconds without it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { client_stream, useStream } from "../../lib/stream";

/** A coin: what can be spent, what open orders hold, and what both are worth. */
export type Holding = Schemas["Holding"];
export type Overview = Schemas["WalletOverview"];

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
    queryFn: ({ signal }) => get("/api/v3/overview", undefined, signal),
    refetchInterval,
  });
  const spot = useQuery({
    queryKey: ["wallet", "spot"],
    queryFn: ({ signal }) => get("/api/v3/wallets/spot", undefined, signal),
    select: (answer) => answer.wallet,
    refetchInterval,
  });
  return { overview, spot };
}
