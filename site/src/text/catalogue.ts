// The areas of the catalogue and the type of their keys, taken from the English text. A new area:
// a file in each language's folder and a line here.
export interface Catalogue {
  account: typeof import("./en/account.json");
  api_keys: typeof import("./en/api_keys.json");
  auth: typeof import("./en/auth.json");
  chart: typeof import("./en/chart.json");
  common: typeof import("./en/common.json");
  confirm: typeof import("./en/confirm.json");
  convert: typeof import("./en/convert.json");
  earn: typeof import("./en/earn.json");
  demo_account: typeof import("./en/demo_account.json");
  deposit: typeof import("./en/deposit.json");
  earn_offers: typeof import("./en/earn_offers.json");
  errors: typeof import("./en/errors.json");
  futures: typeof import("./en/futures.json");
  guests: typeof import("./en/guests.json");
  history: typeof import("./en/history.json");
  information: typeof import("./en/information.json");
  install: typeof import("./en/install.json");
  kyc: typeof import("./en/kyc.json");
  landing: typeof import("./en/landing.json");
  landing_more: typeof import("./en/landing_more.json");
  legal: typeof import("./en/legal.json");
  live_chat: typeof import("./en/live_chat.json");
  market: typeof import("./en/market.json");
  markets: typeof import("./en/markets.json");
  menus: typeof import("./en/menus.json");
  mining: typeof import("./en/mining.json");
  notifications: typeof import("./en/notifications.json");
  panels: typeof import("./en/panels.json");
  passkeys: typeof import("./en/passkeys.json");
  pauses: typeof import("./en/pauses.json");
  price_alerts: typeof import("./en/price_alerts.json");
  rewards: typeof import("./en/rewards.json");
  search: typeof import("./en/search.json");
  settings: typeof import("./en/settings.json");
  shell: typeof import("./en/shell.json");
  shortcuts: typeof import("./en/shortcuts.json");
  spot: typeof import("./en/spot.json");
  step_up: typeof import("./en/step_up.json");
  tour: typeof import("./en/tour.json");
  transfer: typeof import("./en/transfer.json");
  unavailable: typeof import("./en/unavailable.json");
  wallet: typeof import("./en/wallet.json");
  web3: typeof import("./en/web3.json");
  withdraw: typeof import("./en/withdraw.json");
}

export type Area = keyof Catalogue;

type Base<K> = K extends `${infer Name}_${"one" | "other"}` ? Name | K : K;
type KeysOf<A extends Area> = `${A}.${Base<keyof Catalogue[A] & string>}`;
export type TextKey = { [A in Area]: KeysOf<A> }[Area];
