// A small typed catalogue instead of a library: text stands in src/text/<language>/<area>.json, one
// file for each area, loaded only where it is shown and only in the language that is shown.
import { useSyncExternalStore, type ReactNode } from "react";
import type { Area, Catalogue, TextKey } from "../text/catalogue";

/** Every language that may be offered, by its own name. */
export const languages = {
  en: "English",
  zh: "中文",
  de: "Deutsch",
  ja: "日本語",
  es: "Español",
  vi: "Tiếng Việt",
} as const;
export type Language = keyof typeof languages;

/** The languages whose folder in src/text is complete; the others are not offered. */
export const offeredLanguages: readonly Language[] = (Object.keys(languages) as Language[]).filter(
  (language) => OFFERED_LANGUAGES.includes(language),
);

type Texts = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number>>;
export type RichValues = Readonly<Record<string, ReactNode>>;

const storageKey = "cambio.language";
const inAddress = "lang";
const texts = new Map<string, Texts>();
const coming = new Map<string, Promise<void>>();
const wanted = new Set<Area>();
const listeners = new Set<() => void>();
let current: Language = "en";

const slot = (language: Language, area: Area): string => `${language}/${area}`;

async function fetchText(name: string): Promise<void> {
  const answer = await fetch(`/text/${name}.${TEXT_VERSION}.json`);
  if (!answer.ok) throw new Error(`the text ${name} could not be fetched: ${answer.status}`);
  texts.set(name, (await answer.json()) as Texts);
}

function load(language: Language, area: Area): Promise<void> {
  const name = slot(language, area);
  if (texts.has(name)) return Promise.resolve();
  const loading = coming.get(name) ?? fetchText(name).finally(() => coming.delete(name));
  coming.set(name, loading);
  return loading;
}

/** Loads what a page shows; a page waits for it together with its own code. */
export async function loadText(areas: readonly Area[]): Promise<void> {
  areas.forEach((area) => wanted.add(area));
  await Promise.all(areas.map((area) => load(current, area)));
}

/** Text that is built into the first chunk: no request, no wait. */
export function addText<A extends Area>(language: Language, area: A, text: Catalogue[A]): void {
  texts.set(slot(language, area), text);
  wanted.add(area);
}

export function currentLanguage(): Language {
  return current;
}

export const isLanguage = (name: string): name is Language =>
  offeredLanguages.includes(name as Language);

/** The language that was chosen here, null when none was and the browser's is shown. */
export function chosenLanguage(): Language | null {
  const kept = localStorage.getItem(storageKey);
  return kept !== null && isLanguage(kept) ? kept : null;
}

/** Takes `lang` out of the address; a language that is offered counts as chosen. */
function askedInAddress(): Language | null {
  const here = new URL(location.href);
  const asked = here.searchParams.get(inAddress);
  if (asked === null) return null;
  here.searchParams.delete(inAddress);
  history.replaceState(history.state, "", here);
  return isLanguage(asked) ? asked : null;
}

async function show(language: Language): Promise<void> {
  // A part that comes meanwhile asks for its text in the language before.
  let missing = [...wanted];
  while (missing.length > 0) {
    await Promise.all(missing.map((area) => load(language, area)));
    missing = [...wanted].filter((area) => !texts.has(slot(language, area)));
  }
  current = language;
  document.documentElement.lang = language;
  listeners.forEach((listener) => listener());
}

/** Shows the language of the address, else the one chosen before, else the browser's, else English. */
export async function startLanguage(): Promise<void> {
  const asked = askedInAddress();
  if (asked) localStorage.setItem(storageKey, asked);
  const names = navigator.languages.map((name) => name.slice(0, 2).toLowerCase());
  const language = chosenLanguage() ?? names.find(isLanguage);
  if (language && language !== current) await show(language);
  // The page may have come in another one.
  else document.documentElement.lang = current;
}

/** Shows a language and keeps the choice in this browser. The site calls lib/language's. */
export async function changeLanguage(language: Language): Promise<void> {
  await show(language);
  localStorage.setItem(storageKey, language);
}

/** The language as a value that re-renders: with the root, all text changes. */
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
export function textOr(key: string, otherwise: string, values?: Values): string {
  const text = counted(key, values) ?? find(key);
  if (text === undefined) return otherwise;
  return text.replace(hole, (all, name: string) => (values?.[name] ?? all).toString());
}

/** Sentences one after the other: Chinese and Japanese leave no space between them. */
export function sentences(...texts: readonly (string | false | undefined)[]): string {
  const space = current === "zh" || current === "ja" ? "" : " ";
  return texts.filter(Boolean).join(space);
}

/** As t(), with elements in the holes: links, bold words. */
export function rich(key: TextKey, values: RichValues): ReactNode[] {
  return (find(key) ?? key)
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? values[part.slice(1, -1)] : part));
}
