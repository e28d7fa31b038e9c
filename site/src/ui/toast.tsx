import { useEffect, useState, useSyncExternalStore } from "react";
import { useLaterHeld } from "../lib/ready";

export interface ToastContent {
  tone: "success" | "error" | "info";
  title: string;
  text?: string | undefined;
  action?: { label: string; act: () => void };
  /** How long it stays; 3 s without it, and an error until it is closed. */
  forMs?: number;
}

export interface Shown extends ToastContent {
  id: number;
}

const shownMs = 3_000;
/** For what is said of passwords. */
export const passwordToastMs = 1_500;
const mostAtOnce = 4;
let toasts: readonly Shown[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Shown[]): void {
  toasts = next;
  listeners.forEach((listener) => listener());
}

export const closeToast = (id: number): void => set(toasts.filter((shown) => shown.id !== id));

/** For a new beginning: what went wrong before is settled. */
export const clearToasts = (): void => set([]);

/** Shows a notice, in the place of the one with the same id. Works from anywhere. */
export function toast(content: ToastContent & { id?: number }): void {
  const shown = { id: nextId++, ...content };
  set([...toasts.filter(({ id }) => id !== shown.id), shown].slice(-mostAtOnce));
}

/** How long a notice stays once it is seen; undefined: until it is closed. */
export const staysMs = ({ forMs, tone }: ToastContent): number | undefined =>
  forMs ?? (tone === "error" ? undefined : shownMs);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

type List = (typeof import("./toast_list"))["default"];

/**
 * Stands once in the app. Its code is fetched as soon as the page's first view stands: what became
 * of somebody's money, or that something cannot be fetched, must be said without a network, too.
 */
export function Toasts() {
  const list = useSyncExternalStore(subscribe, () => toasts);
  const [List, setList] = useState<List>();
  const held = useLaterHeld();
  const needed = !held || list.length > 0;
  useEffect(() => {
    if (!needed || List) return;
    // Where it cannot be fetched, the next notice tries again.
    import("./toast_list").then(
      (code) => setList(() => code.default),
      () => undefined,
    );
  }, [needed, List, list]);
  return List ? <List list={list} /> : null;
}
