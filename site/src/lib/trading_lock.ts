// A session that its owner has opened for trading with the transaction password: for a while orders,
// conversions and futures need no password. The server keeps and ends it; here it is shown.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, get, post } from "./api";
import type { Schemas } from "./calls";
import { useSecondsUntil } from "./countdown";
import { compare, isDecimal, type Decimal } from "./decimal";
import { signByPasskey } from "./passkey";
import { useSession } from "./session";

export type TradingUnlock = Schemas["TradingUnlock"];
export type Choices = Pick<TradingUnlock, "minutes" | "confirm" | "confirm_above">;

const path = "/api/v3/trading-unlock";
const root = "trading-unlock";
/** The server ends it after ten idle minutes, which it alone knows of. */
const everyMs = 30_000;

function useKey() {
  const session = useSession();
  return [root, session?.user.user_unique_id, session?.began];
}

export interface TradingLock {
  /** Milliseconds since 1970; 0: locked, or not known. */
  until: number;
  open: boolean;
  /** For how long a password opens it; 0: orders always ask. Undefined until it is known. */
  minutes: number | undefined;
  choices: Choices | undefined;
}

export function useTradingLock(): TradingLock {
  const signedIn = useSession() !== null;
  const { data } = useQuery({
    queryKey: useKey(),
    queryFn: ({ signal }) => get(path, undefined, signal),
    enabled: signedIn,
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
  });
  const until = Date.parse(data?.unlocked_until ?? "") || 0;
  const open = useSecondsUntil(until) > 0;
  return { until, open, minutes: data?.minutes, choices: data };
}

/** Whether an order of an opened session is shown first; `worth` is in USDT, null: unknown. */
export function asksFirst(choices: Choices | undefined, worth: Decimal | null): boolean {
  if (choices?.confirm === "never") return false;
  if (choices?.confirm !== "above" || !isDecimal(worth)) return true;
  return compare(worth, choices.confirm_above) > 0;
}

/** The server wants the password: the session is not open any more. */
export const asksForPassword = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === "missing_parameter" &&
  error.field === "transaction_password";

function useChange<Asked>(send: (asked: Asked) => Promise<TradingUnlock>) {
  const queries = useQueryClient();
  const key = useKey();
  return useMutation({
    mutationFn: async (asked: Asked) => {
      await queries.cancelQueries({ queryKey: key });
      return send(asked);
    },
    onSuccess: (now) => queries.setQueryData(key, now),
  });
}

export const useUnlockTrading = () =>
  useChange((transactionPassword: string) =>
    post(path, { transaction_password: transactionPassword }),
  );

/** Lets the owner open it by a passkey. */
export const useUnlockByPasskey = () =>
  useChange(async () =>
    post(path, { passkey: await signByPasskey(await post("/api/v3/trading-unlock/passkey")) }),
  );

export const useLockTrading = () => useChange(() => post("/api/v3/trading-lock"));

export const useTradingChoices = () =>
  useChange((choices: Choices & { transaction_password?: string }) =>
    post("/api/v3/trading-choices", { ...choices, minutes: `${choices.minutes}` }),
  );

/** The server has just said that the session is locked, whatever is known here. */
export function useFoundLocked(): () => void {
  const queries = useQueryClient();
  const key = useKey();
  return () => {
    queries.setQueryData<TradingUnlock>(key, (now) => now && { ...now, unlocked_until: null });
    void queries.invalidateQueries({ queryKey: key });
  };
}
