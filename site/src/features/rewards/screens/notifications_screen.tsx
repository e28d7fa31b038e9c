// Everything that the client was told, the newest first.
import { ChevronLeft } from "lucide-react";
import { useContext, useState } from "react";
import { Built } from "../../../lib/built";
import { t } from "../../../lib/i18n";
import { perform } from "../../../lib/perform";
import { Link } from "../../../lib/router";
import { TextButton } from "../../../ui/button";
import { Pages } from "../../../ui/pages";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states";
import { toast } from "../../../ui/toast";
import { NoticeContent } from "../notice_row";
import { linkOf, type Notice } from "../notices";
import { noticesOnAPage, useNotifications, useRead } from "../notifications_api";
import notice_styles from "../notices.module.css";
import styles from "../rewards.module.css";

/** A link where it leads somewhere; a press marks it as read. */
function Item({ notice, onRead }: { notice: Notice; onRead: (notice: Notice) => void }) {
  const isBuilt = useContext(Built);
  const to = linkOf(notice);
  const content = <NoticeContent notice={notice} />;
  if (to && isBuilt(to)) {
    return (
      <Link to={to} className={notice_styles.item} onClick={() => onRead(notice)}>
        {content}
      </Link>
    );
  }
  if (notice.read) return <div className={notice_styles.item}>{content}</div>;
  return (
    <button type="button" className={notice_styles.item} onClick={() => onRead(notice)}>
      {content}
    </button>
  );
}

function Coming() {
  return (
    <ul className={notice_styles.list} aria-busy="true">
      {[1, 2, 3, 4].map((row) => (
        <li key={row}>
          <div className={notice_styles.item}>
            <Skeleton width={220} height={20} />
          </div>
        </li>
      ))}
    </ul>
  );
}

export default function NotificationsScreen() {
  const [page, setPage] = useState(0);
  const query = useNotifications(page, noticesOnAPage);
  const read = useRead();
  const isBuilt = useContext(Built);
  const answer = query.data;
  const failed = () => toast({ tone: "error", title: t("notifications.read_failed") });
  const onRead = (notice: Notice) => {
    if (!notice.read) perform(read, { id: notice.id }, { onError: failed });
  };
  const pages = answer ? Math.max(1, Math.ceil(answer.total / noticesOnAPage)) : 1;
  return (
    <div className={styles.page}>
      {isBuilt("/profile") && (
        <Link to="/profile" className={styles.back}>
          <ChevronLeft size={16} strokeWidth={1.5} aria-hidden="true" />
          {t("notifications.back")}
        </Link>
      )}
      <header className={styles.head}>
        <h1>{t("notifications.title")}</h1>
        {answer && answer.unread > 0 && (
          <TextButton
            disabled={read.isPending}
            onClick={() => perform(read, { all: true }, { onError: failed })}
          >
            {t("notifications.read_all")}
          </TextButton>
        )}
      </header>
      {!answer && query.error && (
        <section className={styles.card}>
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        </section>
      )}
      {!answer && !query.error && <Coming />}
      {answer?.total === 0 && (
        <section className={styles.card}>
          <EmptyState title={t("notifications.empty")} />
        </section>
      )}
      {answer && answer.total > 0 && (
        <div className={notice_styles.list}>
          <ul aria-label={t("notifications.list")}>
            {answer.notifications.map((notice) => (
              <li key={notice.id}>
                <Item notice={notice} onRead={onRead} />
              </li>
            ))}
          </ul>
          {pages > 1 && (
            <Pages
              page={page}
              pages={pages}
              total={answer.total}
              pageSize={noticesOnAPage}
              onPage={setPage}
            />
          )}
        </div>
      )}
    </div>
  );
}
