// A throw-away account of a demonstration, which one press opens. Its passwords are known here until
// they are put away or the page is loaded again, and are kept nowhere.
import { useSyncExternalStore } from "react";
import { post, queries } from "./api";
import { openFirstSteps } from "./first_steps";
import { startSession } from "./session";

export interface DemoAccount {
  client: string;
  email: string;
  password: string;
  transaction_password: string;
}

const listeners = new Set<() => void>();
let known: DemoAccount | null = null;

function keep(next: DemoAccount | null): void {
  known = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens one and is signed in to it. Throws what the call does. */
export async function openDemoAccount(): Promise<void> {
  const { user, client, ...secrets } = await post("/api/v3/demo-account");
  keep({
    client: client.id,
    email: user.email,
    password: secrets.password,
    transaction_password: secrets.transaction_password,
  });
  openFirstSteps(client.id);
  startSession({ user, client });
  // What was fetched as a guest; the page that asked may stay.
  void queries.resetQueries();
}

/** Null once it was put away; whose it is tells `client`. */
export const useDemoAccount = (): DemoAccount | null =>
  useSyncExternalStore(subscribe, () => known);

export const putAwayDemoAccount = (): void => keep(null);
