// What makes sign-in and sign-up forms acceptable. Each rule answers with the key of its message,
// or null when all is well.
import type { TextKey } from "../../text/catalogue";

export type Problem = TextKey | null;

export const shortest_signin_password = 6;
export const shortest_signup_password = 9;
export const shortest_transaction_password = 6;
export const code_digits = 6;

const simple_email = /^[^\s@]+@[^\s@]+$/;

export function email_problem(email: string): Problem {
  if (email.trim() === "") return "auth.email_required";
  return simple_email.test(email.trim()) ? null : "auth.email_invalid";
}

export const signin_password_problem = (password: string): Problem =>
  password.length >= shortest_signin_password ? null : "auth.password_short_6";

export const signup_password_problem = (password: string): Problem =>
  password.length >= shortest_signup_password ? null : "auth.password_short_9";

export function transaction_password_problem(transaction: string, login: string): Problem {
  if (transaction.length < shortest_transaction_password) return "auth.password_short_6";
  return transaction === login ? "auth.password_same" : null;
}

const usual_resend_s = 60;

/** When the next code may be asked for, in milliseconds since 1970, from the last answer. */
export const resend_time = (answer: { resend_after?: number }): number =>
  Date.now() + (answer.resend_after ?? usual_resend_s) * 1000;

/** "0:42" until another code may be asked for. */
export const countdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${(seconds % 60).toString().padStart(2, "0")}`;
