// Says on an element when the page in it shows what it was opened for: tests wait for that before
// they look at a page as a whole.
import { startTransition, useLayoutEffect, useSyncExternalStore, type RefObject } from "react";

// An answer, or a part that was loaded, often asks for the next thing a moment later.
const settledAfterMs = 50;

let partsOnTheWay = 0;
let unanswered = 0;
let laterHeld = false;
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

function count(change: number): void {
  partsOnTheWay += change;
  tell();
}

/** How many queries wait for their first answer: the code that asks says so (lib/queries). */
export function tellUnanswered(queries: number): void {
  unanswered = queries;
  tell();
}

/** From now until the returned call, no code is fetched for what is shown later (ui/later). */
export function holdLater(): () => void {
  laterHeld = true;
  return () => {
    laterHeld = false;
    tell();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function whatIsAwaited(): "code" | "answers" | null {
  if (partsOnTheWay > 0 || laterHeld) return "code";
  return unanswered > 0 ? "answers" : null;
}

/** Calls `act` once, when no part's code is on its way; what a part brings along is waited for, too. */
export function whenCodeIsHere(act: () => void): () => void {
  const look = () => {
    // The parts of a part are counted before the frame that shows it has ended.
    queueMicrotask(() => {
      if (partsOnTheWay === 0 && listeners.delete(look)) act();
    });
  };
  const stop = subscribe(look);
  look();
  return stop;
}

const places = new Set<() => void>();

/** Some code has come: each place looks whether it was its own. */
export const tellCodeCame = (): void => startTransition(() => places.forEach((look) => look()));

/**
 * What uses this stands in the place of a part whose code is on its way. `look` draws the part where
 * its code has come; left to itself, React lets 300 ms pass between the place and the part.
 */
export function useCodeOnTheWay(look?: () => void): void {
  useLayoutEffect(() => {
    count(1);
    if (look) places.add(look);
    return () => {
      if (look) places.delete(look);
      count(-1);
    };
  }, [look]);
}

export const useLaterHeld = (): boolean => useSyncExternalStore(subscribe, () => laterHeld);

/**
 * Gives `place` the attribute `data-ready` while no code is on its way and no query waits for its
 * first answer; else `data-waits-for`, which is "code" or "answers". A query that is fetched again
 * shows what it has: it counts as answered. The mark goes at once when `address` becomes another,
 * before that page has asked for anything.
 */
export function useReadyMark(place: RefObject<HTMLElement | null>, address: string): void {
  const waitsFor = useSyncExternalStore(subscribe, whatIsAwaited);
  useLayoutEffect(() => {
    const mark = place.current?.dataset;
    if (!mark) return undefined;
    delete mark["ready"];
    if (waitsFor) {
      mark["waitsFor"] = waitsFor;
      return undefined;
    }
    const timer = setTimeout(() => {
      delete mark["waitsFor"];
      mark["ready"] = "";
    }, settledAfterMs);
    return () => clearTimeout(timer);
  }, [place, address, waitsFor]);
}
