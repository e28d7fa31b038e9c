// Every page of the site: its path, its code and its text, loaded when it is first visited. A page
// that is not built does not stand here; menus leave out links to pages that do not stand here.
import type { ComponentType } from "react";
import { matchPath } from "react-router";
import { loadText } from "../lib/i18n";
import { lazyCode, lazyPart } from "../lib/lazy_part";
import type { Area, TextKey } from "../text/catalogue";

export interface Page {
  /** As react-router writes paths: "/trades/spot/:coin?". */
  path: string;
  title: TextKey;
  Screen: ComponentType;
  /** client: a guest is sent to /signin. trading: a guest looks on where GUESTS_SEE_TRADING says so. */
  access?: "client" | "trading";
  /** page: bar and tab bar. trading: the same, without a footer and as wide as the window. access: white, only the logo. */
  frame?: "page" | "trading" | "access";
  footer?: boolean;
  /**
   * The list of account pages beside it, on large screens. The frame then gives the page its width
   * (1200 with the list), its gutters and its padding; the screen brings none of its own.
   */
  sidebar?: boolean;
  /** The bar is transparent until the page is scrolled. */
  clearBar?: boolean;
  /**
   * What was typed stays when the language changes. Another page begins anew then, so that it may
   * draw with words and numbers of one language, and remember them.
   */
  keepsTyped?: boolean;
  /** Fetches its code, for whoever waits before it is shown. */
  screen?: () => Promise<unknown>;
}

interface Source extends Omit<Page, "Screen"> {
  screen: () => Promise<{ default: ComponentType }>;
  /** Its areas of the catalogue, its title's with them; "errors" where it sends something. */
  text: readonly Area[];
}

const page = ({ text, ...rest }: Source): Page => ({
  ...rest,
  Screen: lazyPart(rest.screen, text),
});

/** Its first view asks the server for nothing. */
async function loadLanding() {
  const [screen] = await Promise.all([
    import("../features/landing/screens/landing"),
    loadText(["landing"]),
  ]);
  return screen;
}

const Landing = lazyCode(loadLanding);

/** All code of the landing page as the build has drawn it, of both widths. */
export const loadFirstView = () =>
  Promise.all([loadLanding(), import("./language_menu"), import("./tab_bar")]);

const landing = (path: string): Page => ({
  path,
  title: "landing.title",
  Screen: Landing,
  footer: true,
  clearBar: true,
});

