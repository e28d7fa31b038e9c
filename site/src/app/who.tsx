import { t } from "../lib/i18n";
import type { Session } from "../lib/session";
import { Chip } from "../ui/chip";
import styles from "./layout.module.css";

const noBadge = "NO_BADGE";

/** The email, whether it is verified, and the membership level. */
export function Who({ session }: { session: Session }) {
  const verified = session.user.account_status === "Verified";
  const level = session.client.membership_level;
  return (
    <div className={styles.who}>
      <p className={styles.email}>{session.user.email}</p>
      <div className={styles.chips}>
        <Chip tone={verified ? "up" : "warning"}>
          {t(verified ? "shell.verified" : "shell.unverified")}
        </Chip>
        <Chip tone={level === noBadge ? "neutral" : "accent"}>
          {level === noBadge ? t("shell.no_badge") : level}
        </Chip>
      </div>
    </div>
  );
}
