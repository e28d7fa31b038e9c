import { ArrowDownToLine, ChevronRight, CreditCard, Users, type LucideIcon } from "lucide-react";
import { t } from "../lib/i18n";
import { Link } from "../lib/router";
import type { TextKey } from "../text/catalogue";
import { Dialog } from "../ui/dialog";
import styles from "./fund_dialog.module.css";
import { isBuilt } from "./pages";

interface Way {
  to: string;
  title: TextKey;
  text: TextKey;
  icon: LucideIcon;
}

const deposit: Way = {
  to: "/wallet/deposit",
  title: "menus.fund_deposit",
  text: "menus.fund_deposit_text",
  icon: ArrowDownToLine,
};

const soon: readonly Way[] = [
  {
    to: "/page-unavailable",
    title: "menus.fund_p2p",
    text: "menus.fund_p2p_text",
    icon: Users,
  },
  {
    to: "/page-unavailable",
    title: "menus.fund_buy",
    text: "menus.fund_buy_text",
    icon: CreditCard,
  },
];

/** The ways to get money into the account. */
export default function FundDialog({ onClose }: { onClose: () => void }) {
  const ways = isBuilt(deposit.to) ? [deposit, ...soon] : soon;
  return (
    <Dialog open onClose={onClose} title={t("shell.add_funds")}>
      <ul className={styles.ways}>
        {ways.map(({ to, title, text, icon: Icon }) => (
          <li key={title}>
            <Link to={to} className={styles.way} onClick={onClose}>
              <span className={styles.icon}>
                <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
              </span>
              <span className={styles.words}>
                <span className={styles.title}>{t(title)}</span>
                <span className={styles.text}>{t(text)}</span>
              </span>
              <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
