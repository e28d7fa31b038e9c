// Whether guests see the pages of markets and offers, for the frame, which asks the server nothing itself.
import { useSyncExternalStore } from "react";

let shown: boolean | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What the server has said (lib/status). */
export function tellGuestsSeeTrading(next: boolean | undefined): void {
  shown = next;
  listeners.forEach((listener) => listener());
}

/** undefined until it is known. */
export const useGuestsSeeTrading = (): boolean | undefined =>
  useSyncExternalStore(subscribe, () => shown);
