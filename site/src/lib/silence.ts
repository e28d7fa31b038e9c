// Prices that stopped coming: the server, or the way to it, is gone.
import { useEffect, useState } from "react";
import { useServerAhead, useStatus } from "./status";

/** How long the server takes a price for fresh (STALE_AFTER_MS); undefined until it has said so. */
const useFreshness = (): number | undefined => useStatus()?.prices.stale_after_ms;

/**
 * Whether nothing came since `heard_at` (a time that changes with each answer; 0: none yet) for so
 * long that the server, too, would call the price stale.
 */
export function useSilence(heard_at: number): boolean {
  const [ended, end] = useState(0);
  const fresh_ms = useFreshness();
  useEffect(() => {
    if (fresh_ms === undefined) return undefined;
    const timer = setTimeout(() => end(heard_at), fresh_ms);
    return () => clearTimeout(timer);
  }, [heard_at, fresh_ms]);
  return heard_at !== 0 && ended === heard_at;
}

/**
 * Whether prices of this time (the server's, as ISO 8601) are by now older than the server lets a
 * price be, whatever else arrives. Not judged before the server has told its clock and its limit.
 */
export function useOverdue(as_of: string | undefined): boolean {
  // What is as old as this is overdue, and so is what is told later and is no newer.
  const [overdue_until, end] = useState(-Infinity);
  const fresh_ms = useFreshness();
  const ahead_ms = useServerAhead();
  const at = Date.parse(as_of ?? "");
  useEffect(() => {
    if (Number.isNaN(at) || fresh_ms === undefined || ahead_ms === undefined) return undefined;
    const oldest_fresh = () => Date.now() + ahead_ms - fresh_ms;
    const timer = setTimeout(
      () => end(Math.max(at, oldest_fresh())),
      Math.max(0, at - oldest_fresh()),
    );
    return () => clearTimeout(timer);
  }, [at, fresh_ms, ahead_ms]);
  return at <= overdue_until;
}

/** How often to ask for prices: as `usual_ms` says, but twice at least while one is fresh. */
export function usePace(usual_ms: number): number {
  const fresh_ms = useFreshness();
  return fresh_ms === undefined ? usual_ms : Math.min(usual_ms, fresh_ms / 2);
}
