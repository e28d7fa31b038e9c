import { get, post } from "../../lib/api";
import type { Client, User } from "../../lib/session";

export interface LoginAnswer {
  status: number;
  token: string;
  user: User;
  client: Client;
}

export interface Registration {
  code: string;
  username: string;
  mobile_number: string;
  referral?: string | undefined;
  password: string;
  transaction_password: string;
}

/** Whether an account with this e-mail exists. */
export async function email_exists(username: string): Promise<boolean> {
  const answer = await get<{ message: string }>("/api/v2/username-check", { username });
  return answer.message === "exist";
}

/** Whether an account with this number (+12025550143) exists. */
export async function mobile_exists(username: string): Promise<boolean> {
  const answer = await get<{ message: string }>("/api/v2/mobile-check", { username });
  return answer.message === "exist";
}

export const email_login = (username: string, password: string): Promise<LoginAnswer> =>
  post("/api/v3/login", { username, password });

export const mobile_login = (mobile: string, password: string): Promise<LoginAnswer> =>
  post("/api/v3/mobile-login", { username: mobile, password, mobile });

/** Sends a six-digit code; the answer says after how many seconds another may be asked for. */
export const send_code = (email: string): Promise<{ message: string; resend_after?: number }> =>
  post("/api/v2/send-code", { email });

/** SUCCESS, CODE_DOES_NOT_MATCH or USER_ALREADY_EXIST. */
export async function register(registration: Registration): Promise<string> {
  const { referral, ...rest } = registration;
  const answer = await post<{ message: string }>("/api/v2/register", {
    ...rest,
    password_confirmation: rest.password,
    referral: referral || undefined,
  });
  return answer.message;
}
