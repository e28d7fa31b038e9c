// The client's withdrawals: limits, codes, saved addresses, history.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import type { Decimal } from "../../lib/decimal";
import { clientStream, concerns, useStream } from "../../lib/stream";

export const rowsOnAPage = 10;
const pollMs = 10_000;
const withPushesMs = 60_000;
const root = "withdrawals";
const refreshing = new Set(["withdrawal", "balance"]);

export interface Limits {
  /** USDT in 24 hours. */
  limit: Decimal;
  used: Decimal;
  left: Decimal;
  one_step: { on: boolean; limit: Decimal; left: Decimal };
  rests_until: string | null;
  restricted: { text: string } | null;
  two_factor: boolean;
  whitelist: boolean;
  frozen_by_audit: boolean;
  available: Readonly<Record<string, Decimal>>;
}

export interface Withdrawal {
  id: string;
  coin: string;
  client_wallet: { coin: { name: string; full_name: string; image: string } };
  network: string;
  withdraw_amount: Decimal;
  fee: Decimal;
  receive_amount: Decimal;
  address: string;
  label: string | null;
  state: "FLOATING" | "ONHOLD" | "PROCEED" | "FREEZE";
  stage:
    | "REQUESTED"
    | "APPROVED"
    | "EXPORTED"
    | "SIGNED"
    | "BROADCAST"
    | "UNKNOWN"
    | "CONFIRMED"
    | "REJECTED"
    | "CANCELLED";
  txid: string | null;
  confirmations: number;
  confirmations_needed: number;
  application_time: string;
  updated_at: string;
  reason: string | null;
  can_cancel: boolean;
}

export interface SavedAddress {
  id: string;
  label: string;
  coin: string;
  network: string;
  address: string;
}

export interface Asked {
  coin: string;
  bchain_name: string;
  withdraw_address: string;
  withdraw_amount: Decimal;
  gasfee: Decimal;
  verification?: string;
  two_factor_code?: string;
  transaction_password: string;
  client_id: string;
}

export interface CodeSent {
  sent_to: string;
  resend_after: number;
}

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
    queryFn: ({ signal }) => get<Limits>("/api/v3/withdrawal-limits", undefined, signal),
    refetchInterval: live ? withPushesMs : pollMs,
  });
}

/** `page` counts from 0. */
export function useWithdrawals(page: number) {
  const live = useEvents();
  return useQuery({
    queryKey: [root, "history", page],
    queryFn: ({ signal }) =>
      get<{ withdraw: Withdrawal[]; total: number }>(
        "/api/v3/withdraw-history",
        { page: page + 1, per_page: rowsOnAPage },
        signal,
      ),
    refetchInterval: live ? withPushesMs : pollMs,
    placeholderData: keepPreviousData,
  });
}

const addressesKey = [root, "addresses"];

export const useSavedAddresses = () =>
  useQuery({
    queryKey: addressesKey,
    queryFn: ({ signal }) =>
      get<{ addresses: SavedAddress[] }>("/api/v3/withdrawal-addresses", undefined, signal),
    select: (answer) => answer.addresses,
  });

export function useSaveAddress() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Omit<SavedAddress, "id"> & { transaction_password: string }) =>
      post<{ message: string }>("/api/v3/withdrawal-addresses/add", given),
    onSuccess: () => queries.invalidateQueries({ queryKey: [root] }),
  });
}

/** Whether money may go there at all, asked before a code is sent for it. */
export const checkAddress = (asked: Pick<Asked, "coin" | "bchain_name" | "withdraw_address">) =>
  post<{ message: string }>("/api/v3/withdrawals/check-address", asked);

export const sendCode = () => post<CodeSent>("/api/v3/otp");

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
    mutationFn: (asked: Asked) =>
      post<{ message: string; withdrawal?: Withdrawal }>("/api/v3/withdrawals", { ...asked }),
    onSettled: moved,
  });
}

export function useCancel() {
  const moved = useMoved();
  return useMutation({
    mutationFn: (asked: { id: string; client_id: string }) =>
      post<{ message: string }>("/api/v3/withdrawals/cancel", asked),
    onSettled: moved,
  });
}
