// A small typed catalogue instead of a library: text stands in src/text/<language>/<area>.json, one
// file for each area, loaded only where it is shown and only in the language that is shown.
import { useSyncExternalStore, type ReactNode } from "react";
import type { Area, Catalogue, TextKey } from "../text/catalogue";

/** Languages with a complete catalogue. Adding one: src/text/<language>/ and its name here. */
export const languages = { en: "English" } as const satisfies Record<string, string>;
export type Language = keyof typeof languages;

type Texts = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number>>;
export type RichValues = Readonly<Record<string, ReactNode>>;

const storage_key = "cambio.language";
const texts = new Map<string, Texts>();
const wanted = new Set<Area>();
const listeners = new Set<() => void>();
let current: Language = "en";

const slot = (language: Language, area: Area): string => `${language}/${area}`;

async function load(language: Language, area: Area): Promise<void> {
  if (texts.has(slot(language, area))) return;
  const file = (await import(
    /* webpackChunkName: "text-[request]" */ `../text/${language}/${area}.json`
  )) as { default: Texts };
  texts.set(slot(language, area), file.default);
}

/** Loads what a page shows; a page waits for it together with its own code. */
export async function load_text(areas: readonly Area[]): Promise<void> {
  areas.forEach((area) => wanted.add(area));
  await Promise.all(areas.map((area) => load(current, area)));
}

/** Text that is built into the first chunk: no request, no wait. */
export function add_text<A extends Area>(language: Language, area: A, text: Catalogue[A]): void {
  texts.set(slot(language, area), text);
  wanted.add(area);
}

export function current_language(): Language {
  return current;
}

export const is_language = (name: string): name is Language => name in languages;

/** Takes the language kept from last time, else the browser's, else English. */
export async function start_language(): Promise<void> {
  const kept = globalThis.localStorage?.getItem(storage_key);
  const candidates = [kept, ...navigator.languages.map((name) => name.slice(0, 2))];
  const found = candidates.find((name) => name && is_language(name));
  if (found && is_language(found) && found !== current) await change_language(found);
}

export async function change_language(language: Language): Promise<void> {
  await Promise.all([...wanted].map((area) => load(language, area)));
  current = language;
  document.documentElement.lang = language;
  localStorage.setItem(storage_key, language);
  listeners.forEach((listener) => listener());
}

/** The language as a value that re-renders; the root uses it as its key, so that all text changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

function find(key: string): string | undefined {
  const dot = key.indexOf(".");
  const area = key.slice(0, dot) as Area;
  const name = key.slice(dot + 1);
  return texts.get(slot(current, area))?.[name] ?? texts.get(slot("en", area))?.[name];
}

/** `name_one` / `name_other` when the text counts something and the catalogue has both. */
function counted(key: string, values: Values | undefined): string | undefined {
  if (typeof values?.count !== "number") return undefined;
  const form = new Intl.PluralRules(current).select(values.count);
  return find(`${key}_${form}`) ?? find(`${key}_other`);
}

const hole = /\{(\w+)\}/g;

/** The text of `key`, with {holes} filled. The key itself when it is missing, to be seen at once. */
export function t(key: TextKey, values?: Values): string {
  const text = counted(key, values) ?? find(key) ?? key;
  return text.replace(hole, (all, name: string) => (values?.[name] ?? all).toString());
}

/** As t(), for a key that is only known at run time (the server's error codes). */
export function text_or(key: string, otherwise: string, values?: Values): string {
  const text = find(key);
  if (text === undefined) return otherwise;
  return text.replace(hole, (all, name: string) => (values?.[name] ?? all).toString());
}

/** As t(), with elements in the holes: links, bold words. */
export function rich(key: TextKey, values: RichValues): ReactNode[] {
  return (find(key) ?? key)
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? values[part.slice(1, -1)] : part));
}
