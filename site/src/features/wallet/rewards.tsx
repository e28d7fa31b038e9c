// How many rewards wait: the wallet's way to the Rewards Center.
import { ChevronRight, Gift } from "lucide-react";
import { useContext } from "react";
import { Built } from "../../lib/built";
import { trimZeros } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import { useTasks, waitingOf } from "../../lib/rewards";
import { Link } from "../../lib/router";
import styles from "./rewards.module.css";

const rewardsPage = "/account/rewards";

/** How many rewards wait to be claimed, or else can be earned. */
export function Rewards() {
  const isBuilt = useContext(Built);
  const { data } = useTasks();
  const waiting = data && waitingOf(data);
  if (!waiting || !isBuilt(rewardsPage)) return null;
  const { done, count, amount, coin } = waiting;
  return (
    <Link to={rewardsPage} className={styles.rewards}>
      <Gift size={20} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.title}>
          {t(done ? "wallet.rewards_done" : "wallet.rewards_left", { count })}
        </span>
        <span className={styles.text}>
          {t(done ? "wallet.rewards_done_text" : "wallet.rewards_left_text", {
            amount: formatNumber(trimZeros(amount), { language: currentLanguage() }),
            coin,
          })}
        </span>
      </span>
      <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
    </Link>
  );
}
