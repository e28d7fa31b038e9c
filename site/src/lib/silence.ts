// Prices that stopped coming: the server, or the way to it, is gone.
import { useEffect, useState } from "react";

/** A quote that is older is stale, by the server's rule too. */
export const fresh_ms = 10_000;

/** Whether nothing came since `heard_at` (a time that changes with each answer; 0: none yet). */
export function useSilence(heard_at: number): boolean {
  const [ended, end] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => end(heard_at), fresh_ms);
    return () => clearTimeout(timer);
  }, [heard_at]);
  return heard_at !== 0 && ended === heard_at;
}
