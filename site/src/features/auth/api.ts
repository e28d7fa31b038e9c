import { get, post } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { signByPasskey } from "../../lib/passkey";
import type { Client, User } from "../../lib/session";
import type { SignedMessage } from "../../lib/wallet";

export type Factor = Schemas["SecondFactorRequired"]["factors"][number];

export interface LoginAnswer {
  /** 200: signed in. 202: a second factor is asked for. 404: nobody yet; sign up. */
  status: number;
  user?: User;
  client?: Client;
  challenge?: string;
  /** What the second factor can be. */
  factors?: Factor[];
  /** Of somebody new who comes from Google: the email, and the token that sign-up sends along. */
  email?: string;
  social?: string;
}

export interface Registration {
  code: string;
  username: string;
  mobile_number: string;
  referral?: string | undefined;
  password: string;
  transaction_password: string;
  /** What google-login answered to somebody new. */
  social?: string | undefined;
}

/** Whether an account with this email exists. */
export async function emailExists(username: string): Promise<boolean> {
  const answer = await get("/api/v2/username-check", { username });
  return answer.message === "exist";
}

/** Whether an account with this number (+12025550143) exists. */
export async function mobileExists(username: string): Promise<boolean> {
  const answer = await get("/api/v2/mobile-check", { username });
  return answer.message === "exist";
}

export const emailLogin = (username: string, password: string): Promise<LoginAnswer> =>
  post("/api/v3/login", { username, password });

export const mobileLogin = (mobile: string, password: string): Promise<LoginAnswer> =>
  post("/api/v3/mobile-login", { username: mobile, password, mobile });

/** The second step of a sign-in: six digits of the app, or a recovery code. */
export const secondLogin = (challenge: string, code: string): Promise<LoginAnswer> =>
  post("/api/v3/login/two-factor", { challenge, code });

/** The second step by a passkey of the account. */
export const secondPasskeyLogin = async (challenge: string): Promise<LoginAnswer> =>
  post("/api/v3/login/passkey", {
    challenge,
    passkey: await signByPasskey(await post("/api/v3/login/passkey/begin", { challenge })),
  });

/** What whichever passkey of this site the browser finds has to sign; good for one answer. */
export const beginPasskeyLogin = (signal?: AbortSignal) =>
  post("/api/v3/passkey-login/begin", undefined, signal);

/** By what the passkey signed; needs no second step. */
export const passkeyLogin = (passkey: string): Promise<LoginAnswer> =>
  post("/api/v3/passkey-login", { passkey });

export const walletLogin = (signed: SignedMessage): Promise<LoginAnswer> =>
  post("/api/v3/web3-login", { ...signed });

/** `data` stands in the address of /redirect. */
export const googleLogin = (data: string): Promise<LoginAnswer> =>
  post("/api/v3/google-login", { username: data });

/** Where the browser goes to sign in with Google. */
export const googleAddress = "/api/v3/auth/google";

export const sendResetCode = (email: string): Promise<{ message: string; resend_after?: number }> =>
  post("/api/v3/forgot-password/send-code", { email });

/** Gives the token that a new password needs. */
export const verifyResetCode = (email: string, code: string): Promise<{ token: string }> =>
  post("/api/v3/forget-password-code/verify", { email, code });

export const resetPassword = (
  email: string,
  password: string,
  token: string,
): Promise<{ message: string }> => post("/api/v3/reset-password", { email, password, token });

/** Mails a link that makes a browser known, if the address has an account and no link waits there. */
export const sendBrowserLink = (email: string): Promise<{ message: string }> =>
  post("/api/v3/known-browser/send-link", { email });

/** Makes this browser known; `token` is what the link's address ends in. */
export const followBrowserLink = (token: string): Promise<{ message: string }> =>
  post("/api/v3/known-browser", { token });

/** Sends a six-digit code; the answer says after how many seconds another may be asked for. */
export const sendCode = (email: string): Promise<Schemas["CodeSent"]> =>
  post("/api/v2/send-code", { email });

/** SUCCESS, CODE_DOES_NOT_MATCH or USER_ALREADY_EXIST. */
export async function register(registration: Registration): Promise<string> {
  const { referral, social, ...rest } = registration;
  const answer = await post("/api/v2/register", {
    ...rest,
    password_confirmation: rest.password,
    referral: referral || undefined,
    social,
  });
  return answer.message;
}
