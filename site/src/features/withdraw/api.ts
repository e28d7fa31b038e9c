// The client's withdrawals: limits, codes, saved addresses, history.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import type { PostBody, Schemas } from "../../lib/calls";
import { ownKeys, useLive } from "../../lib/client_events";
import { useMoved } from "../../lib/funds";

export const rowsOnAPage = 10;
const pollMs = 10_000;
const withPushesMs = 60_000;

export type Limits = Schemas["WithdrawalLimits"];
export type CodeSent = Schemas["WithdrawalCodeSent"];

export function useLimits() {
  const live = useLive();
  return useQuery({
    queryKey: [...ownKeys.withdrawals, "limits"],
    queryFn: ({ signal }) => get("/api/v3/withdrawal-limits", undefined, signal),
    refetchInterval: live ? withPushesMs : pollMs,
  });
}

/** `page` counts from 0. */
export function useWithdrawals(page: number) {
  const live = useLive();
  return useQuery({
    queryKey: [...ownKeys.withdrawals, "history", page],
    queryFn: ({ signal }) =>
      get("/api/v3/withdraw-history", { page: page + 1, per_page: rowsOnAPage }, signal),
    refetchInterval: live ? withPushesMs : pollMs,
    placeholderData: keepPreviousData,
  });
}

const addressesKey = [...ownKeys.withdrawals, "addresses"];

export const useSavedAddresses = () =>
  useQuery({
    queryKey: addressesKey,
    queryFn: ({ signal }) => get("/api/v3/withdrawal-addresses", undefined, signal),
    select: (answer) => answer.addresses,
  });

export function useSaveAddress() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: PostBody<"/api/v3/withdrawal-addresses/add">) =>
      post("/api/v3/withdrawal-addresses/add", given),
    onSuccess: () => queries.invalidateQueries({ queryKey: ownKeys.withdrawals }),
  });
}

/** Whether money may go there at all, asked before a code is sent for it. */
export const checkAddress = (asked: PostBody<"/api/v3/withdrawals/check-address">) =>
  post("/api/v3/withdrawals/check-address", asked);

export const sendCode = () => post("/api/v3/otp");

export function useWithdraw() {
  const moved = useMoved();
  return useMutation({
    mutationFn: (asked: PostBody<"/api/v3/withdrawals">) => post("/api/v3/withdrawals", asked),
    onSettled: moved,
  });
}
