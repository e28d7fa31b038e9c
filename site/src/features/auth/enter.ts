// What happens after a login call, for sign-in and for the automatic sign-in after sign-up.
import { ApiError, queries } from "../../lib/api";
import { start_session } from "../../lib/session";
import { clear_toasts } from "../../ui/toast";
import type { LoginAnswer } from "./api";

export type Entry = { kind: "in" } | { kind: "frozen" } | { kind: "failed"; text: string | null };

const frozen = "FREEZE_ACCOUNT";

/** Runs the call and, when it is right, begins the session. A null text means "Login Failed". */
export async function enter(login: () => Promise<LoginAnswer>): Promise<Entry> {
  let answer: LoginAnswer;
  try {
    answer = await login();
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: "failed", text: null };
    if (error.code === "frozen_account") return { kind: "frozen" };
    return { kind: "failed", text: error.code === "invalid_credentials" ? null : error.sentence };
  }
  if (answer.client?.status === frozen) return { kind: "frozen" };
  if (answer.status !== 200 || !answer.token) return { kind: "failed", text: null };
  clear_toasts();
  // What was fetched as a guest does not know the client's favourites.
  queries.clear();
  start_session({ token: answer.token, user: answer.user, client: answer.client });
  return { kind: "in" };
}
