// How many rewards wait: the wallet's way to the Rewards Center.
import { ChevronRight, Gift } from "lucide-react";
import { useContext } from "react";
import { Link } from "react-router";
import { Built } from "../../lib/built";
import { trim_zeros } from "../../lib/decimal";
import { format_number } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
import { useTasks, waiting_of } from "../../lib/rewards";
import styles from "./rewards.module.css";

const rewards_page = "/account/rewards";

/** How many rewards wait to be claimed, or else can be earned. */
export function Rewards() {
  const is_built = useContext(Built);
  const { data } = useTasks();
  const waiting = data && waiting_of(data);
  if (!waiting || !is_built(rewards_page)) return null;
  const { done, count, amount, coin } = waiting;
  return (
    <Link to={rewards_page} className={styles.rewards}>
      <Gift size={20} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.title}>
          {t(done ? "wallet.rewards_done" : "wallet.rewards_left", { count })}
        </span>
        <span className={styles.text}>
          {t(done ? "wallet.rewards_done_text" : "wallet.rewards_left_text", {
            amount: format_number(trim_zeros(amount), { language: current_language() }),
            coin,
          })}
        </span>
      </span>
      <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
    </Link>
  );
}
