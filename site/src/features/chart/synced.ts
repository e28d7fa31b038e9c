// Brings what a person keeps for the chart (kept.ts) to all their devices. This browser's copy is what
// the chart reads; the server's is read when a chart opens, and written a moment after each change.
// Guests' copies stay here, and so does everything while the server cannot be reached.
import { useEffect, useState } from "react";
import { get, post } from "../../lib/api";
import { logFailure } from "../../lib/log";
import { currentSession, frozen, useSession, type Session } from "../../lib/session";
import {
  allPairs,
  drawingsIn,
  forgetKept,
  keptDrawings,
  keptLayout,
  onKept,
  read,
  takeDrawings,
  takeLayout,
  write,
  type Drawing,
  type Layout,
} from "./kept";

const path = "/api/v3/chart-settings";
const sendAfterMs = 1_500;
const marksKey = "cambio.chart_marks";

/** How this browser's copy of a part stands to the server's. */
export interface Mark {
  /** When the server's had changed that this one comes from, in the server's words. */
  seen: string | null;
  /** When it was changed here since, in milliseconds; null: it is the server's. */
  changed: number | null;
}

/** What the server has of a part; null: nothing yet. */
export interface Theirs<Content> {
  content: Content;
  changedAt: string;
}

/** What becomes of a part: what is kept from now on, and whether the server shall have it. */
export interface Merged<Content> {
  content: Content;
  send: boolean;
}

/** The later choice counts as a whole. */
export function mergeLayouts(
  ours: Layout,
  { seen, changed }: Mark,
  theirs: Theirs<Layout> | null,
): Merged<Layout> {
  if (!theirs) return { content: ours, send: Object.keys(ours).length > 0 };
  const { content, changedAt } = theirs;
  const isOurs = changed !== null && (seen === changedAt || changed > Date.parse(changedAt));
  return isOurs ? { content: ours, send: true } : { content, send: false };
}

/** One that only looks otherwise is the same. */
const shapeOf = ({ tool, points, text }: Drawing): string => JSON.stringify([tool, points, text]);

/**
 * Where both were changed apart from each other, nothing that somebody drew is lost: one that was
 * removed meanwhile stands there again.
 */
export function mergeDrawings(
  ours: readonly Drawing[],
  { seen, changed }: Mark,
  theirs: Theirs<readonly Drawing[]> | null,
): Merged<readonly Drawing[]> {
  if (!theirs) return { content: ours, send: ours.length > 0 };
  const { content, changedAt } = theirs;
  if (seen !== null && changed === null) return { content, send: false };
  if (seen === changedAt) return { content: ours, send: true };
  const known = new Set(content.map(shapeOf));
  const more = ours.filter((drawing) => !known.has(shapeOf(drawing)));
  const all = drawingsIn([...content, ...more]);
  return { content: all, send: all.length > content.length };
}

interface Marks {
  /** Whose copies are here; null: a guest's. */
  owner: string | null;
  parts: Readonly<Record<string, Mark>>;
}

const unknown: Mark = { seen: null, changed: null };

const marks = (): Marks => (read(marksKey) as Marks | null) ?? { owner: null, parts: {} };
const markOf = (part: string): Mark => marks().parts[part] ?? unknown;

function mark(part: string, now: Mark): void {
  const { owner, parts } = marks();
  write(marksKey, { owner, parts: { ...parts, [part]: now } });
}

/** A guest's copies become the client's, another client's go; whether any went. */
function claim(client: string): boolean {
  const { owner } = marks();
  if (owner === client) return false;
  if (owner !== null) forgetKept();
  write(marksKey, { owner: client, parts: {} });
  return owner !== null;
}

const clientOf = (session: Session | null): string | undefined =>
  session?.client.status === frozen ? undefined : session?.client.id;

/** Whether the copies here are of the client who is still signed in. */
const isFor = (client: string): boolean =>
  clientOf(currentSession()) === client && marks().owner === client;

const market = (part: string) => (part === allPairs ? {} : { market: part });

const contentOf = (part: string) =>
  part === allPairs ? keptLayout() : { drawings: keptDrawings(part) };

/** By client and part: what this page has read of the server's. */
const heard = new Set<string>();

/** Sends this browser's copy. */
async function send(client: string, part: string): Promise<void> {
  const { changed } = markOf(part);
  const settings = JSON.stringify(contentOf(part));
  const { changed_at: seen } = await post(path, { ...market(part), settings });
  if (!isFor(client)) return;
  const since = markOf(part).changed;
  mark(part, { seen, changed: since === changed ? null : since });
}

/** Joins the server's copy with this browser's; whether this one is now another. */
async function join(client: string, part: string): Promise<boolean> {
  const { settings, changed_at: changedAt } = await get(path, market(part));
  if (!isFor(client)) return false;
  const before = JSON.stringify(contentOf(part));
  const theirs = settings === null ? null : (JSON.parse(settings) as Record<string, unknown>);
  const of = <Content>(content: Content): Theirs<Content> | null =>
    theirs && changedAt !== null ? { content, changedAt } : null;
  let sends: boolean;
  if (part === allPairs) {
    const merged = mergeLayouts(keptLayout(), markOf(part), of<Layout>(theirs ?? {}));
    takeLayout(merged.content);
    sends = merged.send;
  } else {
    const drawings = drawingsIn(theirs?.["drawings"]);
    const merged = mergeDrawings(keptDrawings(part), markOf(part), of(drawings));
    takeDrawings(part, merged.content);
    sends = merged.send;
  }
  heard.add(`${client} ${part}`);
  mark(part, { seen: changedAt, changed: sends ? (markOf(part).changed ?? Date.now()) : null });
  if (sends) await send(client, part);
  return JSON.stringify(contentOf(part)) !== before;
}

const turns = new Map<string, Promise<unknown>>();

/** One after the other, so that an older copy never comes after a newer one. */
function inTurn<Answer>(part: string, act: () => Promise<Answer>): Promise<Answer | null> {
  const next = (turns.get(part) ?? Promise.resolve()).then(act).catch((error: unknown) => {
    logFailure("Chart settings", error);
    return null;
  });
  turns.set(part, next);
  return next;
}

const timers = new Map<string, ReturnType<typeof setTimeout>>();

function sendNow(part: string): void {
  clearTimeout(timers.get(part));
  timers.delete(part);
  const client = clientOf(currentSession());
  if (client === undefined || !isFor(client)) return;
  void inTurn(part, async () => {
    // What the server has may be of another device, which this one has not heard of yet.
    if (!heard.has(`${client} ${part}`)) await join(client, part);
    else if (markOf(part).changed !== null) await send(client, part);
  });
}

onKept((part) => {
  const client = clientOf(currentSession());
  if (client === undefined) return;
  mark(part, { ...markOf(part), changed: Date.now() });
  clearTimeout(timers.get(part));
  timers.set(
    part,
    setTimeout(() => sendNow(part), sendAfterMs),
  );
});

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") [...timers.keys()].forEach(sendNow);
});

/** Counts how often what is kept has become another by what came from elsewhere. */
export function useSynced(pair: string): number {
  const client = clientOf(useSession());
  const [revision, count] = useState(0);
  useEffect(() => {
    if (client === undefined) return;
    const forgot = claim(client);
    for (const part of [allPairs, pair])
      void inTurn(part, () => join(client, part)).then((changed) => {
        if (changed || forgot) count((times) => times + 1);
      });
  }, [client, pair]);
  return revision;
}
