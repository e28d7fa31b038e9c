// The client's addresses and deposits; the client's events tell of each confirmation.
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import { ownKeys, useLive } from "../../lib/client_events";
import { useSession } from "../../lib/session";

export const rowsOnAPage = 10;
const pollMs = 10_000;
const withPushesMs = 60_000;

/** The client's address on a network, made at the first visit. It never changes. */
export function useAddress(network: string | null) {
  const owner = useSession()?.user.user_unique_id;
  return useQuery({
    queryKey: ["deposit-address", owner, network],
    queryFn: async ({ signal }) => {
      const walletType = network ?? "";
      const known = await get("/api/v3/fetch/address", { wallet_type: walletType }, signal);
      if (known.wallet) return known.wallet.wallet_address;
      const made = await post("/api/v3/generate-wallet", { wallet_type: walletType }, signal);
      return made.wallet.wallet_address;
    },
    enabled: network !== null,
    staleTime: Infinity,
  });
}

/** Coins of a demonstration's chain for the client's own address; the deposit follows by itself. */
export const useTestCoins = () =>
  useMutation({ mutationFn: (coin: string) => post("/api/v3/test-coins", { coin }) });

/** `page` counts from 0. */
export function useDeposits(page: number) {
  const live = useLive();
  return useQuery({
    queryKey: [...ownKeys.deposits, page],
    queryFn: ({ signal }) =>
      get("/api/v3/deposit-history", { page: page + 1, per_page: rowsOnAPage }, signal),
    refetchInterval: live ? withPushesMs : pollMs,
    placeholderData: keepPreviousData,
  });
}
