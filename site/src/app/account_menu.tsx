import { CircleHelp, LogOut } from "lucide-react";
import { initials } from "../lib/format";
import { t } from "../lib/i18n";
import type { Session } from "../lib/session";
import { useStatus } from "../lib/status";
import { Menu, MenuButton, MenuLink } from "../ui/menu";
import { useLogout } from "./account";
import { account_entries } from "./account_entries";
import styles from "./layout.module.css";
import { help_address } from "./navigation";
import { Who } from "./who";

export default function AccountMenu({ session }: { session: Session }) {
  const logout = useLogout();
  const help = help_address(useStatus());
  return (
    <Menu
      label={`${t("shell.account_menu")} ${initials(session.user.email)}`}
      button_class={styles["avatar-button"]}
      button={
        <span className={styles.avatar} aria-hidden="true">
          {initials(session.user.email)}
        </span>
      }
      head={<Who session={session} />}
    >
      {(close) => (
        <>
          {account_entries().map(({ to, text, icon: Icon }) => (
            <MenuLink key={to} to={to} close={close}>
              <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
              {t(text)}
            </MenuLink>
          ))}
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
