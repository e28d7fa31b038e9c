import { get, post } from "../../lib/api";
import type { PostBody, Schemas } from "../../lib/calls";

export type LoginAnswer = Schemas["Login"];
export type Registration = Omit<PostBody<"/api/v2/register">, "password_confirmation">;

/** Whether an account with this e-mail exists. */
export async function email_exists(username: string): Promise<boolean> {
  const answer = await get("/api/v2/username-check", { username });
  return answer.message === "exist";
}

/** Whether an account with this number (+12025550143) exists. */
export async function mobile_exists(username: string): Promise<boolean> {
  const answer = await get("/api/v2/mobile-check", { username });
  return answer.message === "exist";
}

export const email_login = (username: string, password: string): Promise<LoginAnswer> =>
  post("/api/v3/login", { username, password });

export const mobile_login = (mobile: string, password: string): Promise<LoginAnswer> =>
  post("/api/v3/mobile-login", { username: mobile, password, mobile });

/** Sends a six-digit code; the answer says after how many seconds another may be asked for. */
export const send_code = (email: string): Promise<Schemas["CodeSent"]> =>
  post("/api/v2/send-code", { email });

/** SUCCESS, CODE_DOES_NOT_MATCH or USER_ALREADY_EXIST. */
export async function register(
  registration: Registration,
): Promise<Schemas["Registration"]["message"]> {
  const { referral, ...rest } = registration;
  const answer = await post("/api/v2/register", {
    ...rest,
    password_confirmation: rest.password,
    referral: referral || undefined,
  });
  return answer.message;
}
