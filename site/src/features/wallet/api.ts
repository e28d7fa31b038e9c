// Balances: fetched every five seconds, since prices move without a push, and at once when an event
// tells of a change.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import type { PostBody, Schemas } from "../../lib/calls";
import { ownKeys } from "../../lib/client_events";

/** A coin: what can be spent, what open orders hold, and what both are worth. */
export type Holding = Schemas["Holding"];
export type FutureHolding = Schemas["FutureHolding"];
export type Overview = Schemas["WalletOverview"];
export type Portfolio = Schemas["Portfolio"];
export type PortfolioDay = Schemas["PortfolioDay"];
export type Web3 = Schemas["Web3"];

export type Stake = Schemas["Stake"];
export type EarnProduct = Schemas["EarnProduct"];

const pollMs = 5_000;
const slowMs = 60_000;

/** The wallet's totals and its spot coins. */
export function useWallet() {
  const overview = useQuery({
    queryKey: [...ownKeys.wallet, "overview"],
    queryFn: ({ signal }) => get("/api/v3/overview", undefined, signal),
    refetchInterval: pollMs,
  });
  const spot = useQuery({
    queryKey: [...ownKeys.wallet, "spot"],
    queryFn: ({ signal }) => get("/api/v3/wallets/spot", undefined, signal),
    select: (answer) => answer.wallet,
    refetchInterval: pollMs,
  });
  return { overview, spot };
}

/** Whether an order of the client has ever been filled, as far as is known. */
export const useHasTraded = (): boolean =>
  useQuery({
    queryKey: [...ownKeys.wallet, "traded"],
    queryFn: ({ signal }) => get("/api/v3/trades/order-histories", { per_page: 1 }, signal),
    select: ({ fills_total: fillsTotal }) => fillsTotal > 0,
  }).data ?? false;

/** The first two have a point for each hour, the others for each day. */
export type Range = "24H" | "7D" | "30D" | "90D";

/** What the wallets were worth so far back, and which coins they consist of. */
export const usePortfolio = (range: Range) =>
  useQuery({
    queryKey: [...ownKeys.wallet, "portfolio", range],
    queryFn: ({ signal }) => get("/api/v3/wallet/portfolio", { range }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: slowMs,
  });

/** Profit and loss since the day began, UTC. */
export const usePnl = () =>
  useQuery({
    queryKey: [...ownKeys.wallet, "pnl"],
    queryFn: ({ signal }) => get("/api/v3/pnl", undefined, signal),
    refetchInterval: pollMs,
  });

export const useFutureWallet = () =>
  useQuery({
    queryKey: [...ownKeys.wallet, "future"],
    queryFn: ({ signal }) => get("/api/v3/wallets/future", undefined, signal),
    select: (answer) => answer.wallet,
    refetchInterval: pollMs,
  });

export const useStakes = () =>
  useQuery({
    queryKey: [...ownKeys.wallet, "stake"],
    queryFn: ({ signal }) => get("/api/v3/stake", undefined, signal),
    select: (answer) => answer.earnStaking,
    refetchInterval: pollMs,
  });

export const useEarnProducts = () =>
  useQuery({
    queryKey: [...ownKeys.wallet, "earn-products"],
    queryFn: ({ signal }) => get("/api/v3/earn/view", undefined, signal),
    select: (answer) => answer.earn,
    refetchInterval: slowMs,
  });

const web3Key = [...ownKeys.wallet, "web3"];

export const useWeb3 = () =>
  useQuery({
    queryKey: web3Key,
    queryFn: ({ signal }) => get("/api/v3/web3", undefined, signal),
  });

/** Puts a wallet that has signed into its place, or takes it away. */
export function useWeb3Changes() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: web3Key });
  const connect = useMutation({
    mutationFn: (asked: PostBody<"/api/v3/web3-connect">) => post("/api/v3/web3-connect", asked),
    onSuccess,
  });
  const disconnect = useMutation({ mutationFn: () => post("/api/v3/web3-disconnect"), onSuccess });
  return { connect, disconnect };
}
