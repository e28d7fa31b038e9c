// The account menu's entries, with their icons.
import {
  BadgeCheck,
  BellRing,
  Gift,
  Percent,
  PiggyBank,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
  Users,
  Wallet,
  type LucideIcon,
} from "lucide-react";
import { onlyBuilt, type Entry } from "./navigation";

export interface IconEntry extends Entry {
  icon: LucideIcon;
}

export const settingsEntry: IconEntry = {
  to: "/settings",
  text: "shell.settings",
  icon: SlidersHorizontal,
};

/** Not one of the account's entries: where those stand beside the main ones, it is one of them. */
export const earnEntry: IconEntry = { to: "/wallet/earn", text: "shell.earn", icon: PiggyBank };

export const accountEntries = (): readonly IconEntry[] =>
  onlyBuilt([
    { to: "/profile", text: "shell.profile", icon: UserRound },
    { to: "/fee-rate", text: "shell.fee_rates", icon: Percent },
    { to: "/wallet", text: "shell.wallet", icon: Wallet },
    { to: "/price-alerts", text: "shell.price_alerts", icon: BellRing },
    { to: "/account/rewards", text: "shell.rewards", icon: Gift },
    { to: "/account/referral", text: "shell.referral", icon: Users },
    { to: "/account/security", text: "shell.security", icon: ShieldCheck },
    { to: "/verification/overview", text: "shell.verification", icon: BadgeCheck },
  ]);

/** The list beside the account pages, in the order of how often they are wanted. */
export const sidebarEntries = (): readonly IconEntry[] =>
  onlyBuilt([
    { to: "/profile", text: "shell.profile", icon: UserRound },
    { to: "/wallet", text: "shell.wallet", icon: Wallet },
    earnEntry,
    { to: "/account/rewards", text: "shell.rewards", icon: Gift },
    { to: "/account/referral", text: "shell.referral", icon: Users },
    { to: "/fee-rate", text: "shell.fee_rates", icon: Percent },
    {
      to: "/verification/overview",
      text: "shell.verification",
      below: "/verification/",
      icon: BadgeCheck,
    },
    { to: "/account/security", text: "shell.security", icon: ShieldCheck },
    settingsEntry,
  ]);
