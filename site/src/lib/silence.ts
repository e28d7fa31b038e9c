// Prices that stopped coming: the server, or the way to it, is gone.
import { useEffect, useState } from "react";
import { useStatus } from "./status";

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

/** How often to ask for prices: as `usual_ms` says, but twice at least while one is fresh. */
export function usePace(usual_ms: number): number {
  const fresh_ms = useFreshness();
  return fresh_ms === undefined ? usual_ms : Math.min(usual_ms, fresh_ms / 2);
}
