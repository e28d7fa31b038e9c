import { X } from "lucide-react";
import { t } from "../../../lib/i18n";
import { IconButton } from "../../../ui/button";
import { FullDialog } from "../../../ui/dialog";
import styles from "./account.module.css";
import { PasswordForm } from "./password_form";

export type Password = "login" | "transaction";

/** The whole screen for a change of one of the two passwords. */
export function PasswordFullDialog(props: { which: Password; onClose: () => void }) {
  const title = t(
    props.which === "login" ? "account.change_password" : "account.change_transaction_password",
  );
  return (
    <FullDialog open onClose={props.onClose} title={title}>
      <div className={styles["full-head"]}>
        <IconButton label={t("common.close")} onClick={props.onClose}>
          <X size={20} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles["full-body"]}>
        <p className={styles.title} aria-hidden="true">
          {title}
        </p>
        <PasswordForm which={props.which} onDone={props.onClose} />
      </div>
    </FullDialog>
  );
}