/** The first one whose path an address has is shown: what names fewer addresses stands before. */
export const pages: readonly Page[] = [
  landing("/"),
  landing("/home"),
  landing("/auth/callback"),
  page({
    path: "/markets/trading_data",
    title: "shell.markets",
    screen: () => import("../features/markets/overview_screen"),
    text: ["markets", "errors"],
    footer: true,
  }),
  page({
    path: "/markets/:group?",
    title: "shell.markets",
    screen: () => import("../features/markets/markets_screen"),
    text: ["markets", "price_alerts", "errors"],
    footer: true,
  }),
  page({
    path: "/wallet",
    title: "shell.wallet",
    screen: () => import("./wallet_page"),
    text: ["wallet", "web3", "futures", "confirm", "markets", "errors"],
    access: "client",
    sidebar: true,
  }),
  ...["/trades/spot/:coin?", "/trades/trade-chart/:coin?"].map((path) =>
    page({
      path,
      title: "spot.title",
      screen: () => import("./spot_page"),
      text: ["guests", "panels", "market", "spot", "price_alerts", "confirm", "chart", "errors"],
      access: "trading",
      frame: "trading",
    }),
  ),
  page({
    path: "/trades/futures/:coin?",
    title: "shell.futures",
    screen: () => import("./futures_page"),
    text: ["guests", "panels", "market", "futures", "price_alerts", "confirm", "chart", "errors"],
    access: "trading",
    frame: "trading",
  }),
  page({
    path: "/wallet/convert",
    title: "shell.convert",
    screen: () => import("../features/convert/convert_screen"),
    text: ["guests", "convert", "confirm", "errors"],
    access: "trading",
    keepsTyped: true,
  }),
  page({
    path: "/wallet/transfer",
    title: "shell.transfer",
    screen: () => import("../features/transfer/transfer_screen"),
    text: ["transfer", "confirm", "errors"],
    access: "client",
    keepsTyped: true,
  }),
  page({
    path: "/wallet/transactions",
    title: "earn.transactions",
    screen: () => import("../features/earn/transactions"),
    text: ["earn", "errors"],
    access: "client",
  }),
  page({
    path: "/wallet/analysis",
    title: "earn.analysis",
    screen: () => import("../features/earn/analysis"),
    text: ["earn", "errors"],
    access: "client",
  }),
  page({
    path: "/wallet/stake",
    title: "earn.staking",
    screen: () => import("../features/earn/stake"),
    text: ["earn", "earn_offers", "confirm", "errors"],
    access: "client",
  }),
  page({
    path: "/wallet/deposit",
    title: "shell.deposit",
    screen: () => import("../features/deposit/deposit_screen"),
    text: ["deposit", "errors"],
    access: "client",
  }),
  page({
    path: "/wallet/withdraw",
    title: "withdraw.page_title",
    screen: () => import("../features/withdraw/withdraw_screen"),
    text: ["withdraw", "confirm", "errors"],
    access: "client",
    keepsTyped: true,
  }),
  page({
    path: "/wallet/earn",
    title: "shell.earn",
    screen: () => import("../features/earn/earn_screen"),
    text: ["guests", "earn_offers", "errors"],
    access: "trading",
  }),
  page({
    path: "/wallet/simple_earn",
    title: "shell.simple_earn",
    screen: () => import("../features/earn/simple_earn_screen"),
    text: ["guests", "earn_offers", "confirm", "errors"],
    access: "trading",
    footer: true,
  }),
  page({
    path: "/wallet/auto_invest",
    title: "shell.auto_invest",
    screen: () => import("../features/earn/auto_invest_screen"),
    text: ["guests", "earn_offers", "step_up", "errors"],
    access: "trading",
  }),
  page({
    path: "/history",
    title: "history.title",
    screen: () => import("../features/history/history_screen"),
    text: ["history", "withdraw", "errors"],
    access: "client",
  }),
  page({
    path: "/wallet/live",
    title: "mining.live_title",
    screen: () => import("../features/mining/live_screen"),
    text: ["mining", "errors"],
    access: "client",
  }),
  page({
    path: "/wallet/miner",
    title: "mining.add_title",
    screen: () => import("../features/mining/miner_screen"),
    text: ["mining", "errors"],
    access: "client",
  }),
  // Below every other page of the wallet: whatever else follows /wallet/ is a coin.
  page({
    path: "/wallet/:coin",
    title: "shell.wallet",
    screen: () => import("../features/wallet/coin_screen"),
    text: ["wallet", "history", "withdraw", "price_alerts", "errors"],
    access: "client",
  }),
  page({
    path: "/signin",
    title: "shell.sign_in",
    screen: () => import("../features/auth/screens/signin"),
    text: ["auth", "errors"],
    frame: "access",
    keepsTyped: true,
  }),
  page({
    path: "/signup/:referral?",
    title: "shell.signup",
    screen: () => import("../features/auth/screens/signup"),
    text: ["auth", "errors"],
    frame: "access",
    keepsTyped: true,
  }),
  page({
    path: "/verification/overview",
    title: "shell.verification",
    screen: () => import("../features/kyc/screens/overview_screen"),
    text: ["kyc", "errors"],
    access: "client",
    sidebar: true,
    footer: true,
  }),
  page({
    path: "/verification/kyc",
    title: "shell.verification",
    screen: () => import("../features/kyc/screens/kyc_screen"),
    text: ["kyc", "errors"],
    access: "client",
    sidebar: true,
    keepsTyped: true,
  }),
  page({
    path: "/account/verify",
    title: "shell.verification",
    screen: () => import("../features/kyc/screens/account_screen"),
    text: ["kyc", "errors"],
    access: "client",
    keepsTyped: true,
  }),
  page({
    path: "/tier-verification",
    title: "shell.tiers",
    screen: () => import("../features/kyc/screens/tiers_screen"),
    text: ["kyc"],
    footer: true,
  }),
  page({
    path: "/settings",
    title: "shell.settings",
    screen: () => import("../features/settings/settings_screen"),
    text: ["settings", "confirm", "errors"],
  }),
  page({
    path: "/install",
    title: "shell.install",
    screen: () => import("../features/information/screens/install"),
    text: ["install"],
    footer: true,
  }),
  page({
    path: "/page-unavailable",
    title: "shell.unavailable_page",
    screen: () => import("./page_unavailable"),
    text: ["unavailable"],
  }),
  page({
    path: "/about",
    title: "shell.about",
    screen: () => import("../features/information/screens/about"),
    text: ["information"],
    footer: true,
  }),
  page({
    path: "/contactus",
    title: "information.contact_title",
    screen: () => import("../features/information/screens/contact"),
    text: ["information"],
  }),
  page({
    path: "/legal-center/terms",
    title: "shell.terms",
    screen: () => import("../features/information/screens/terms"),
    text: ["legal"],
    footer: true,
  }),
  page({
    path: "/legal-center/privacy",
    title: "shell.privacy",
    screen: () => import("../features/information/screens/privacy"),
    text: ["legal"],
    footer: true,
  }),
  page({
    path: "/account/rewards",
    title: "shell.rewards",
    screen: () => import("../features/rewards/screens/rewards_screen"),
    text: ["rewards", "errors"],
    access: "client",
    sidebar: true,
  }),
  page({
    path: "/account/tasks",
    title: "shell.tasks",
    screen: () => import("../features/rewards/screens/tasks_screen"),
    text: ["rewards", "errors"],
    access: "client",
  }),
  page({
    path: "/account/referral",
    title: "shell.referral",
    screen: () => import("../features/rewards/screens/referral_screen"),
    text: ["rewards", "errors"],
    access: "client",
    sidebar: true,
    footer: true,
  }),
  page({
    path: "/account/notifications",
    title: "shell.notifications",
    screen: () => import("../features/rewards/screens/notifications_screen"),
    text: ["notifications", "errors"],
    access: "client",
  }),
  page({
    path: "/fee-rate",
    title: "shell.fee_rates",
    screen: () => import("../features/rewards/screens/fee_rate_screen"),
    text: ["rewards", "errors"],
    sidebar: true,
  }),
  page({
    path: "/redirect",
    title: "shell.sign_in",
    screen: () => import("../features/auth/screens/redirect"),
    text: ["auth", "errors"],
    frame: "access",
  }),
  page({
    path: "/profile",
    title: "shell.profile",
    screen: () => import("../features/account/screens/profile"),
    text: ["account", "shortcuts", "errors"],
    access: "client",
    sidebar: true,
    keepsTyped: true,
  }),
  page({
    path: "/account/security",
    title: "shell.security",
    screen: () => import("../features/account/screens/security"),
    text: ["account", "passkeys", "step_up", "errors"],
    access: "client",
    sidebar: true,
    footer: true,
  }),
  page({
    path: "/account/change_password",
    title: "shell.change_password",
    screen: () => import("../features/account/screens/change_password"),
    text: ["account", "step_up", "errors"],
    access: "client",
    keepsTyped: true,
  }),
  page({
    path: "/account/change_transaction_password",
    title: "shell.change_transaction_password",
    screen: () => import("../features/account/screens/change_transaction_password"),
    text: ["account", "step_up", "errors"],
    access: "client",
    keepsTyped: true,
  }),
  page({
    path: "/account/security/account_connections",
    title: "shell.account_connections",
    screen: () => import("../features/account/screens/account_connections"),
    text: ["account", "step_up", "errors"],
    access: "client",
    keepsTyped: true,
  }),
  page({
    path: "/account/security/anti_phishing",
    title: "shell.anti_phishing",
    screen: () => import("../features/account/screens/anti_phishing"),
    text: ["account", "step_up", "errors"],
    access: "client",
    keepsTyped: true,
  }),
  page({
    path: "/account/security/app_authorization",
    title: "shell.app_authorization",
    screen: () => import("../features/account/screens/app_authorization"),
    text: ["account"],
    access: "client",
  }),
  page({
    path: "/price-alerts",
    title: "shell.price_alerts",
    screen: () => import("../features/alerts/alerts_screen"),
    text: ["price_alerts", "errors"],
    access: "client",
  }),
  page({
    path: "/api-keys",
    title: "shell.api_keys",
    screen: () => import("../features/account/screens/api_keys"),
    text: ["account", "api_keys", "step_up", "errors"],
    access: "client",
    keepsTyped: true,
  }),
  page({
    path: "/account/pay",
    title: "shell.payment_methods",
    screen: () => import("../features/account/screens/pay"),
    text: ["account"],
    access: "client",
  }),
  page({
    path: "*",
    title: "shell.not_found_title",
    screen: () => import("./not_found"),
    text: [],
  }),
];

