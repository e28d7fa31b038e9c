// One coin of the spot wallet, every five seconds.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api";
import { ownKeys } from "../../lib/client_events";
import type { Schemas } from "../../lib/calls";

export type SingleCoin = Schemas["SingleCoin"];
export type CoinMovement = Schemas["CoinMovement"];

const pollMs = 5_000;

/** `page` counts from 0, of the list of all that has changed it. */
export const useCoin = (name: string, page: number, rowsOnAPage: number) =>
  useQuery({
    queryKey: [...ownKeys.wallet, "coin", name, page, rowsOnAPage],
    queryFn: ({ signal }) =>
      get("/api/v3/wallet-single-coin", { name, page: page + 1, per_page: rowsOnAPage }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

/** A failure is not shown: the figures stay dashes. */
export const useCoinPnl = (name: string) =>
  useQuery({
    queryKey: [...ownKeys.wallet, "coin-pnl", name],
    queryFn: ({ signal }) => get("/api/v3/wallet-single-coin-pnl", { name }, signal),
    refetchInterval: pollMs,
  });
