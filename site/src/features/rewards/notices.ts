// The bell's sentences: each kind that the server tells has a title and a text in the catalogue.
import { is_decimal } from "../../lib/decimal";
import { format_number, format_time } from "../../lib/format";
import { current_language, t, text_or } from "../../lib/i18n";
import { coin_of_pair } from "../../lib/pairs";

export interface Notice {
  id: string;
  kind: string;
  /** What fills the {holes}. */
  data: Readonly<Record<string, string>>;
  read: boolean;
  time: string;
}

const numbers = new Set(["amount", "last", "percent", "price", "quantity", "stop_price", "total"]);
const hole = /\{\w+\}/;

const links: Readonly<Record<string, string>> = {
  new_device: "/account/security",
  password_changed: "/account/security",
  transaction_password_changed: "/account/security",
  two_factor_on: "/account/security",
  two_factor_off: "/account/security",
  recovery_code_used: "/account/security",
  recovery_codes_renewed: "/account/security",
  one_step_on: "/account/security",
  plan_started: "/wallet/auto_invest",
  api_key_made: "/api-keys",
  api_key_widened: "/api-keys",
  plans_paused: "/wallet/auto_invest",
  whitelist_changed: "/account/security",
  withdraw_limit_raised: "/account/security",
  passkey_added: "/account/security",
  passkey_removed: "/account/security",
  passkey_copied: "/account/security",
  connection_changed: "/account/security/account_connections",
  anti_phishing_changed: "/account/security/anti_phishing",
  kyc_approved: "/verification/overview",
  kyc_rejected: "/verification/kyc",
  reward_claimed: "/account/rewards",
  referral_joined: "/account/referral",
  referral_credit: "/account/referral",
  level_changed: "/fee-rate",
  conversion_filled: "/wallet/convert",
  level_set: "/fee-rate",
};

/** "23 Nov 2026, 11:51" of the server's "2026-11-23 11:51"; both are UTC. */
function minute_of(until: string): string {
  const [date = "", clock = ""] = until.split(" ");
  return clock === "" ? until : `${format_time(date, "date", current_language())}, ${clock}`;
}

function values_of(notice: Notice): Record<string, string> {
  const values: Record<string, string> = { ...notice.data };
  for (const [name, value] of Object.entries(values)) {
    if (numbers.has(name) && is_decimal(value)) {
      values[name] = format_number(value, { language: current_language() });
    }
  }
  if (values["until"]) values["until"] = minute_of(values["until"]);
  if (values["pair"]) values["coin"] ??= coin_of_pair(values["pair"]);
  return values;
}

/** What is told of an order has a sentence for each side. */
const of_an_order = new Set(["order_filled", "stop_triggered"]);
const key_of = ({ kind, data }: Notice): string =>
  of_an_order.has(kind) && data["delegate_type"] === "SELL" ? `${kind}_sell` : kind;

/** What leads to where the pair is traded. */
const of_a_market = new Set([
  ...of_an_order,
  "price_alert_above",
  "price_alert_below",
  "price_alert_move",
]);

export function title_of(notice: Notice): string {
  const title = text_or(`notifications.${key_of(notice)}_title`, "", values_of(notice));
  return title === "" || hole.test(title) ? t("notifications.other_title") : title;
}

/** Empty where the catalogue or the data lack what it takes. */
export function text_of(notice: Notice): string {
  const text = text_or(`notifications.${key_of(notice)}_text`, "", values_of(notice));
  return hole.test(text) ? "" : text;
}

export function link_of({ kind, data }: Notice): string | undefined {
  if (of_a_market.has(kind) && data["pair"]) return `/trades/spot/${coin_of_pair(data["pair"])}`;
  return links[kind];
}
