import { useEffect, useState, useSyncExternalStore } from "react";

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

type List = (typeof import("./toast_list"))["default"];

/**
 * Stands once in the app. Its code is fetched for the first notice, or ahead of it: what became of
 * somebody's money must be said when there is no network, too.
 */
export function Toasts({ ahead = false }: { ahead?: boolean }) {
  const list = useSyncExternalStore(subscribe, () => toasts);
  const [List, set_list] = useState<List>();
  const needed = ahead || list.length > 0;
  useEffect(() => {
    if (!needed || List) return;
    // Where it cannot be fetched, the next notice tries again.
    import("./toast_list").then(
      (code) => set_list(() => code.default),
      () => undefined,
    );
  }, [needed, List, list]);
  return List ? <List list={list} /> : null;
}
