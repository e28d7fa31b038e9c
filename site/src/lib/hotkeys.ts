// Single keys that act on the page. They rest while somebody types or a dialog stands open, and are
// turned off by a choice of this browser.
import { useEffect, useRef } from "react";
import { asking } from "./asking";
import { readChoice, writeChoice } from "./preferences";

const name = "hotkeys";

export const hotkeysOn = (): boolean => readChoice(name) !== "off";
export const turnHotkeys = (on: boolean): void => writeChoice(name, on ? "on" : "off");

/** What the app shows over the page: the search, and the list of keys. */
export type Overlay = "search" | "keys";
export const { ask: askOverlay, onAsked: onOverlayAsked } = asking<Overlay>();

const typing = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select";

const typesIn = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(typing));

const dialogOpen = (): boolean => document.querySelector("dialog[open]") !== null;

/**
 * By the key as it is written ("b", "/", "?"). Ctrl+K or ⌘K is "mod+k", which works in fields, too.
 * Escape leaves a field, so that the keys work again.
 */
export function useHotkeys(acts: Readonly<Record<string, () => void>>): void {
  const now = useRef(acts);
  useEffect(() => {
    now.current = acts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !hotkeysOn() || dialogOpen()) return;
      const modified = event.ctrlKey || event.metaKey;
      if (event.altKey) return;
      if (!modified && typesIn(event.target)) {
        if (event.key === "Escape") event.target.blur();
        return;
      }
      const act = now.current[`${modified ? "mod+" : ""}${event.key.toLowerCase()}`];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
