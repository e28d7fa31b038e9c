// What makes sign-in and sign-up forms acceptable. Each rule answers with the key of its message,
// or null when all is well.
import { new_password_problem } from "../../lib/password";
import type { TextKey } from "../../text/catalogue";

export type Problem = TextKey | null;

export const shortest_signin_password = 6;
/** Of a login password that is being chosen. */
export const shortest_new_password = 9;
export const shortest_transaction_password = 6;
export const code_digits = 6;

const simple_email = /^[^\s@]+@[^\s@]+$/;

export function email_problem(email: string): Problem {
  if (email.trim() === "") return "auth.email_required";
  return simple_email.test(email.trim()) ? null : "auth.email_invalid";
}

export const signin_password_problem = (password: string): Problem =>
  password.length >= shortest_signin_password ? null : "auth.password_short_6";

export const login_password_problem = (password: string, email: string): Problem =>
  new_password_problem(password, { shortest: shortest_new_password, email });

export function transaction_password_problem(
  transaction: string,
  login: string,
  email: string,
): Problem {
  const rules = { shortest: shortest_transaction_password, email };
  return (
    new_password_problem(transaction, rules) ??
    (transaction === login ? "auth.password_same" : null)
  );
}

/** How many characters the field of that problem asks for. */
export const shortest_of = (field: string): number =>
  field === "transaction_password" ? shortest_transaction_password : shortest_new_password;

const usual_resend_s = 60;

/** When the next code may be asked for, in milliseconds since 1970, from the last answer. */
export const resend_time = (answer: { resend_after?: number }): number =>
  Date.now() + (answer.resend_after ?? usual_resend_s) * 1000;

/** "0:42" until another code may be asked for. */
export const countdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${(seconds % 60).toString().padStart(2, "0")}`;
