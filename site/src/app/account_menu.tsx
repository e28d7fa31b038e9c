import { CircleHelp, LogOut, Moon, Search, Sun } from "lucide-react";
import { initials } from "../lib/format";
import { askOverlay } from "../lib/hotkeys";
import { t } from "../lib/i18n";
import { chooseTheme } from "../lib/preferences";
import type { Session } from "../lib/session";
import { useStatus } from "../lib/status";
import { Menu, MenuButton, MenuLink } from "../ui/menu";
import { useLogout } from "./account";
import { accountEntries, earnEntry, settingsEntry } from "./account_entries";
import styles from "./layout.module.css";
import { helpAddress, onlyBuilt } from "./navigation";
import { Who } from "./who";

export default function AccountMenu({ session }: { session: Session }) {
  const logout = useLogout();
  const help = helpAddress(useStatus());
  const dark = !document.documentElement.classList.contains("light");
  const Theme = dark ? Sun : Moon;
  return (
    <Menu
      label={`${t("shell.account_menu")} ${initials(session.user.email)}`}
      buttonClass={styles["avatar-button"]}
      button={
        <span className={styles.avatar} aria-hidden="true">
          {initials(session.user.email)}
        </span>
      }
      head={<Who session={session} />}
    >
      {(close) => (
        <>
          <MenuButton act={() => askOverlay("search")} close={close}>
            <Search size={16} strokeWidth={1.5} aria-hidden="true" />
            {t("shell.search")}
          </MenuButton>
          {[...accountEntries(), ...onlyBuilt([earnEntry, settingsEntry])].map(
            ({ to, text, icon: Icon }) => (
              <MenuLink key={to} to={to} close={close}>
                <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
                {t(text)}
              </MenuLink>
            ),
          )}
          <MenuButton act={() => chooseTheme(dark ? "light" : "dark")} close={close}>
            <Theme size={16} strokeWidth={1.5} aria-hidden="true" />
            {t(dark ? "shell.theme_light" : "shell.theme_dark")}
          </MenuButton>
          {help && (
            <MenuLink to={help} close={close}>
              <CircleHelp size={16} strokeWidth={1.5} aria-hidden="true" />
              {t("shell.help")}
            </MenuLink>
          )}
          <MenuButton act={logout} close={close}>
            <LogOut size={16} strokeWidth={1.5} aria-hidden="true" />
            {t("shell.logout")}
          </MenuButton>
        </>
      )}
    </Menu>
  );
}
