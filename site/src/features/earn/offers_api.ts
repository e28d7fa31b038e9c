// What Earn offers, and subscribing to it: products, terms, plans that buy.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ApiError, get } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { useChange } from "../../lib/change";
import { ownKeys, useLive } from "../../lib/client_events";
import { useSession } from "../../lib/session";

const pollMs = 10_000;
const withPushesMs = 60_000;

/** `apr` is "Not available" where there is no flexible subscription. */
export type Product = Schemas["EarnProduct"];
export type Stake = Schemas["Stake"];
export type Plan = Schemas["EarnPlan"];
export type Run = Schemas["EarnRun"];

export const useProducts = () =>
  useQuery({
    queryKey: [...ownKeys.earn, "products"],
    queryFn: ({ signal }) => get("/api/v3/earn/view", undefined, signal),
    select: (answer) => answer.earn,
    refetchInterval: withPushesMs,
  });

export function useStakes() {
  const signedIn = useSession() !== null;
  const live = useLive();
  return useQuery({
    queryKey: [...ownKeys.earn, "stake"],
    queryFn: ({ signal }) => get("/api/v3/stake", undefined, signal),
    select: (answer) => answer.earnStaking,
    enabled: signedIn,
    refetchInterval: live ? withPushesMs : pollMs,
  });
}

export function usePlans() {
  const live = useLive();
  return useQuery({
    queryKey: [...ownKeys.earn, "plans"],
    queryFn: ({ signal }) => get("/api/v3/earn/auto-invest", undefined, signal),
    select: (answer) => answer.plans,
    refetchInterval: live ? withPushesMs : pollMs,
  });
}

export const runsOnAPage = 10;

/** `page` counts from 0. */
export const useRuns = (id: string, page: number) =>
  useQuery({
    queryKey: [...ownKeys.earn, "runs", id, page],
    queryFn: ({ signal }) =>
      get("/api/v3/earn/auto-invest/runs", { id, page: page + 1, per_page: runsOnAPage }, signal),
    placeholderData: keepPreviousData,
  });

/** What can be spent of each coin. */
export const useSpot = () =>
  useQuery({
    queryKey: [...ownKeys.wallet, "spot"],
    queryFn: ({ signal }) => get("/api/v3/wallets/spot", undefined, signal),
    select: (answer) => answer.wallet,
    refetchInterval: pollMs,
  });

/** A term asks for the transaction password, a plan for what proves that it is its owner's. */
export const useStore = () => useChange("/api/v2/earn/store", "earn");

/** What the dialog that asks for the transaction password calls a wrong one. */
export async function orWrongPassword(
  answer: Promise<{ message: string }>,
): Promise<{ message: string }> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "wrong_password") throw error;
    return { message: "wrong_transaction_password" };
  }
}

/** A term that is not over asks for the transaction password. */
export const useRedeem = () => useChange("/api/v3/earn/redeem", "earn");

export const useAutoRenew = () => useChange("/api/v3/earn/auto-renew", "earn");

/** To let a plan go on asks for what proves that it is its owner's. */
export const usePlanState = () => useChange("/api/v3/earn/auto-invest/state", "earn");
