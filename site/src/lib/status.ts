// What the server says of itself: whether prices are simulated or stale, whether it is a demo, and
// what its operator has stopped.
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { get, statusKey } from "./api";
import type { Schemas } from "./calls";
import { tellGuestsSeeTrading } from "./guests";

export type Status = Schemas["Status"];

const everyMs = 20_000;

const useAnswer = () =>
  useQuery({
    queryKey: statusKey,
    queryFn: ({ signal }) => get("/api/v3/status", undefined, signal),
    refetchInterval: everyMs,
  });

/** undefined until the first answer. */
export const useStatus = (): Status | undefined => useAnswer().data;

/**
 * Stands once in the app, whose frame decides by it whether guests see a page. The last word stays when
 * this goes: a page in use does not become empty.
 */
export function useGuestsTold(): void {
  const { data, isPending } = useAnswer();
  const shown = isPending ? undefined : (data?.guests_see_trading ?? false);
  useLayoutEffect(() => tellGuestsSeeTrading(shown), [shown]);
}

export interface Paused {
  /** In every market, or in this one, which is halted by itself; null: it goes on. */
  trading: "paused" | "halted" | null;
  deposits: boolean;
  withdrawals: boolean;
}

/** What the operator has stopped for now: of trading, everywhere and in the market of the pair. */
export function usePaused(pair?: string): Paused {
  const paused = useStatus()?.paused;
  const halted = pair !== undefined && paused?.markets.includes(pair);
  return {
    trading: paused?.trading ? "paused" : halted ? "halted" : null,
    deposits: paused?.deposits ?? false,
    withdrawals: paused?.withdrawals ?? false,
  };
}

/**
 * How far the server's clock is ahead of this machine's in milliseconds, or somewhat further;
 * undefined until the first answer.
 */
export function useServerAhead(): number | undefined {
  const { data, dataUpdatedAt } = useAnswer();
  const at = Date.parse(data?.time ?? "");
  return Number.isNaN(at) ? undefined : at - dataUpdatedAt;
}
