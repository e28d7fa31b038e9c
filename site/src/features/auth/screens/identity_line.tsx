import { initials } from "../../../lib/format";
import { t } from "../../../lib/i18n";
import { TextButton } from "../../../ui/button";
import styles from "./access.module.css";

/** Who is about to sign in, and a way to be somebody else. */
export function IdentityLine({ name, onChange }: { name: string; onChange: () => void }) {
  return (
    <div className={styles.identity}>
      <span className={styles.avatar} aria-hidden="true">
        {initials(name)}
      </span>
      <span className={styles.who}>{name}</span>
      <TextButton onClick={onChange}>{t("auth.change")}</TextButton>
    </div>
  );
}
