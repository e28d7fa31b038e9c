// The account menu's entries, with their icons.
import {
  BadgeCheck,
  Gift,
  Percent,
  ShieldCheck,
  UserRound,
  Users,
  Wallet,
  type LucideIcon,
} from "lucide-react";
import { only_built, type Entry } from "./navigation";

export interface IconEntry extends Entry {
  icon: LucideIcon;
}

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
