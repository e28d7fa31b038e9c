// A notification as the bell and its page show it.
import { cx } from "../../lib/cx";
import { t } from "../../lib/i18n";
import { Time } from "../../ui/number";
import styles from "./notices.module.css";
import { textOf, titleOf, type Notice } from "./notices";

export function NoticeContent({ notice, short }: { notice: Notice; short?: boolean }) {
  const text = textOf(notice);
  return (
    <span className={cx(styles.notice, short && styles.short)}>
      <span className={cx(styles.dot, !notice.read && styles.unread)}>
        {!notice.read && <span className="hidden-but-read">{t("notifications.unread")}</span>}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{titleOf(notice)}</span>
        {text && <span className={styles.text}>{text}</span>}
      </span>
      <Time at={notice.time} style={short ? "short_date" : "table"} className={styles.time} />
    </span>
  );
}
