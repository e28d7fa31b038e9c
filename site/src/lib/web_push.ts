// Push messages: what tells a client at this browser while the site is closed. The worker
// (public/sw.js) shows them; the server forgets the browser when its session is signed out.
import { get, post } from "./api";
import { readChoice, writeChoice } from "./preferences";
import { currentSession, type Session } from "./session";

export const browsersPath = "/api/v3/notifications/browsers";

/** "asks": the browser will ask its owner first. */
export type Ability = "unable" | "denied" | "asks" | "granted";

export function pushAbility(): Ability {
  const able =
    "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  if (!able) return "unable";
  const { permission } = Notification;
  return permission === "default" ? "asks" : permission;
}

/** For which sign-in this browser was subscribed: "<client> <when it began>"; empty: for none. */
const choice = "push";
const signInOf = ({ client, began }: Session) => `${client.id} ${began}`;

let last: Promise<unknown> = Promise.resolve();

/** What renews a subscription and what ends it wait for each other. */
function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
  const result = last.then(act);
  last = result.catch(() => undefined);
  return result;
}

async function manager(): Promise<PushManager> {
  const { serviceWorker } = navigator;
  // Without a worker "ready" would never come.
  if (!(await serviceWorker.getRegistration())) throw new Error("no service worker");
  return (await serviceWorker.ready).pushManager;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function isFor(subscription: PushSubscription, key: Uint8Array): boolean {
  const { applicationServerKey } = subscription.options;
  if (applicationServerKey === null) return false;
  const its = new Uint8Array(applicationServerKey);
  return its.length === key.length && its.every((byte, at) => byte === key[at]);
}

/** One that was made with another key of the server's gets no messages any more. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  const pushes = await manager();
  const key = bytesOf(publicKey);
  const known = await pushes.getSubscription();
  if (known && isFor(known, key)) return known;
  await known?.unsubscribe();
  return pushes.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function subscribeFor(session: Session, publicKey: string): Promise<void> {
  const subscription = await subscribe(publicKey);
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  try {
    await post(`${browsersPath}/add`, { endpoint, p256dh, auth });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  writeChoice(choice, signInOf(session));
}

/** Asks for permission where there is none yet; what came of it. */
export async function turnPushesOn(publicKey: string): Promise<Ability> {
  if (pushAbility() === "asks") await Notification.requestPermission();
  const session = currentSession();
  if (pushAbility() === "granted" && session) await inTurn(() => subscribeFor(session, publicKey));
  return pushAbility();
}

async function forgetHere(): Promise<void> {
  writeChoice(choice, "");
  if (pushAbility() === "unable") return;
  const known = await (await manager()).getSubscription();
  await known?.unsubscribe();
}

/** Also what this browser was subscribed as before it lost its subscription. */
export const turnPushesOff = (): Promise<void> =>
  inTurn(async () => {
    const { browsers } = await get(browsersPath);
    for (const { id, current } of browsers)
      if (current) await post(`${browsersPath}/remove`, { id });
    // The server sends nothing here any more, whatever this browser still keeps.
    await forgetHere().catch(() => undefined);
  });

async function isSubscribedFor(publicKey: string): Promise<boolean> {
  const known = await (await manager()).getSubscription();
  return known !== null && isFor(known, bytesOf(publicKey));
}

/** A browser that its client had subscribed is subscribed again after a new sign-in, and where the
 * server has another key; one that somebody else had subscribed no longer shows what is theirs. */
export const renewPushes = (session: Session): Promise<void> => inTurn(() => renew(session));

async function renew(session: Session): Promise<void> {
  const kept = readChoice(choice) ?? "";
  if (kept === "") return;
  if (!kept.startsWith(`${session.client.id} `) || pushAbility() !== "granted") return forgetHere();
  const { public_key: publicKey } = await get(browsersPath);
  if (publicKey === null) return;
  if (kept === signInOf(session) && (await isSubscribedFor(publicKey))) return;
  await subscribeFor(session, publicKey);
}
