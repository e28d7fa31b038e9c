// The coins that come in and go out over networks, and by which rules.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api";
import type { Schemas } from "./calls";

export type Network = Schemas["NetworkOfCoin"];
export type NetworkCoin = Schemas["TransferCoin"];

export const networksKey = "networks";
const staleMs = 60_000;

export const useNetworks = () =>
  useQuery({
    queryKey: [networksKey],
    queryFn: ({ signal }) => get("/api/v3/networks", undefined, signal),
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
