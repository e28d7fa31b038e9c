// What happens after a login call, for every way to sign in and for the automatic sign-in after
// sign-up.
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { ApiError, queries } from "../../lib/api";
import { startPage } from "../../lib/preferences";
import { frozen, startSession } from "../../lib/session";
import { useWayIn } from "../../lib/way_in";
import { clearToasts } from "../../ui/toast";
import type { Factor, LoginAnswer } from "./api";

/** What the second step goes on with. */
export interface Second {
  challenge: string;
  factors: readonly Factor[];
}

export type Entry =
  | { kind: "in"; client: string }
  | { kind: "second"; second: Second }
  | { kind: "new"; email: string; social: string }
  | { kind: "frozen" }
  | { kind: "failed"; text: string | null; code?: string };

/** Runs the call and, when it is right, begins the session. A null text means "Login Failed". */
export async function enter(login: () => Promise<LoginAnswer>): Promise<Entry> {
  let answer: LoginAnswer;
  try {
    answer = await login();
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: "failed", text: null };
    const { code } = error;
    if (code === "frozen_account") return { kind: "frozen" };
    return { kind: "failed", text: code === "invalid_credentials" ? null : error.sentence, code };
  }
  const { user, client, challenge, factors, email, social } = answer;
  if (answer.status === 202 && challenge) {
    return { kind: "second", second: { challenge, factors: factors ?? ["app"] } };
  }
  if (answer.status === 404 && email && social) return { kind: "new", email, social };
  if (client?.status === frozen) return { kind: "frozen" };
  if (answer.status !== 200 || !user || !client) return { kind: "failed", text: null };
  clearToasts();
  // What was fetched as a guest does not know the client's favourites.
  queries.clear();
  startSession({ user, client });
  return { kind: "in", client: client.id };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Leaves the sign-in pages for where the visitor wanted to go, after a moment if one is given. */
export function useArrival(): (afterMs?: number) => Promise<void> {
  const navigate = useNavigate();
  const { from } = useWayIn();
  return useCallback(
    async (afterMs = 0) => {
      if (afterMs > 0) await wait(afterMs);
      await navigate(from ?? startPage(), { replace: true });
    },
    [navigate, from],
  );
}
