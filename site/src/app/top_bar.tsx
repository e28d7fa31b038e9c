import { ChevronDown, CircleHelp, LogOut, Menu as MenuIcon, Wallet } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { cx } from "../lib/cx";
import { initials } from "../lib/format";
import { t } from "../lib/i18n";
import { useHomeCoins } from "../lib/pairs";
import { useSession, type Session } from "../lib/session";
import { IconButton, LinkButton } from "../ui/button";
import { Chip } from "../ui/chip";
import { CoinIcon, PairName } from "../ui/coin";
import { Logo } from "../ui/logo";
import { Menu, MenuButton, MenuLink } from "../ui/menu";
import { Change, Price } from "../ui/number";
import { useLogout } from "./account";
import styles from "./layout.module.css";
import { MobileMenu } from "./mobile_menu";
import { account_entries, earn_entries, is_current, main_entries } from "./navigation";
import { is_built } from "./pages";
import { MarketPills } from "./pills";

const solid_after_px = 100;

/** True once the page was scrolled so far that the bar turns solid. */
function useScrolled(): boolean {
  const [scrolled, set_scrolled] = useState(() => window.scrollY > solid_after_px);
  useEffect(() => {
    const look = () => set_scrolled(window.scrollY > solid_after_px);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return scrolled;
}

function MainLinks() {
  const { pathname } = useLocation();
  const earn = earn_entries();
  return (
    <nav className={styles.links} aria-label={t("shell.navigation")}>
      {main_entries().map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          className={styles.link}
          aria-current={is_current(entry, pathname) ? "page" : undefined}
        >
          {t(entry.text)}
        </Link>
      ))}
      {earn.length > 0 && (
        <Menu
          label={t("shell.earn")}
          side="left"
          button_class={styles.link}
          button={
            <>
              {t("shell.earn")}
              <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
            </>
          }
        >
          {(close) =>
            earn.map((entry) => (
              <MenuLink key={entry.to} to={entry.to} close={close}>
                {t(entry.text)}
              </MenuLink>
            ))
          }
        </Menu>
      )}
    </nav>
  );
}

export function Who({ session }: { session: Session }) {
  const verified = session.user.account_status === "Verified";
  const level = session.client.membership_level;
  return (
    <div className={styles.who}>
      <p className={styles.email}>{session.user.email}</p>
      <div className={styles.chips}>
        <Chip tone={verified ? "up" : "warning"}>
          {t(verified ? "shell.verified" : "shell.unverified")}
        </Chip>
        <Chip tone={level === "NO_BADGE" ? "neutral" : "accent"}>
          {level === "NO_BADGE" ? t("shell.no_badge") : level}
        </Chip>
      </div>
    </div>
  );
}

function AccountMenu({ session }: { session: Session }) {
  const logout = useLogout();
  return (
    <Menu
      label={t("shell.account_menu")}
      button_class={styles["avatar-button"]}
      button={<span className={styles.avatar}>{initials(session.user.email)}</span>}
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
          {is_built("/contactus") && (
            <MenuLink to="/contactus" close={close}>
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

/** The four home coins below the bar: it grows from 64 to 100 when the page is scrolled. */
function TickerStrip({ open }: { open: boolean }) {
  const query = useHomeCoins(open);
  const pairs = query.data?.coinpair.slice(0, 4) ?? [];
  const shown = open && pairs.length > 0;
  return (
    <div className={cx(styles.strip, shown && styles["strip-open"])} inert={!shown}>
      <div>
        <div className={styles.tickers}>
          {pairs.map((pair) => (
            <Link key={pair.id} to={`/trades/spot/${pair.name}`} className={styles.ticker}>
              <CoinIcon name={pair.name} image={pair.image} size={16} />
              <PairName name={pair.name} />
              <Price value={pair.close} places={pair.price_places} flash />
              <Change percent={pair.percent} dense />
            </Link>
          ))}
        </div>
      </div>
    </div>
  );
}

export function TopBar({ clear, strip }: { clear: boolean; strip: boolean }) {
  const session = useSession();
  const scrolled = useScrolled();
  const [menu, set_menu] = useState(false);
  return (
    <header className={cx(styles.bar, clear && styles.wide, clear && !scrolled && styles.clear)}>
      <div className={styles.row}>
        <Link to="/" className={styles.home} aria-label={t("shell.home")}>
          <Logo height={24} />
        </Link>
        <MainLinks />
        <div className={styles.end}>
          <span className={cx(styles.chips, styles.desktop)} style={{ margin: 0 }}>
            {(!clear || session) && <MarketPills />}
          </span>
          {session ? (
            <>
              {is_built("/wallet") && (
                <Link to="/wallet" className={styles.link}>
                  <Wallet size={18} strokeWidth={1.5} aria-hidden="true" />
                  <span className={styles.desktop}>{t("shell.wallet")}</span>
                  <span className={cx("hidden-but-read", styles["not-desktop"])}>
                    {t("shell.wallet")}
                  </span>
                </Link>
              )}
              <span className={styles.desktop}>
                <AccountMenu session={session} />
              </span>
            </>
          ) : (
            <>
              <Link to="/signin" className={cx(styles.link, styles.desktop)}>
                {t("shell.login")}
              </Link>
              <LinkButton to="/signup" look="primary" size="m">
                {t("shell.signup")}
              </LinkButton>
            </>
          )}
          <IconButton
            label={t("shell.menu")}
            className={styles["not-desktop"]}
            onClick={() => set_menu(true)}
          >
            <MenuIcon size={20} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {strip && <TickerStrip open={scrolled} />}
      <MobileMenu open={menu} on_close={() => set_menu(false)} />
    </header>
  );
}
