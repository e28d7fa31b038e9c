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

const storageKey = "cambio.session";
const listeners = new Set<() => void>();
let session: Session | null = read();

function read(): Session | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? "null") as Session | null;
    if (kept?.user && kept.client && !("token" in kept)) return kept;
    // Earlier versions kept the token itself here.
    if (kept) localStorage.removeItem(storageKey);
    return null;
  } catch {
    return null;
  }
}

const tell = () => listeners.forEach((listener) => listener());

export const currentSession = (): Session | null => session;

function keep(next: Session): void {
  session = next;
  localStorage.setItem(storageKey, JSON.stringify(next));
  tell();
}

export const startSession = (next: SignedIn): void => keep({ ...next, began: Date.now() });

export function updateClient(client: Client): void {
  if (session) keep({ ...session, client, user: client.user ?? session.user });
}

/** Forgets the client. Other settings of this browser (language, colours) stay. */
export function endSession(): void {
  session = null;
  localStorage.removeItem(storageKey);
  tell();
}

const ofOtherClients = new Set<() => void>();

/** What happens when another tab signs in or out: what is known here is of somebody else. */
export function onOtherClient(act: () => void): () => void {
  ofOtherClients.add(act);
  return () => void ofOtherClients.delete(act);
}

/** Takes over what other tabs have kept; true when it is another client's. */
export function followTabs(): boolean {
  const before = session?.client.id;
  session = read();
  const changed = before !== session?.client.id;
  if (changed) ofOtherClients.forEach((act) => act());
  tell();
  return changed;
}

function fromOtherTab({ key }: StorageEvent): void {
  if (key === storageKey || key === null) followTabs();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) globalThis.addEventListener("storage", fromOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) globalThis.removeEventListener("storage", fromOtherTab);
  };
}

/** The session, or null for a guest; re-renders when it begins, ends or changes in any tab. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, currentSession);
