// The bell's sentences: each kind that the server tells has a title and a text in the catalogue.
import type { Schemas } from "../../lib/calls";
import { isDecimal } from "../../lib/decimal";
import { formatNumber, formatTime } from "../../lib/format";
import { currentLanguage, t, textOr } from "../../lib/i18n";
import { coinOfPair } from "../../lib/pairs";

/** `data` is what fills the {holes} of its kind's sentence. */
export type Notice = Omit<Schemas["Notifications"]["notifications"][number], "data"> & {
  data: Readonly<Record<string, string>>;
};

const numbers = new Set([
  "amount",
  "filled",
  "last",
  "limit",
  "order_price",
  "percent",
  "price",
  "quantity",
  "stop_price",
  "total",
]);
const hole = /\{\w+\}/;

/** Where what a kind is about is shown, as the server's kinds.def has it. */
const pages: Readonly<Record<string, string>> = {
  new_device: "/account/security",
  password_changed: "/account/security",
  transaction_password_changed: "/account/security",
  two_factor_on: "/account/security",
  two_factor_off: "/account/security",
  two_factor_guessed: "/account/security",
  recovery_code_used: "/account/security",
  recovery_codes_renewed: "/account/security",
  whitelist_changed: "/account/security",
  address_saved: "/account/security",
  withdraw_limit_raised: "/account/security",
  withdraw_limit_lowered: "/account/security",
  withdraw_limit_restored: "/account/security",
  one_step_on: "/account/security",
  connection_changed: "/account/security/account_connections",
  passkey_added: "/account/security",
  passkey_removed: "/account/security",
  passkey_copied: "/account/security",
  other_sign_ins_stay: "/account/security",
  anti_phishing_changed: "/account/security/anti_phishing",
  trading_locked: "/account/security",
  kyc_approved: "/verification/overview",
  kyc_rejected: "/verification/kyc",
  reward_claimed: "/account/rewards",
  referral_joined: "/account/referral",
  referral_credit: "/account/referral",
  level_changed: "/fee-rate",
  level_set: "/fee-rate",
  order_filled: "/trades/spot/{coin}",
  stop_triggered: "/trades/spot/{coin}",
  stops_cancelled: "/account/security",
  bracket_refused: "/trades/spot/{coin}",
  take_profit_left_out: "/trades/spot/{coin}",
  conversion_filled: "/wallet/convert",
  price_alert_above: "/trades/spot/{coin}",
  price_alert_below: "/trades/spot/{coin}",
  price_alert_move: "/trades/spot/{coin}",
  futures_order_filled: "/trades/futures/{coin}",
  futures_order_refused: "/trades/futures/{coin}",
  position_closed: "/trades/futures/{coin}",
  position_part_closed: "/trades/futures/{coin}",
  position_target_hit: "/trades/futures/{coin}",
  position_liquidated: "/trades/futures/{coin}",
  margin_call: "/trades/futures/{coin}",
  deposit_seen: "/history#deposit",
  deposit_credited: "/history#deposit",
  deposit_reversed: "/history#deposit",
  withdrawal_requested: "/history#withdrawal",
  withdrawal_sent: "/history#withdrawal",
  withdrawal_rejected: "/history#withdrawal",
  withdrawal_failed: "/history#withdrawal",
  withdrawal_cancelled: "/history#withdrawal",
  earn_matured: "/wallet/transactions",
  earn_renewed: "/wallet/transactions",
  auto_renew_on: "/wallet/simple_earn",
  auto_invest_bought: "/wallet/auto_invest",
  auto_invest_skipped: "/wallet/auto_invest",
  plan_started: "/wallet/auto_invest",
  plan_stopped: "/wallet/auto_invest",
  api_key_made: "/api-keys",
  api_key_widened: "/api-keys",
  api_key_narrowed: "/api-keys",
  api_key_ended: "/api-keys",
  plans_paused: "/wallet/auto_invest",
};

/** "23 Nov 2026, 11:51" of the server's "2026-11-23 11:51"; both are UTC. */
function minuteOf(until: string): string {
  const [date = "", clock = ""] = until.split(" ");
  return clock === "" ? until : `${formatTime(date, "date", currentLanguage())}, ${clock}`;
}

function valuesOf(notice: Notice): Record<string, string> {
  const values: Record<string, string> = { ...notice.data };
  for (const [name, value] of Object.entries(values)) {
    if (numbers.has(name) && isDecimal(value)) {
      values[name] = formatNumber(value, { language: currentLanguage() });
    }
  }
  if (values["until"]) values["until"] = minuteOf(values["until"]);
  if (values["pair"]) values["coin"] ??= coinOfPair(values["pair"]);
  return values;
}

/** An order with a limit was placed; what came of one without is known. */
function triggeredKey({ price, filled }: Notice["data"]): string {
  if (price) return "stop_triggered";
  return filled === "0" ? "stop_triggered_unfilled" : "stop_triggered_market";
}

/** What is told of an order has a sentence for each side. */
const ofAnOrder = new Set(["order_filled", "stop_triggered"]);
function keyOf({ kind, data }: Notice): string {
  if (!ofAnOrder.has(kind)) return kind;
  const what = kind === "stop_triggered" ? triggeredKey(data) : kind;
  return data["delegate_type"] === "SELL" ? `${what}_sell` : what;
}

export function titleOf(notice: Notice): string {
  const title = textOr(`notifications.${keyOf(notice)}_title`, "", valuesOf(notice));
  return title === "" || hole.test(title) ? t("notifications.other_title") : title;
}

/** Empty where the catalogue or the data lack what it takes. */
export function textOf(notice: Notice): string {
  const text = textOr(`notifications.${keyOf(notice)}_text`, "", valuesOf(notice));
  return hole.test(text) ? "" : text;
}

export function linkOf({ kind, data }: Notice): string | undefined {
  const page = pages[kind];
  if (!page?.includes("{coin}")) return page;
  return data["pair"] ? page.replace("{coin}", coinOfPair(data["pair"])) : undefined;
}
