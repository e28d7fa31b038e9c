// The calls of tasks, referral and fee rates.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import type { Decimal } from "../../lib/decimal";
import type { Task } from "../../lib/rewards";

export interface Friend {
  /** With its name hidden but for the first letter. */
  email: string;
  joined_at: string;
  state: "JOINED" | "SIGNED_IN" | "ACTIVE" | "NOT_COUNTED";
}

export interface Share {
  name: string;
  full_name: string;
  image: string;
  amount: Decimal;
  usdt_value: Decimal;
}

export interface Referral {
  referral: string;
  link: string;
  friends: Friend[];
  total: number;
  credits_earned: Decimal;
  fee_credit: Decimal;
  shares: Share[];
  programme: {
    credit: Decimal;
    large_amount: Decimal;
    share: Decimal;
    friends_with_credit: number | null;
  };
}

export interface Level {
  membership_level: string;
  maker: Decimal;
  taker: Decimal;
  minimum_volume: Decimal;
}

export interface FeeRates {
  levels: Level[];
  own?: {
    membership_level: string;
    volume: Decimal;
    fee_credit: Decimal;
    next: (Level & { missing_volume: Decimal }) | null;
  };
}

const progressMs = 15_000;
export const friendsOnAPage = 10;

/** Claiming pays into the spot wallet, so what shows balances is fetched anew. */
export function useClaim() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (task: Task) => post("/api/v3/claim-task", { task_center_id: task.task_center.id }),
    // Nobody waits for the lists: with them the claimed task leaves the page, and what the page has
    // to say about it would be lost.
    onSettled: () => {
      for (const queryKey of [["rewards", "tasks"], ["wallet"], ["notifications"]]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
  });
}

/** `page` from 0. */
export const useReferral = (page: number) =>
  useQuery({
    queryKey: ["rewards", "referral", page],
    queryFn: ({ signal }) =>
      get<Referral>("/api/v3/get-referral", { page: page + 1, per_page: friendsOnAPage }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: progressMs,
  });

export const useFeeRates = (client: string | undefined) =>
  useQuery({
    queryKey: ["rewards", "fee-rates", client],
    queryFn: ({ signal }) => get<FeeRates>("/api/v3/fee-rates", undefined, signal),
    refetchInterval: progressMs,
  });
