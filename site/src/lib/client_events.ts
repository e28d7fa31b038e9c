// What the server tells a client of their own doings. app/client_events says which answers each event
// makes stale, and listens once for all pages: these only ask, under keys that begin as here.
import { useSyncExternalStore } from "react";
import { clientStream, useStream, type Push } from "./stream";

/** Every type that the server sends; "refresh" stands for more events than a page could follow. */
export type ClientEvent =
  | "balance"
  | "conversion"
  | "deposit"
  | "earn"
  | "futures_order"
  | "kyc"
  | "notification"
  | "order"
  | "position"
  | "price_alerts"
  | "refresh"
  | "signed_out"
  | "withdrawal";

/** How the keys of what is the client's begin. */
export const ownKeys = {
  alerts: ["price_alerts"],
  conversions: ["convert", "history"],
  deposits: ["deposits"],
  earn: ["earn"],
  futures: ["futures", "own"],
  kyc: ["kyc"],
  notifications: ["notifications"],
  spot: ["spot"],
  wallet: ["wallet"],
  withdrawals: ["withdrawals"],
} as const;

let live = false;
const listeners = new Set<() => void>();

/** Said by who follows the events. */
export function setLive(now: boolean): void {
  live = now;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while events arrive, and what they make stale is asked again: poll slowly then. */
export const useLive = (): boolean => useSyncExternalStore(subscribe, () => live);

/** For what is no answer of the server's, such as a tone: hears these events while mounted. */
export function useClientEvent(types: readonly ClientEvent[], hear: (push: Push) => void): void {
  const wanted: readonly (string | undefined)[] = types;
  useStream(
    clientStream,
    (push) => {
      if (wanted.includes(push.type)) hear(push);
    },
    () => undefined,
  );
}
