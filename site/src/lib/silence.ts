// Prices that stopped coming: the server, or the way to it, is gone.
import { useEffect, useState } from "react";
import { useServerAhead, useStatus } from "./status";

/** How long the server takes a price for fresh (STALE_AFTER_MS); undefined until it has said so. */
const useFreshness = (): number | undefined => useStatus()?.prices.stale_after_ms;

/**
 * Whether nothing came since `heardAt` (a time that changes with each answer; 0: none yet) for so
 * long that the server, too, would call the price stale.
 */
export function useSilence(heardAt: number): boolean {
  const [ended, end] = useState(0);
  const freshMs = useFreshness();
  useEffect(() => {
    if (freshMs === undefined) return undefined;
    const timer = setTimeout(() => end(heardAt), freshMs);
    return () => clearTimeout(timer);
  }, [heardAt, freshMs]);
  return heardAt !== 0 && ended === heardAt;
}

/**
 * Whether prices of this time (the server's, as ISO 8601) are by now older than the server lets a
 * price be, whatever else arrives. Not judged before the server has told its clock and its limit.
 */
export function useOverdue(asOf: string | undefined): boolean {
  // What is as old as this is overdue, and so is what is told later and is no newer.
  const [overdueUntil, end] = useState(-Infinity);
  const freshMs = useFreshness();
  const aheadMs = useServerAhead();
  const at = Date.parse(asOf ?? "");
  useEffect(() => {
    if (Number.isNaN(at) || freshMs === undefined || aheadMs === undefined) return undefined;
    const oldestFresh = () => Date.now() + aheadMs - freshMs;
    const timer = setTimeout(
      () => end(Math.max(at, oldestFresh())),
      Math.max(0, at - oldestFresh()),
    );
    return () => clearTimeout(timer);
  }, [at, freshMs, aheadMs]);
  return at <= overdueUntil;
}

/** How often to ask for prices: as `usualMs` says, but twice at least while one is fresh. */
export function usePace(usualMs: number): number {
  const freshMs = useFreshness();
  return freshMs === undefined ? usualMs : Math.min(usualMs, freshMs / 2);
}
