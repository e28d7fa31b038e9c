import { useLocation } from "react-router";
import { t } from "../lib/i18n";
import { Link } from "../lib/router";
import { sidebarEntries } from "./account_entries";
import { isCurrent } from "./navigation";
import styles from "./sidebar.module.css";

/** The account pages beside each other's content; large screens only. */
export default function Sidebar() {
  const { pathname } = useLocation();
  return (
    <nav className={styles.sidebar} aria-label={t("shell.account_pages")}>
      {sidebarEntries().map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          className={styles.entry}
          aria-current={isCurrent(entry, pathname) ? "page" : undefined}
        >
          <entry.icon size={18} strokeWidth={1.5} aria-hidden="true" />
          {t(entry.text)}
        </Link>
      ))}
    </nav>
  );
}
