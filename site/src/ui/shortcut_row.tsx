// Rows of shortcuts and the Quick Actions. A page that shows them lists "shortcuts" among its texts.
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bell,
  CircleHelp,
  CreditCard,
  Gift,
  ListChecks,
  Pickaxe,
  Trophy,
  Users,
  type LucideIcon,
} from "lucide-react";
import { useContext } from "react";
import { Built } from "../lib/built";
import { t } from "../lib/i18n";
import { Link } from "../lib/router";
import type { TextKey } from "../text/catalogue";
import styles from "./shortcut_row.module.css";

interface Shortcut {
  text: TextKey;
  icon: LucideIcon;
  /** Without it the tile is only shown. */
  to?: string;
}

const unavailable = "/page-unavailable";
const pay: Shortcut = { text: "shortcuts.pay", icon: CreditCard, to: "/account/pay" };

const rows = {
  services: [
    { text: "shortcuts.p2p", icon: Users, to: unavailable },
    pay,
    { text: "shortcuts.gift_card", icon: Gift, to: unavailable },
    { text: "shortcuts.pool", icon: Pickaxe, to: unavailable },
  ],
  centers: [
    { text: "shortcuts.tasks", icon: ListChecks, to: "/account/tasks" },
    { text: "shortcuts.rewards", icon: Trophy, to: "/account/rewards" },
    { text: "shortcuts.notifications", icon: Bell, to: "/account/notifications" },
  ],
} as const satisfies Record<string, readonly Shortcut[]>;

const quickActions: readonly Shortcut[] = [
  { text: "shortcuts.deposit", icon: ArrowDownToLine, to: "/wallet/deposit" },
  { text: "shortcuts.withdraw", icon: ArrowUpFromLine, to: "/wallet/withdraw" },
  { text: "shortcuts.help", icon: CircleHelp, to: "/contactus" },
];

function Tiles({ label, shortcuts }: { label: string; shortcuts: readonly Shortcut[] }) {
  const isBuilt = useContext(Built);
  return (
    <ul className={styles.row} aria-label={label}>
      {shortcuts.map(({ text, icon: Icon, to }, index) => {
        const content = (
          <>
            <span className={styles.icon}>
              <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
            </span>
            <span>
              {t(text)}
              {to === unavailable && (
                <span className={styles.none}>{t("shortcuts.not_offered")}</span>
              )}
            </span>
          </>
        );
        return (
          <li key={index}>
            {to && isBuilt(to) ? (
              <Link to={to} className={styles.tile}>
                {content}
              </Link>
            ) : (
              <span className={styles.tile}>{content}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** services: P2P, Pay, Gift Card, Pool. centers: Task Center, Reward Center, Notifications. */
export const ShortcutRow = ({ row }: { row: keyof typeof rows }) => (
  <Tiles label={t(`shortcuts.${row}`)} shortcuts={rows[row]} />
);

export const QuickActions = () => (
  <Tiles label={t("shortcuts.quick_actions")} shortcuts={quickActions} />
);
