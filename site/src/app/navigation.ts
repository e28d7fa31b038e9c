// Where the menus lead. Entries whose page is not built are left out.
import type { Status } from "../lib/status";
import type { TextKey } from "../text/catalogue";
import { isBuilt } from "./pages";

export interface Entry {
  to: string;
  text: TextKey;
  /** Addresses that count as this entry's page. */
  below?: string | readonly string[];
}

export const spotPages: readonly string[] = ["/trades/spot", "/trades/trade-chart"];

export const onlyBuilt = <E extends Entry>(entries: readonly E[]): readonly E[] =>
  entries.filter(({ to }) => isBuilt(to));

export const mainEntries = (): readonly Entry[] =>
  onlyBuilt([
    { to: "/markets/prices", text: "shell.markets", below: "/markets" },
    { to: "/wallet/convert", text: "shell.convert" },
    { to: "/trades/spot/BTC", text: "shell.trade", below: spotPages },
    { to: "/trades/futures/BTC", text: "shell.futures", below: "/trades/futures" },
  ]);

export const earnEntries = (): readonly Entry[] =>
  onlyBuilt([
    { to: "/wallet/earn", text: "shell.earn" },
    { to: "/wallet/simple_earn", text: "shell.simple_earn" },
    { to: "/wallet/stake", text: "shell.staking" },
    { to: "/wallet/auto_invest", text: "shell.auto_invest" },
    { to: "/wallet/analysis", text: "shell.earn_analysis" },
    { to: "/wallet/transactions", text: "shell.earn_transactions" },
    { to: "/wallet/live", text: "shell.mining" },
  ]);

export const footerColumns = (): readonly { title: TextKey; entries: readonly Entry[] }[] =>
  [
    {
      title: "shell.quicklinks" as const,
      entries: onlyBuilt([
        { to: "/markets/prices", text: "shell.market" },
        { to: "/trades/spot/BTC", text: "shell.trade" },
        { to: "/trades/futures/BTC", text: "shell.futures" },
        { to: "/wallet", text: "shell.wallet" },
      ]),
    },
    {
      title: "shell.about_us" as const,
      entries: onlyBuilt([
        { to: "/about", text: "shell.about" },
        { to: "/legal-center/terms", text: "shell.terms" },
        { to: "/legal-center/privacy", text: "shell.privacy" },
      ]),
    },
  ].filter(({ entries }) => entries.length > 0);

/** Where Help leads: the live chat outside if there is one, else the way to write to us. */
export function helpAddress(status: Status | undefined): string | null {
  if (status?.help_url) return status.help_url;
  return isBuilt("/contactus") ? "/contactus" : null;
}

/** The programs for phones, sent by the server and opened in a tab of their own. */
export const downloads = [
  { to: "/api/v3/download-apk", text: "shell.android" },
  { to: "/api/v3/download-ios", text: "shell.ios" },
] as const satisfies readonly Entry[];

/** True when `address` is this entry's page or lies below it. */
export const isCurrent = (entry: Entry, address: string): boolean =>
  entry.to === "/"
    ? address === "/" || address === "/home"
    : address === entry.to ||
      [entry.below ?? `${entry.to}/`].flat().some((start) => address.startsWith(start));
