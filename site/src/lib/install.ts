// Installing the site as an app: the worker that keeps its shell, and the browser's own question.
import { useSyncExternalStore } from "react";

/** Chromium's event, which no library of types knows. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** Trusted Types, where the browser has them: the page's policy lets scripts come by them alone. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (address: string) => string };
}

function workerAddress(): string {
  const address = "/sw.js";
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return address;
  return trustedTypes
    .createPolicy("worker", { createScriptURL: () => address })
    .createScriptURL(address);
}

let offer: InstallEvent | null = null;
const listeners = new Set<() => void>();
const set = (next: InstallEvent | null) => {
  offer = next;
  listeners.forEach((listener) => listener());
};

/** Listens for the browser's offer, and starts the worker once the page has loaded. */
export function startInstall(): void {
  globalThis.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    set(event as InstallEvent);
  });
  globalThis.addEventListener("appinstalled", () => set(null));
  const { serviceWorker } = navigator as Partial<Pick<Navigator, "serviceWorker">>;
  if (!serviceWorker) return;
  // Without it the site works as before.
  globalThis.addEventListener(
    "load",
    () => void serviceWorker.register(workerAddress()).catch(() => null),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks the browser to install the site; null where it does not offer that. */
export function useInstall(): (() => void) | null {
  const now = useSyncExternalStore(subscribe, () => offer);
  if (!now) return null;
  return () => void now.prompt().then(() => set(null));
}

/** Opened from the home screen or as a window of its own. */
export const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;
