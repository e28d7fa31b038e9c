import { ArrowDownToLine, ChevronRight, CreditCard, Users, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { t } from "../lib/i18n";
import type { TextKey } from "../text/catalogue";
import { Dialog } from "../ui/dialog";
import styles from "./fund_dialog.module.css";
import { is_built } from "./pages";

interface Way {
  to: string;
  title: TextKey;
  text: TextKey;
  icon: LucideIcon;
}

const deposit: Way = {
  to: "/wallet/deposit",
  title: "shell.fund_deposit",
  text: "shell.fund_deposit_text",
  icon: ArrowDownToLine,
};

const soon: readonly Way[] = [
  {
    to: "/page-unavailable",
    title: "shell.fund_p2p",
    text: "shell.fund_p2p_text",
    icon: Users,
  },
  {
    to: "/page-unavailable",
    title: "shell.fund_buy",
    text: "shell.fund_buy_text",
    icon: CreditCard,
  },
];

/** The ways to get money into the account. */
export default function FundDialog({ on_close }: { on_close: () => void }) {
  const ways = is_built(deposit.to) ? [deposit, ...soon] : soon;
  return (
    <Dialog open on_close={on_close} title={t("shell.add_funds")}>
      <ul className={styles.ways}>
        {ways.map(({ to, title, text, icon: Icon }) => (
          <li key={title}>
            <Link to={to} className={styles.way} onClick={on_close}>
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
