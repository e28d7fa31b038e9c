// What makes sign-in and sign-up forms acceptable. Each rule answers with the key of its message,
// or null when all is well.
import { newPasswordProblem } from "../../lib/password";
import type { TextKey } from "../../text/catalogue";

export type Problem = TextKey | null;

export const shortestSigninPassword = 6;
/** Of a login password that is being chosen. */
export const shortestNewPassword = 9;
export const shortestTransactionPassword = 6;
export const codeDigits = 6;

const simpleEmail = /^[^\s@]+@[^\s@]+$/;

export function emailProblem(email: string): Problem {
  if (email.trim() === "") return "auth.email_required";
  return simpleEmail.test(email.trim()) ? null : "auth.email_invalid";
}

export const signinPasswordProblem = (password: string): Problem =>
  password.length >= shortestSigninPassword ? null : "auth.password_short_6";

export const loginPasswordProblem = (password: string, email: string): Problem =>
  newPasswordProblem(password, { shortest: shortestNewPassword, email });

export function transactionPasswordProblem(
  transaction: string,
  login: string,
  email: string,
): Problem {
  const rules = { shortest: shortestTransactionPassword, email };
  return (
    newPasswordProblem(transaction, rules) ?? (transaction === login ? "auth.password_same" : null)
  );
}

/** Refusals that strangers' tries can bring about: in a known browser only its own count. */
const ofStrangers = new Set(["too_many_attempts", "code_too_many", "code_expired"]);

export const strangersMayHave = (code: string | undefined): boolean =>
  code !== undefined && ofStrangers.has(code);

/** The token of a link by mail, from what its address has after the path: "#known-browser=ab12…". */
export const linkToken = (hash: string): string | null =>
  /^#known-browser=([0-9a-f]+)$/.exec(hash)?.[1] ?? null;

/** How many characters the field of that problem asks for. */
export const shortestOf = (field: string): number =>
  field === "transaction_password" ? shortestTransactionPassword : shortestNewPassword;

const usualResendS = 60;

/** When the next code may be asked for, in milliseconds since 1970, from the last answer. */
export const resendTime = (answer: { resend_after?: number }): number =>
  Date.now() + (answer.resend_after ?? usualResendS) * 1000;

/** "0:42" until another code may be asked for. */
export const countdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${(seconds % 60).toString().padStart(2, "0")}`;
