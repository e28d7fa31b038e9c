import { lazy, Suspense, useState, useSyncExternalStore } from "react";

export interface ToastContent {
  tone: "success" | "error" | "info";
  title: string;
  text?: string | undefined;
  action?: { label: string; act: () => void };
  /** How long it stays; 3 s without it, and an error until it is closed. */
  for_ms?: number;
}

export interface Shown extends ToastContent {
  id: number;
}

const shown_ms = 3_000;
/** For what is said of passwords. */
export const password_toast_ms = 1_500;
const most_at_once = 4;
let toasts: readonly Shown[] = [];
let next_id = 1;
const listeners = new Set<() => void>();

function set(next: readonly Shown[]): void {
  toasts = next;
  listeners.forEach((listener) => listener());
}

export const close_toast = (id: number): void => set(toasts.filter((shown) => shown.id !== id));

/** For a new beginning: what went wrong before is settled. */
export const clear_toasts = (): void => set([]);

/** Shows a notice. Works from anywhere. */
export function toast(content: ToastContent): void {
  set([...toasts, { ...content, id: next_id++ }].slice(-most_at_once));
}

/** How long a notice stays once it is seen; undefined: until it is closed. */
export const stays_ms = ({ for_ms, tone }: ToastContent): number | undefined =>
  for_ms ?? (tone === "error" ? undefined : shown_ms);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const List = lazy(() => import("./toast_list"));

/** Stands once in the app. Its code is fetched for the first notice. */
export function Toasts() {
  const list = useSyncExternalStore(subscribe, () => toasts);
  const [needed, set_needed] = useState(false);
  if (list.length > 0 && !needed) set_needed(true);
  return needed ? (
    <Suspense fallback={null}>
      <List list={list} />
    </Suspense>
  ) : null;
}
