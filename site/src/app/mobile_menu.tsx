import { ArrowDownToLine, CircleHelp, LogOut, Search, X } from "lucide-react";
import { Link } from "react-router";
import { ask_overlay } from "../lib/hotkeys";
import { t } from "../lib/i18n";
import { useSession } from "../lib/session";
import { useStatus } from "../lib/status";
import { IconButton, LinkButton } from "../ui/button";
import { FullDialog } from "../ui/dialog";
import { AnyLink } from "../ui/link";
import { Logo } from "../ui/logo";
import { useLogout } from "./account";
import styles from "./layout.module.css";
import { account_entries, settings_entry } from "./account_entries";
import LanguageMenu from "./language_menu";
import { earn_entries, help_address, main_entries } from "./navigation";
import { is_built } from "./pages";
import { MarketPills } from "./pills";
import { Who } from "./who";

/** The whole menu on one screen: what stands in the bar and in the account menu, and Deposit. */
export default function MobileMenu({ on_close }: { on_close: () => void }) {
  const session = useSession();
  const logout = useLogout();
  const help = help_address(useStatus());
  const entries = [...main_entries(), ...earn_entries()];
  return (
    <FullDialog open on_close={on_close} title={t("shell.menu")}>
      <div className={styles.menu}>
        <div className={styles["menu-head"]}>
          <Logo height={24} />
          <IconButton label={t("shell.close_menu")} onClick={on_close}>
            <X size={20} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </div>
        <nav className={styles["menu-links"]} aria-label={t("shell.navigation")}>
          {session && <Who session={session} />}
          <button
            type="button"
            className={styles["menu-link"]}
            onClick={() => {
              on_close();
              ask_overlay("search");
            }}
          >
            <Search size={18} strokeWidth={1.5} aria-hidden="true" />
            {t("shell.search")}
          </button>
          {entries.map(({ to, text }) => (
            <Link key={to} to={to} className={styles["menu-link"]} onClick={on_close}>
              {t(text)}
            </Link>
          ))}
          {session && is_built("/wallet/deposit") && (
            <Link to="/wallet/deposit" className={styles["menu-link"]} onClick={on_close}>
              <ArrowDownToLine size={18} strokeWidth={1.5} aria-hidden="true" />
              {t("shell.deposit")}
            </Link>
          )}
          {session &&
            account_entries().map(({ to, text, icon: Icon }) => (
              <Link key={to} to={to} className={styles["menu-link"]} onClick={on_close}>
                <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
                {t(text)}
              </Link>
            ))}
          {is_built(settings_entry.to) && (
            <Link to={settings_entry.to} className={styles["menu-link"]} onClick={on_close}>
              <settings_entry.icon size={18} strokeWidth={1.5} aria-hidden="true" />
              {t(settings_entry.text)}
            </Link>
          )}
          {help && (
            <AnyLink to={help} className={styles["menu-link"]} onClick={on_close}>
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
              <MarketPills />
            </div>
            <LanguageMenu named above />
          </div>
          {!session && (
            <>
              <LinkButton to="/signup" look="primary" size="xl" wide onClick={on_close}>
                {t("shell.signup")}
              </LinkButton>
              <LinkButton to="/signin" look="outline" size="xl" wide onClick={on_close}>
                {t("shell.login")}
              </LinkButton>
            </>
          )}
        </div>
      </div>
    </FullDialog>
  );
}
