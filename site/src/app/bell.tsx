// The bell: how many notifications are unread, and the latest five.
import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { NoticeContent } from "../features/rewards/notice_row";
import { linkOf } from "../features/rewards/notices";
import { useNotifications, useRead, useUnread } from "../features/rewards/notifications_api";
import { loadText, t } from "../lib/i18n";
import { useNarrow } from "../lib/narrow";
import { Link } from "../lib/router";
import { TextButton } from "../ui/button";
import { Menu, MenuLink } from "../ui/menu";
import { EmptyState, ErrorState, Skeleton } from "../ui/states";
import styles from "./bell.module.css";
import { isBuilt } from "./pages";

const page = "/account/notifications";
const latest = 5;
const mostShown = 99;

function Latest({ close }: { close: () => void }) {
  const query = useNotifications(0, latest);
  const read = useRead();
  // Without the texts the titles would be keys.
  const text = useQuery({
    queryKey: ["text", "notifications"],
    queryFn: () => loadText(["notifications"]).then(() => true),
  });
  const answer = text.data && query.data;
  const error = text.error ?? query.error;
  if (error && !answer) {
    const again = () => void Promise.all([text.refetch(), query.refetch()]);
    return <ErrorState compact error={error} onRetry={again} />;
  }
  if (!answer) {
    return (
      <div className={styles.coming} aria-busy="true">
        <Skeleton height={20} />
        <Skeleton height={20} />
      </div>
    );
  }
  const allRead = () => {
    read.mutate({ all: true });
  };
  return (
    <>
      <div className={styles.head}>
        <span className={styles.title}>{t("notifications.title")}</span>
        {answer.unread > 0 && (
          <TextButton className={styles.all} disabled={read.isPending} onClick={allRead}>
            {t("notifications.read_all")}
          </TextButton>
        )}
      </div>
      {answer.total === 0 && <EmptyState compact title={t("notifications.empty")} />}
      {answer.notifications.map((notice) => {
        const to = linkOf(notice);
        return (
          <MenuLink
            key={notice.id}
            to={to && isBuilt(to) ? to : page}
            close={() => {
              if (!notice.read) read.mutate({ id: notice.id });
              close();
            }}
          >
            <NoticeContent notice={notice} short />
          </MenuLink>
        );
      })}
      <div className={styles.foot}>
        <MenuLink to={page} close={close}>
          {t("notifications.all")}
        </MenuLink>
      </div>
    </>
  );
}

export default function Bell({ client }: { client: string }) {
  const unread = useUnread(client);
  const narrow = useNarrow();
  const label =
    unread > 0 ? t("shell.notifications_unread", { count: unread }) : t("shell.notifications");
  const button = (
    <span className={styles.bell}>
      <BellIcon size={18} strokeWidth={1.5} aria-hidden="true" />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true" data-testid="unread">
          {unread > mostShown ? `${mostShown}+` : unread}
        </span>
      )}
    </span>
  );
  // Phones have no room for a popover: the page itself.
  if (narrow) {
    return (
      <Link to={page} className={styles.button} aria-label={label}>
        {button}
      </Link>
    );
  }
  return (
    <Menu label={label} button={button} buttonClass={styles.button}>
      {(close) => (
        <div className={styles.list}>
          <Latest close={close} />
        </div>
      )}
    </Menu>
  );
}
