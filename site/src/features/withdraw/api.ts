// The client's withdrawals: limits, codes, saved addresses, history.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import type { PostBody, Schemas } from "../../lib/calls";
import { clientStream, concerns, useStream } from "../../lib/stream";

export const rowsOnAPage = 10;
const pollMs = 10_000;
const withPushesMs = 60_000;
const root = "withdrawals";
const refreshing = new Set(["withdrawal", "balance"]);

export type Limits = Schemas["WithdrawalLimits"];
export type CodeSent = Schemas["WithdrawalCodeSent"];

/** True while pushes come. Money that moves changes the limits too. */
function useEvents(): boolean {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: [root] });
  const state = useStream(
    clientStream,
    (push) => {
      if (concerns(refreshing, push)) refresh();
    },
    refresh,
  );
  return state === "live";
}

export function useLimits() {
  const live = useEvents();
  return useQuery({
    queryKey: [root, "limits"],
    queryFn: ({ signal }) => get("/api/v3/withdrawal-limits", undefined, signal),
    refetchInterval: live ? withPushesMs : pollMs,
  });
}

/** `page` counts from 0. */
export function useWithdrawals(page: number) {
  const live = useEvents();
  return useQuery({
    queryKey: [root, "history", page],
    queryFn: ({ signal }) =>
      get("/api/v3/withdraw-history", { page: page + 1, per_page: rowsOnAPage }, signal),
    refetchInterval: live ? withPushesMs : pollMs,
    placeholderData: keepPreviousData,
  });
}

const addressesKey = [root, "addresses"];

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
    onSuccess: () => queries.invalidateQueries({ queryKey: [root] }),
  });
}

/** Whether money may go there at all, asked before a code is sent for it. */
export const checkAddress = (asked: PostBody<"/api/v3/withdrawals/check-address">) =>
  post("/api/v3/withdrawals/check-address", asked);

export const sendCode = () => post("/api/v3/otp");

/** Money moved, or may have: all that shows it is fetched again. */
function useMoved() {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: [root] });
    void queries.invalidateQueries({ queryKey: ["wallet"] });
  };
}

export function useWithdraw() {
  const moved = useMoved();
  return useMutation({
    mutationFn: (asked: PostBody<"/api/v3/withdrawals">) => post("/api/v3/withdrawals", asked),
    onSettled: moved,
  });
}

export function useCancel() {
  const moved = useMoved();
  return useMutation({
    mutationFn: (asked: PostBody<"/api/v3/withdrawals/cancel">) =>
      post("/api/v3/withdrawals/cancel", asked),
    onSettled: moved,
  });
}
