// The coins that come in and go out over networks, and by which rules.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api";
import type { Decimal } from "./decimal";

export interface NetworkWithdrawal {
  open: boolean;
  minimum: Decimal;
  fee: Decimal;
  arrival_minutes: number;
  confirmations: number;
}

export interface Network {
  /** "TRC20" */
  name: string;
  /** "Tron (TRC20)" */
  title: string;
  /** "Tron" */
  subname: string;
  /** What calls take. */
  value: string;
  arrival_minutes: number;
  /** After these a deposit is credited, after the others it can be withdrawn. */
  confirmations: number;
  unlock_confirmations: number;
  minimum_deposit: Decimal;
  deposit_open: boolean;
  /** The chain of a demonstration, whose coins are given away. */
  test_coins: boolean;
  /** Null where the coin cannot leave over this network. */
  withdrawal: NetworkWithdrawal | null;
  /** The token's contract; null of a network's own coin. */
  contract: string | null;
  /** The address of an explorer, with {txid} in it. */
  explorer_tx: string | null;
}

export interface NetworkCoin {
  coin: string;
  name: string;
  image: string;
  /** The least that is worth sending, as the list of coins says. */
  minimum_listed: Decimal;
  networks: Network[];
}

export const networksKey = "networks";
const staleMs = 60_000;

export const useNetworks = () =>
  useQuery({
    queryKey: [networksKey],
    queryFn: ({ signal }) => get<{ coins: NetworkCoin[] }>("/api/v3/networks", undefined, signal),
    select: (answer) => answer.coins,
    staleTime: staleMs,
  });

/** Where an explorer shows a transaction; null without an explorer or a transaction. */
export function explorerAddress(
  coins: readonly NetworkCoin[] | undefined,
  coin: string,
  network: string,
  txid: string | null,
): string | null {
  const networks = coins?.find((one) => one.coin === coin)?.networks;
  const address = networks?.find(({ value }) => value === network)?.explorer_tx;
  return address && txid ? address.replace("{txid}", encodeURIComponent(txid)) : null;
}
