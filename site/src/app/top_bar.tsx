import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { cx } from "../lib/cx";
import { t } from "../lib/i18n";
import { lazyCode, lazyPart } from "../lib/lazy_part";
import { useNarrow } from "../lib/narrow";
import { Link } from "../lib/router";
import { useSession } from "../lib/session";
import { IconButton, LinkButton } from "../ui/button";
import { IconFailed } from "../ui/failure";
import { Icon } from "../ui/icons";
import { Later } from "../ui/later";
import { LazyBoundary, LazyDialog } from "../ui/lazy_boundary";
import { Logo } from "../ui/logo";
import { Menu, MenuLink } from "../ui/menu";
import styles from "./layout.module.css";
import { earnEntries, isCurrent, mainEntries } from "./navigation";
import { isBuilt } from "./pages";

const AccountMenu = lazyPart(() => import("./account_menu"));
const Bell = lazyPart(() => import("./bell"));
const FundDialog = lazyPart(() => import("./fund_dialog"), ["menus"]);
const LanguageMenu = lazyCode(() => import("./language_menu"));
const MarketPills = lazyPart(() => import("./pills"));
const MobileMenu = lazyPart(() => import("./mobile_menu"));
const TickerStrip = lazyPart(() => import("./ticker_strip"));

const menuPlace = <span className={styles["avatar-button"]} />;

const solidAfterPx = 100;

/** True once the page was scrolled so far that the bar turns solid. */
function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(() => window.scrollY > solidAfterPx);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > solidAfterPx);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return scrolled;
}

function MainLinks() {
  const { pathname } = useLocation();
  const earn = earnEntries();
  return (
    <nav className={styles.links} aria-label={t("shell.navigation")}>
      {mainEntries().map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          className={styles.link}
          aria-current={isCurrent(entry, pathname) ? "page" : undefined}
        >
          {t(entry.text)}
        </Link>
      ))}
      {earn.length > 0 && (
        <Menu
          label={t("shell.earn")}
          side="left"
          buttonClass={styles.link}
          button={
            <>
              {t("shell.earn")}
              <Icon name="chevron_down" size={14} />
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

export function TopBar({ clear, strip }: { clear: boolean; strip: boolean }) {
  const session = useSession();
  const scrolled = useScrolled();
  const [menu, setMenu] = useState(false);
  const [fund, setFund] = useState(false);
  const [tickers, setTickers] = useState(false);
  const [wasScrolled, setWasScrolled] = useState(scrolled);
  if (scrolled && !wasScrolled) setWasScrolled(true);
  const narrow = useNarrow();
  const grown = strip && scrolled && tickers;
  const look = cx(
    styles.bar,
    grown && styles.grown,
    clear && styles.wide,
    clear && !scrolled && styles.clear,
  );
  return (
    <header className={look}>
      <div className={styles.row}>
        <Link to="/" className={styles.home} aria-label={t("shell.home")}>
          <Logo height={24} />
        </Link>
        <MainLinks />
        <div className={styles.end}>
          <span className={cx(styles.chips, styles.desktop)} style={{ margin: 0 }}>
            {(!clear || session) && (
              <Later instead={<IconFailed />}>
                <MarketPills />
              </Later>
            )}
          </span>
          {session ? (
            <>
              {isBuilt("/wallet") && (
                <Link to="/wallet" className={styles.link}>
                  <Icon name="wallet" size={18} />
                  <span className={styles.desktop}>{t("shell.wallet")}</span>
                  <span className={cx("hidden-but-read", styles["not-desktop"])}>
                    {t("shell.wallet")}
                  </span>
                </Link>
              )}
              <IconButton
                label={t("shell.add_funds")}
                className={styles.fund}
                onClick={() => setFund(true)}
              >
                <Icon name="plus" size={18} />
              </IconButton>
              <LazyBoundary fallback={menuPlace} instead={<IconFailed />}>
                <Bell client={session.client.id} />
              </LazyBoundary>
              <span className={styles.desktop}>
                <LazyBoundary fallback={menuPlace} instead={<IconFailed />}>
                  <AccountMenu session={session} />
                </LazyBoundary>
              </span>
            </>
          ) : (
            <>
              <span className={styles.desktop}>
                <LazyBoundary fallback={menuPlace} instead={<IconFailed />}>
                  <LanguageMenu />
                </LazyBoundary>
              </span>
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
            onClick={() => setMenu(true)}
          >
            <Icon name="menu" size={20} />
          </IconButton>
        </div>
      </div>
      {strip && wasScrolled && !narrow && (
        <Later>
          <TickerStrip asked={scrolled} onKnown={setTickers} open={grown} />
        </Later>
      )}
      {fund && (
        <LazyDialog close={() => setFund(false)} open={() => setFund(true)}>
          <FundDialog onClose={() => setFund(false)} />
        </LazyDialog>
      )}
      {menu && (
        <LazyDialog close={() => setMenu(false)} open={() => setMenu(true)}>
          <MobileMenu onClose={() => setMenu(false)} />
        </LazyDialog>
      )}
    </header>
  );
}
