// The server's part of unlocking trading, for the tests of screens.
import type { Answer } from "./test_server";
import type { TradingUnlock } from "./trading_lock";

/** The calls, as serve() takes them, of a session that is locked and has these choices. */
export function tradingCalls(choices: Partial<TradingUnlock> = {}) {
  let now: TradingUnlock = {
    unlocked_until: null,
    minutes: 15,
    confirm: "always",
    confirm_above: "100",
    ...choices,
  };
  const take = (next: Partial<TradingUnlock>): [number, unknown] => {
    now = { ...now, ...next };
    return [200, now];
  };
  const openNow = () => new Date(Date.now() + now.minutes * 60_000).toISOString();
  const calls: Record<string, Answer> = {
    "/api/v3/trading-unlock": ({ body }) => {
      if (body.transaction_password === undefined) return [200, now];
      if (body.transaction_password === "secret") return take({ unlocked_until: openNow() });
      return [400, { message: "wrong_password", field: "transaction_password" }];
    },
    "/api/v3/trading-lock": () => take({ unlocked_until: null }),
    "/api/v3/trading-choices": ({ body: { minutes, confirm, confirm_above: confirmAbove } }) =>
      take({
        minutes: JSON.parse(minutes as string) as TradingUnlock["minutes"],
        confirm: confirm as TradingUnlock["confirm"],
        confirm_above: confirmAbove as string,
      }),
  };
  return calls;
}

/** A session that was opened a moment ago. */
export const opened = (): Partial<TradingUnlock> => ({
  unlocked_until: new Date(Date.now() + 15 * 60_000).toISOString(),
});
