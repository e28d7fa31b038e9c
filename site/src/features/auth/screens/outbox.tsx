import { rich, t } from "../../../lib/i18n";
import { useStatus } from "../../../lib/status";
import { AnyLink } from "../../../ui/link";
import styles from "./access.module.css";

/** Where the code is in a demonstration, whose mails stay on its machine. */
export function Outbox() {
  const url = useStatus()?.outbox_url;
  if (!url) return null;
  const link = (
    <AnyLink key="link" to={url}>
      {t("auth.outbox_link")}
    </AnyLink>
  );
  return <p className={styles.outbox}>{rich("auth.outbox", { link })}</p>;
}