/** Other names under which pages are asked for, and where they stand. */
export const redirects: Readonly<Record<string, string>> = {
  "/convert": "/wallet/convert",
  "/deposit": "/wallet/deposit",
  "/withdraw": "/wallet/withdraw",
  "/transfer": "/wallet/transfer",
  "/earn": "/wallet/earn",
  "/auto-invest": "/wallet/auto_invest",
  "/analysis": "/wallet/analysis",
  "/transactions": "/wallet/transactions",
  "/tasks": "/account/tasks",
  "/rewards": "/account/rewards",
  "/payments": "/account/pay",
  "/pay": "/account/pay",
  "/notifications": "/account/notifications",
  "/p2p": "/page-unavailable",
  "/gift": "/page-unavailable",
  "/pool": "/page-unavailable",
  "/verification": "/verification/overview",
  "/legal-center": "/legal-center/terms",
};

function pageAt(address: string): Page | undefined {
  const [place = ""] = address.split(/[?#]/);
  return pages.find(({ path }) => path !== "*" && matchPath(path, place) !== null);
}

/** True when a page stands at this address. */
export const isBuilt = (address: string): boolean => pageAt(address) !== undefined;

/** The title of the page at this address. */
export const titleOf = (address: string): TextKey | undefined => pageAt(address)?.title;
