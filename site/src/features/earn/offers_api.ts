// What Earn offers, and subscribing to it: products, terms, plans that buy.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post, type Parameters } from "../../lib/api";
import type { Decimal } from "../../lib/decimal";
import type { Codes } from "../../lib/step_up";
import { useSession } from "../../lib/session";
import { clientStream, useStream } from "../../lib/stream";

/** The root of the keys of everything that a subscription or a plan changes. */
export const earnKey = "earn";
const pollMs = 10_000;
const withPushesMs = 60_000;

export interface Product {
  id: string;
  name: string;
  full_name: string;
  image: string;
  /** Percent a year of the flexible subscription; "Not available" where there is none. */
  apr: string;
  apr_max: string;
  minimum_amount: Decimal;
  maximum_amount: Decimal;
  risk: "low" | "high";
  durations: { days: number; apr: Decimal }[];
  open: boolean;
  /** USDT that a plan for this coin spends each time; null where no plan can buy it. */
  invest: { minimum: Decimal; maximum: Decimal } | null;
}

export interface Stake {
  id: string;
  product_id: string;
  name: string;
  image: string;
  apr: Decimal;
  balance: Decimal;
  base_balance: Decimal;
  usdt_value: Decimal;
  /** Days; 0 is flexible. */
  duration: number;
  date_start: string;
  interest_from: string | null;
  date_end: string | null;
  status: "ACTIVE" | "REDEEMED" | "MATURED";
  accrued: Decimal;
  owed: Decimal;
  auto_renew: boolean;
  redeemable: boolean;
}

export interface PlanCoin {
  coin: string;
  image: string;
  share: number;
  bought: Decimal;
  average_price: Decimal | null;
}

export interface Plan {
  id: string;
  coins: PlanCoin[];
  amount: Decimal;
  currency: string;
  cycle: string;
  day: string | null;
  date: number | null;
  next_run: string | null;
  state: "ACTIVE" | "PAUSED" | "ENDED";
  invested: Decimal;
  runs: number;
}

export interface Run {
  id: string;
  due_at: string;
  ran_at: string;
  state: "BOUGHT" | "SKIPPED";
  /** An error's code, or "missed". */
  reason: string | null;
  coin: string;
  amount: Decimal;
  quantity: Decimal | null;
  price: Decimal | null;
}

/** True while pushes come: they tell of interest, ends of terms and what a plan bought. */
function useEvents(): boolean {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: [earnKey] });
  const signedIn = useSession() !== null;
  const state = useStream(
    signedIn ? clientStream : null,
    (push) => {
      if (push.type === "earn") refresh();
    },
    refresh,
  );
  return state === "live";
}

export const useProducts = () =>
  useQuery({
    queryKey: [earnKey, "products"],
    queryFn: ({ signal }) => get<{ earn: Product[] }>("/api/v3/earn/view", undefined, signal),
    select: (answer) => answer.earn,
    refetchInterval: withPushesMs,
  });

export function useStakes() {
  const signedIn = useSession() !== null;
  const live = useEvents();
  return useQuery({
    queryKey: [earnKey, "stake"],
    queryFn: ({ signal }) => get<{ earnStaking: Stake[] }>("/api/v3/stake", undefined, signal),
    select: (answer) => answer.earnStaking,
    enabled: signedIn,
    refetchInterval: live ? withPushesMs : pollMs,
  });
}

export function usePlans() {
  const live = useEvents();
  return useQuery({
    queryKey: [earnKey, "plans"],
    queryFn: ({ signal }) => get<{ plans: Plan[] }>("/api/v3/earn/auto-invest", undefined, signal),
    select: (answer) => answer.plans,
    refetchInterval: live ? withPushesMs : pollMs,
  });
}

export const runsOnAPage = 10;

/** `page` counts from 0. */
export const useRuns = (id: string, page: number) =>
  useQuery({
    queryKey: [earnKey, "runs", id, page],
    queryFn: ({ signal }) =>
      get<{ runs: Run[]; total: number }>(
        "/api/v3/earn/auto-invest/runs",
        { id, page: page + 1, per_page: runsOnAPage },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

/** What can be spent of each coin. */
export const useSpot = () =>
  useQuery({
    queryKey: ["wallet", "spot"],
    queryFn: ({ signal }) => get("/api/v3/wallets/spot", undefined, signal),
    select: (answer) => answer.wallet,
    refetchInterval: pollMs,
  });

/** A call that changes what Earn holds: all that shows it is fetched again. */
function useChange<Asked extends Parameters>(path: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: Asked) => post<{ message: string }>(path, asked),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [earnKey] });
      void queries.invalidateQueries({ queryKey: ["wallet"] });
    },
  });
}

export const useStore = () => useChange<Parameters>("/api/v2/earn/store");

export const useRedeem = () =>
  useChange<{
    id: string;
    amount?: Decimal;
    client_id: string;
    /** Of a term that is not over. */
    transaction_password?: string;
  }>("/api/v3/earn/redeem");

export const useAutoRenew = () =>
  useChange<{ id: string; enabled: boolean }>("/api/v3/earn/auto-renew");

/** To let a plan go on asks for what proves that it is its owner's. */
export const usePlanState = () =>
  useChange<{ id: string; state: Plan["state"]; transaction_password?: string } & Codes>(
    "/api/v3/earn/auto-invest/state",
  );
