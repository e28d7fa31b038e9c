// What the wallets hold, and the transfers between them.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post, type Parameters } from "../../lib/api";
import type { Decimal } from "../../lib/decimal";
import type { Wallet } from "./rules";

export const rows_on_a_page = 5;
const root = "transfers";
const poll_ms = 10_000;

export interface Transfer {
  id: string;
  coin: string;
  image: string;
  from: Wallet;
  to: Wallet;
  amount: Decimal;
  at: string;
}

/** A coin of the futures wallet. */
interface FutureCoin {
  name: string;
  image: string;
  available: Decimal;
}

/** The coins of a wallet that can be moved; undefined of FUNDING, which no call lists. */
export function useWallet(wallet: Wallet) {
  const spot = useQuery({
    queryKey: ["wallet", "spot"],
    queryFn: ({ signal }) => get("/api/v3/wallets/spot", undefined, signal),
    select: (answer) => answer.wallet,
    refetchInterval: poll_ms,
  });
  const future = useQuery({
    queryKey: ["wallet", "future"],
    queryFn: ({ signal }) =>
      get<{ wallet: FutureCoin[] }>("/api/v3/wallets/future", undefined, signal),
    select: (answer) => answer.wallet,
    refetchInterval: poll_ms,
    enabled: wallet === "FUTURE",
  });
  const available = (coin: string): Decimal | undefined => {
    if (wallet === "SPOT" && spot.data) {
      return spot.data.find(({ name }) => name === coin)?.coin_value ?? "0";
    }
    if (wallet === "FUTURE" && future.data) {
      return future.data.find(({ name }) => name === coin)?.available ?? "0";
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
      get<{ transfers: Transfer[]; total: number }>(
        "/api/v3/transfers",
        { page: page + 1, per_page: rows_on_a_page },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

/** Money moved, or may have: all that shows it is fetched again. */
export function useTransfer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: Parameters) => post<{ message: string }>("/api/v3/futures/transfer", asked),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [root] });
      void queries.invalidateQueries({ queryKey: ["wallet"] });
      void queries.invalidateQueries({ queryKey: ["futures", "own"] });
    },
  });
}
