import { ArrowDownToLine, CircleHelp, LogOut, Search, X } from "lucide-react";
import { askOverlay } from "../lib/hotkeys";
import { t } from "../lib/i18n";
import { useNarrow } from "../lib/narrow";
import { Link } from "../lib/router";
import { useSession } from "../lib/session";
import { useStatus } from "../lib/status";
import { IconButton, LinkButton } from "../ui/button";
import { FullDialog } from "../ui/dialog";
import { AnyLink } from "../ui/link";
import { Logo } from "../ui/logo";
import { useLogout } from "./account";
import styles from "./layout.module.css";
import { accountEntries, settingsEntry } from "./account_entries";
import LanguageMenu from "./language_menu";
import { earnEntries, helpAddress, mainEntries, type Entry } from "./navigation";
import { isBuilt } from "./pages";
import { Pills } from "./pills";
import { tabEntries } from "./tab_bar";
import { Who } from "./who";

/**
 * The whole menu on one screen: what stands in the bar and in the account menu, and Deposit. On a
 * phone the tab bar has the main pages.
 */
export default function MobileMenu({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const logout = useLogout();
  const help = helpAddress(useStatus());
  const narrow = useNarrow();
  const isNew = ({ to }: Entry) => !narrow || !tabEntries().some((tab) => tab.to === to);
  const entries = [...mainEntries(), ...earnEntries()].filter(isNew);
  const own = session ? accountEntries().filter(isNew) : [];
  return (
    <FullDialog open onClose={onClose} title={t("shell.menu")}>
      <div className={styles.menu}>
        <div className={styles["menu-head"]}>
          <Logo height={24} />
          <IconButton label={t("shell.close_menu")} onClick={onClose}>
            <X size={20} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </div>
        <nav className={styles["menu-links"]} aria-label={t("shell.navigation")}>
          {session && <Who session={session} />}
          <button
            type="button"
            className={styles["menu-link"]}
            onClick={() => {
              onClose();
              askOverlay("search");
            }}
          >
            <Search size={18} strokeWidth={1.5} aria-hidden="true" />
            {t("shell.search")}
          </button>
          {entries.map(({ to, text }) => (
            <Link key={to} to={to} className={styles["menu-link"]} onClick={onClose}>
              {t(text)}
            </Link>
          ))}
          {session && isBuilt("/wallet/deposit") && (
            <Link to="/wallet/deposit" className={styles["menu-link"]} onClick={onClose}>
              <ArrowDownToLine size={18} strokeWidth={1.5} aria-hidden="true" />
              {t("shell.deposit")}
            </Link>
          )}
          {own.map(({ to, text, icon: Icon }) => (
            <Link key={to} to={to} className={styles["menu-link"]} onClick={onClose}>
              <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
              {t(text)}
            </Link>
          ))}
          {isBuilt(settingsEntry.to) && (
            <Link to={settingsEntry.to} className={styles["menu-link"]} onClick={onClose}>
              <settingsEntry.icon size={18} strokeWidth={1.5} aria-hidden="true" />
              {t(settingsEntry.text)}
            </Link>
          )}
          {help && (
            <AnyLink to={help} className={styles["menu-link"]} onClick={onClose}>
              <CircleHelp size={18} strokeWidth={1.5} aria-hidden="true" />
              {t("shell.help")}
            </AnyLink>
          )}
          {session && (
            <button type="button" className={styles["menu-link"]} onClick={logout}>
              <LogOut size={18} strokeWidth={1.5} aria-hidden="true" />
              {t("shell.logout")}
            </button>
          )}
        </nav>
        <div className={styles["menu-end"]}>
          <div className={styles["menu-row"]}>
            <div className={styles.chips}>
              <Pills />
            </div>
            <LanguageMenu named above />
          </div>
          {!session && (
            <>
              <LinkButton to="/signup" look="primary" size="xl" wide onClick={onClose}>
                {t("shell.signup")}
              </LinkButton>
              <LinkButton to="/signin" look="outline" size="xl" wide onClick={onClose}>
                {t("shell.login")}
              </LinkButton>
            </>
          )}
        </div>
      </div>
    </FullDialog>
  );
}
