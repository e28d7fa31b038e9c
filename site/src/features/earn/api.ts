// Earn: products, subscriptions, plans of Auto Invest, what was moved and what it has brought. All
// of it is fetched again when a push says that something of it changed.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import type { GetQuery, PostBody, Schemas } from "../../lib/calls";
import { client_stream, useStream } from "../../lib/stream";

export type Product = Schemas["EarnProduct"];
export type Stake = Schemas["Stake"];
export type Plan = Schemas["EarnPlan"];
export type Run = Schemas["EarnRun"];
export type Entry = Schemas["EarnTransaction"];
export type Analysis = Schemas["EarnAnalysis"];
export type Span = keyof Analysis["assets"];

/** Without the key, which each form brings. */
export type Subscription = PostBody<"/api/v2/earn/store">;
export type Redemption = PostBody<"/api/v3/earn/redeem">;
export type Filters = GetQuery<"/api/v3/earn/transaction">;

const poll_ms = 10_000;
const with_pushes_ms = 30_000;

/** Keeps what is shown of Earn fresh; how often to ask besides. */
export function useEarnPushes() {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: ["earn"] });
  const state = useStream(
    client_stream,
    (push) => {
      if (push.type === "earn" || push.type === "balance") refresh();
    },
    refresh,
  );
  return state === "live" ? with_pushes_ms : poll_ms;
}

export function useProducts() {
  return useQuery({
    queryKey: ["earn", "products"],
    queryFn: ({ signal }) => get("/api/v3/earn/view", undefined, signal),
    select: (answer) => answer.earn,
  });
}

/** The client's subscriptions, and the products beside them. */
export function useStakes() {
  const refetchInterval = useEarnPushes();
  return useQuery({
    queryKey: ["earn", "stakes"],
    queryFn: ({ signal }) => get("/api/v3/stake", undefined, signal),
    refetchInterval,
  });
}

export function usePlans() {
  const refetchInterval = useEarnPushes();
  return useQuery({
    queryKey: ["earn", "plans"],
    queryFn: ({ signal }) => get("/api/v3/earn/auto-invest", undefined, signal),
    select: (answer) => answer.plans,
    refetchInterval,
  });
}

export function useRuns(id: string, page: number) {
  return useQuery({
    queryKey: ["earn", "runs", id, page],
    queryFn: ({ signal }) => get("/api/v3/earn/auto-invest/runs", { id, page }, signal),
    placeholderData: keepPreviousData,
  });
}

export function useEntries(filters: Filters) {
  const refetchInterval = useEarnPushes();
  return useQuery({
    queryKey: ["earn", "entries", filters],
    queryFn: ({ signal }) => get("/api/v3/earn/transaction", filters, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}

export function useAnalysis() {
  const refetchInterval = useEarnPushes();
  return useQuery({
    queryKey: ["earn", "analysis"],
    queryFn: ({ signal }) => get("/api/v3/analysis", undefined, signal),
    refetchInterval,
  });
}

/** What can be spent of a coin, in the spot wallet. */
export function useAvailable(coin: string) {
  const refetchInterval = useEarnPushes();
  return useQuery({
    queryKey: ["earn", "available", coin],
    queryFn: ({ signal }) => get("/api/v3/wallet-balance", { name: coin }, signal),
    select: (answer) => answer.wallet.wallet_balance,
    refetchInterval,
  });
}

/** A change; everything of Earn and the wallet is fetched again after it. */
function useChange<Asked, Answer>(change: (asked: Asked) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["earn"] });
      await queries.invalidateQueries({ queryKey: ["wallet"] });
    },
  });
}

/** Subscribes, or makes a plan where `cycles` is given. */
export const useStore = () => useChange((asked: Subscription) => post("/api/v2/earn/store", asked));
export const useRedeem = () => useChange((asked: Redemption) => post("/api/v3/earn/redeem", asked));
export const useAutoRenew = () =>
  useChange((asked: { id: string; enabled: boolean }) => post("/api/v3/earn/auto-renew", asked));
export const usePlanState = () =>
  useChange((asked: { id: string; state: Plan["state"] }) =>
    post("/api/v3/earn/auto-invest/state", asked),
  );
