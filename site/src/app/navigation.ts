// Where the menus lead. Entries whose page is not built are left out.
import {
  BadgeCheck,
  ChartCandlestick,
  ChartNoAxesColumn,
  Gift,
  House,
  Percent,
  ArrowRightLeft,
  ShieldCheck,
  UserRound,
  Users,
  Wallet,
  type LucideIcon,
} from "lucide-react";
import type { TextKey } from "../text/catalogue";
import { is_built } from "./pages";

export interface Entry {
  to: string;
  text: TextKey;
  /** Addresses that count as this entry's page. */
  below?: string;
}

export interface IconEntry extends Entry {
  icon: LucideIcon;
}

const only_built = <E extends Entry>(entries: readonly E[]): readonly E[] =>
  entries.filter(({ to }) => is_built(to));

export const main_entries = (): readonly Entry[] =>
  only_built([
    { to: "/markets/prices", text: "shell.markets", below: "/markets" },
    { to: "/wallet/convert", text: "shell.convert" },
    { to: "/trades/spot/BTC", text: "shell.trade", below: "/trades/spot" },
    { to: "/trades/futures/BTC", text: "shell.futures", below: "/trades/futures" },
  ]);

export const earn_entries = (): readonly Entry[] =>
  only_built([
    { to: "/wallet/simple_earn", text: "shell.simple_earn" },
    { to: "/wallet/auto_invest", text: "shell.auto_invest" },
  ]);

export const account_entries = (): readonly IconEntry[] =>
  only_built([
    { to: "/profile", text: "shell.profile", icon: UserRound },
    { to: "/fee-rate", text: "shell.fee_rates", icon: Percent },
    { to: "/wallet", text: "shell.wallet", icon: Wallet },
    { to: "/account/rewards", text: "shell.rewards", icon: Gift },
    { to: "/account/referral", text: "shell.referral", icon: Users },
    { to: "/account/security", text: "shell.security", icon: ShieldCheck },
    { to: "/verification/overview", text: "shell.verification", icon: BadgeCheck },
  ]);

export const tab_entries = (): readonly IconEntry[] =>
  only_built([
    { to: "/", text: "shell.tab_home", icon: House },
    { to: "/markets/prices", text: "shell.markets", below: "/markets", icon: ChartNoAxesColumn },
    { to: "/trades/spot/BTC", text: "shell.trade", below: "/trades/spot", icon: ArrowRightLeft },
    {
      to: "/trades/futures/BTC",
      text: "shell.futures",
      below: "/trades/futures",
      icon: ChartCandlestick,
    },
    { to: "/wallet", text: "shell.wallet", below: "/wallet", icon: Wallet },
  ]);

export const footer_columns = (): readonly { title: TextKey; entries: readonly Entry[] }[] =>
  [
    {
      title: "shell.quicklinks" as const,
      entries: only_built([
        { to: "/markets/prices", text: "shell.market" },
        { to: "/trades/spot/BTC", text: "shell.trade" },
        { to: "/trades/futures/BTC", text: "shell.futures" },
        { to: "/wallet", text: "shell.wallet" },
      ]),
    },
    {
      title: "shell.about_us" as const,
      entries: only_built([
        { to: "/about", text: "shell.about" },
        { to: "/legal-center/terms", text: "shell.terms" },
        { to: "/legal-center/privacy", text: "shell.privacy" },
      ]),
    },
  ].filter(({ entries }) => entries.length > 0);

/** True when `address` is this entry's page or lies below it. */
export const is_current = (entry: Entry, address: string): boolean =>
  entry.to === "/"
    ? address === "/" || address === "/home"
    : address === entry.to || address.startsWith(entry.below ?? `${entry.to}/`);
