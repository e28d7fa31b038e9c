// What makes the account's forms acceptable, and how its figures are put into words. Each rule
// answers with the key of its message, or null when all is well.
import { addressProblem, type AddressProblem } from "../../lib/addresses";
import { newPasswordProblem, type PasswordRules } from "../../lib/password";
import type { TextKey } from "../../text/catalogue";
import type { Personal, Security } from "./api";

export type Problem = TextKey | null;

export const shortestPassword = { login: 9, transaction: 6 } as const;
export const codeDigits = 6;
export const withdrawLimits = ["500", "1000", "1500"] as const;
/** In USDT; offered to the verified alone. */
export const verifiedLimit = "8000000" as const;
const longestName = 100;
const longestAddress = 200;

export interface PasswordFields {
  old: string;
  fresh: string;
  again: string;
}

/** What is wrong with each field of a password form; nothing where all is well. */
export function passwordProblems(
  given: PasswordFields,
  rules: PasswordRules,
): Partial<Record<keyof PasswordFields, TextKey>> {
  const problems: Partial<Record<keyof PasswordFields, TextKey>> = {};
  if (given.old === "") problems.old = "account.field_required";
  if (given.fresh === "") problems.fresh = "account.field_required";
  const bad = given.fresh === "" ? null : newPasswordProblem(given.fresh, rules);
  if (bad) problems.fresh = bad;
  if (given.again === "") problems.again = "account.field_required";
  else if (given.again !== given.fresh) problems.again = "account.password_mismatch";
  return problems;
}

export const antiPhishingProblem = (word: string): Problem =>
  /^[A-Za-z0-9]{4,20}$/.test(word) ? null : "account.anti_phishing_bad";

export const codeProblem = (code: string): Problem =>
  code.length === codeDigits ? null : "account.code_required";

export function personalProblems(
  given: Personal,
  today: string,
): Partial<Record<keyof Personal, TextKey>> {
  const problems: Partial<Record<keyof Personal, TextKey>> = {};
  if (given.name.length > longestName) problems.name = "account.problem_name_long";
  if (given.address.length > longestAddress) problems.address = "account.problem_address_long";
  const birth = given.date_of_birth;
  if (birth !== "" && (birth >= today || birth < "1900-01-01")) {
    problems.date_of_birth = "account.problem_birth";
  }
  return problems;
}

const addressTexts: Readonly<Record<AddressProblem, TextKey>> = {
  empty: "account.problem_address_required",
  network: "account.problem_address_network",
  format: "account.problem_address_form",
  checksum: "account.problem_address_form",
};

/** `kind` is the network's. */
export function savedAddressProblem(address: string, kind: string): Problem {
  const problem = addressProblem(kind, address);
  return problem && addressTexts[problem];
}

export type Guard = "two_factor" | "anti_phishing" | "whitelist" | "mobile";
export type Level = "basic" | "good" | "strong" | "complete";

/** Email and both passwords, which every account has. */
const alwaysOn = 3;

export interface Strength {
  on: number;
  count: number;
  level: Level;
  /** What helps most of what is off; null when all is on. */
  next: Guard | null;
}

export function strength(security: Security): Strength {
  const guards: readonly [Guard, boolean][] = [
    ["two_factor", security.two_factor],
    ["anti_phishing", security.anti_phishing_code !== ""],
    ["whitelist", security.withdrawal_whitelist],
    ["mobile", security.mobile_number !== ""],
  ];
  const on = alwaysOn + guards.filter(([, isOn]) => isOn).length;
  const count = alwaysOn + guards.length;
  const next = guards.find(([, isOn]) => !isOn)?.[0] ?? null;
  // Without a second factor a stolen password opens the account, whatever else is on.
  const level =
    on === count ? "complete" : !security.two_factor ? "basic" : on < count - 1 ? "good" : "strong";
  return { on, count, level, next };
}

const units = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** "3 months ago" in the reader's language. */
export function ago(at: string, now: number, language: string): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const unit = units.find(([, size]) => seconds >= size);
  return unit ? words.format(-Math.floor(seconds / unit[1]), unit[0]) : words.format(0, "second");
}

/** A country's name; `here` for the own network; an em dash where nobody knows. */
export function placeName(place: string, language: string, here: string): string {
  if (place === "local") return here;
  if (!/^[A-Z]{2}$/.test(place)) return "—";
  return new Intl.DisplayNames([language], { type: "region" }).of(place) ?? place;
}

/** "+351 ••• 418": enough to know one's own number. */
export const shortened = (number: string): string =>
  number.length < 8 ? number : `${number.slice(0, 3)} ••• ${number.slice(-3)}`;
