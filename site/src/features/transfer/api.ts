// What the wallets hold, and the transfers between them.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import { ownKeys } from "../../lib/client_events";
import type { PostBody, Schemas } from "../../lib/calls";
import type { Decimal } from "../../lib/decimal";
import type { Wallet } from "./rules";

export const rowsOnAPage = 5;
const root = "transfers";
const pollMs = 10_000;

export type Transfer = Schemas["Transfer"];

/** The coins that can be moved, and what a wallet has of each; undefined while it is not known. */
export function useWallet(wallet: Wallet) {
  const spot = useQuery({
    queryKey: [...ownKeys.wallet, "spot"],
    queryFn: ({ signal }) => get("/api/v3/wallets/spot", undefined, signal),
    select: (answer) => answer.wallet,
    refetchInterval: pollMs,
  });
  const future = useQuery({
    queryKey: [...ownKeys.wallet, "future"],
    queryFn: ({ signal }) => get("/api/v3/wallets/future", undefined, signal),
    select: (answer) => answer.wallet,
    refetchInterval: pollMs,
    enabled: wallet === "FUTURE",
  });
  const funding = useQuery({
    queryKey: [...ownKeys.wallet, "funding"],
    queryFn: ({ signal }) => get("/api/v3/wallets/funding", undefined, signal),
    select: (answer) => answer.wallet,
    refetchInterval: pollMs,
    enabled: wallet === "FUNDING",
  });
  const available = (coin: string): Decimal | undefined => {
    if (wallet === "SPOT" && spot.data) {
      return spot.data.find(({ name }) => name === coin)?.coin_value ?? "0";
    }
    if (wallet === "FUTURE" && future.data) {
      return future.data.find(({ name }) => name === coin)?.available ?? "0";
    }
    if (wallet === "FUNDING" && funding.data) {
      return funding.data.find(({ name }) => name === coin)?.coin_value ?? "0";
    }
    return undefined;
  };
  return { available, names: spot.data?.map(({ name }) => name) };
}

/** `page` counts from 0. */
export const useTransfers = (page: number) =>
  useQuery({
    queryKey: [root, page],
    queryFn: ({ signal }) =>
      get("/api/v3/transfers", { page: page + 1, per_page: rowsOnAPage }, signal),
    placeholderData: keepPreviousData,
  });

/** Money moved, or may have: all that shows it is fetched again. */
export function useTransfer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: PostBody<"/api/v3/futures/transfer">) =>
      post("/api/v3/futures/transfer", asked),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [root] });
      void queries.invalidateQueries({ queryKey: ownKeys.wallet });
      void queries.invalidateQueries({ queryKey: ["futures", "own"] });
    },
  });
}
