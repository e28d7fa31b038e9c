// What the operator has stopped for everybody, above every page as long as it is true.
import { sentences, t } from "../lib/i18n";
import type { Paused } from "../lib/status";
import { Notice } from "../ui/notice";
import styles from "./layout.module.css";

export default function PausesNotice({ trading, deposits, withdrawals }: Paused) {
  return (
    <div role="status" className={styles.pauses}>
      <Notice>
        {sentences(
          trading !== null && t("pauses.trading"),
          deposits && t("pauses.deposits"),
          withdrawals && t("pauses.withdrawals"),
        )}
      </Notice>
    </div>
  );
}
