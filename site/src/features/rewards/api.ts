// The calls of tasks, referral and fee rates.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import { ownKeys } from "../../lib/client_events";
import type { Schemas } from "../../lib/calls";
import type { Task } from "../../lib/rewards";

export type Referral = Schemas["Referral"];
export type Friend = Referral["friends"][number];
export type Share = Referral["shares"][number];
export type FeeRates = Schemas["FeeRates"];
export type Level = FeeRates["levels"][number];

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
      for (const queryKey of [["rewards", "tasks"], ownKeys.wallet, ownKeys.notifications]) {
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
      get("/api/v3/get-referral", { page: page + 1, per_page: friendsOnAPage }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: progressMs,
  });

export const useFeeRates = (client: string | undefined) =>
  useQuery({
    queryKey: ["rewards", "fee-rates", client],
    queryFn: ({ signal }) => get("/api/v3/fee-rates", undefined, signal),
    refetchInterval: progressMs,
  });
