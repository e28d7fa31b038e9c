// Who is signed in, kept in local storage: {token, user, client}. A token's presence is what
// "signed in" means on the site; the server decides on each call.
import { useSyncExternalStore } from "react";
import type { Schemas } from "./calls";

export type User = Schemas["User"];

/** A session that an earlier version of the site has kept may lack what came later. */
export type Client = Pick<Schemas["Client"], "id" | "status" | "membership_level"> &
  Partial<Schemas["Client"]>;

export interface Session {
  token: string;
  user: User;
  client: Client;
}

/** The status of a client whose account the operator has frozen. */
export const frozen = "FREEZE_ACCOUNT";

const storage_key = "cambio.session";
const listeners = new Set<() => void>();
let session: Session | null = read();

function read(): Session | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storage_key) ?? "null") as Session | null;
    return kept?.token && kept.user && kept.client ? kept : null;
  } catch {
    return null;
  }
}

const tell = () => listeners.forEach((listener) => listener());

export const current_session = (): Session | null => session;

/** Browsers copy the store between tabs: this long a change by another tab may be on its way. */
const slowest_copy_ms = 1_000;

/** The session that follows the one of `token`; the same one when no tab replaces it. */
export function session_after(token: string): Promise<Session | null> {
  session = read();
  if (session?.token !== token) return Promise.resolve(session);
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener("storage", changed);
      session = read();
      resolve(session);
    };
    const changed = () => {
      if (read()?.token !== token) end();
    };
    const timer = setTimeout(end, slowest_copy_ms);
    globalThis.addEventListener("storage", changed);
  });
}

export function start_session(next: Session): void {
  session = next;
  localStorage.setItem(storage_key, JSON.stringify(next));
  tell();
}

export function update_client(client: Client): void {
  if (!session) return;
  start_session({ ...session, client, user: client.user ?? session.user });
}

/** Forgets the client. Other settings of this browser (language, colours) stay. */
export function end_session(): void {
  session = null;
  localStorage.removeItem(storage_key);
  tell();
}

function subscribe(listener: () => void): () => void {
  const from_other_tab = (event: StorageEvent) => {
    if (event.key !== storage_key && event.key !== null) return;
    session = read();
    listener();
  };
  listeners.add(listener);
  globalThis.addEventListener("storage", from_other_tab);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener("storage", from_other_tab);
  };
}

/** The session, or null for a guest; re-renders when it begins, ends or changes in any tab. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, current_session);
