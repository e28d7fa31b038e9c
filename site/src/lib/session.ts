// Who is signed in, as every tab of this browser knows it, kept in local storage. The session itself
// is a cookie that no script can read; the server decides on each call.
import { useSyncExternalStore } from "react";
import type { Schemas } from "./calls";

export type User = Schemas["User"];

/** What an earlier version of the site has kept may lack what came later. */
export type Client = Pick<Schemas["Client"], "id" | "status" | "membership_level"> &
  Partial<Schemas["Client"]>;

export interface SignedIn {
  user: User;
  client: Client;
}

export interface Session extends SignedIn {
  /** Milliseconds since 1970: tells this sign-in from others of the same client. */
  began: number;
}

/** The status of a client whose account the operator has frozen. */
export const frozen = "FREEZE_ACCOUNT";

const storage_key = "cambio.session";
const listeners = new Set<() => void>();
let session: Session | null = read();

function read(): Session | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storage_key) ?? "null") as Session | null;
    if (kept?.user && kept.client && !("token" in kept)) return kept;
    // Earlier versions kept the token itself here.
    if (kept) localStorage.removeItem(storage_key);
    return null;
  } catch {
    return null;
  }
}

const tell = () => listeners.forEach((listener) => listener());

export const current_session = (): Session | null => session;

function keep(next: Session): void {
  session = next;
  localStorage.setItem(storage_key, JSON.stringify(next));
  tell();
}

export const start_session = (next: SignedIn): void => keep({ ...next, began: Date.now() });

export function update_client(client: Client): void {
  if (session) keep({ ...session, client, user: client.user ?? session.user });
}

/** Forgets the client. Other settings of this browser (language, colours) stay. */
export function end_session(): void {
  session = null;
  localStorage.removeItem(storage_key);
  tell();
}

let other_client: () => void = () => undefined;

/** What happens when another tab signs in or out: what is known here is of somebody else. */
export function on_other_client(act: () => void): void {
  other_client = act;
}

/** Takes over what other tabs have kept; true when it is another client's. */
export function follow_tabs(): boolean {
  const before = session?.client.id;
  session = read();
  const changed = before !== session?.client.id;
  if (changed) other_client();
  tell();
  return changed;
}

function from_other_tab({ key }: StorageEvent): void {
  if (key === storage_key || key === null) follow_tabs();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) globalThis.addEventListener("storage", from_other_tab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) globalThis.removeEventListener("storage", from_other_tab);
  };
}

/** The session, or null for a guest; re-renders when it begins, ends or changes in any tab. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, current_session);
