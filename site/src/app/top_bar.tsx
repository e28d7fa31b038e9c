import { lazy, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { cx } from "../lib/cx";
import { loadText, t } from "../lib/i18n";
import { useHomeCoins, type Pair } from "../lib/pairs";
import { Link } from "../lib/router";
import { useSession } from "../lib/session";
import { IconButton, LinkButton } from "../ui/button";
import { CoinIcon, PairName } from "../ui/coin";
import { Icon } from "../ui/icons";
import { LazyBoundary } from "../ui/lazy_boundary";
import { Logo } from "../ui/logo";
import { Menu, MenuLink } from "../ui/menu";
import { Change, Price } from "../ui/number";
import styles from "./layout.module.css";
import { earnEntries, isCurrent, mainEntries } from "./navigation";
import { isBuilt } from "./pages";
import { MarketPills } from "./pills";

const AccountMenu = lazy(() => import("./account_menu"));
const Bell = lazy(() => import("./bell"));
const FundDialog = lazy(async () => {
  const [dialog] = await Promise.all([import("./fund_dialog"), loadText(["menus"])]);
  return dialog;
});
const LanguageMenu = lazy(() => import("./language_menu"));
const MobileMenu = lazy(() => import("./mobile_menu"));

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

/** The four home coins below the bar: it grows from 64 to 100 when the page is scrolled. */
function TickerStrip({ pairs, open }: { pairs: readonly Pair[]; open: boolean }) {
  return (
    <div className={cx(styles.strip, open && styles["strip-open"])} inert={!open}>
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
  const [menu, setMenu] = useState(false);
  const [fund, setFund] = useState(false);
  const coins = useHomeCoins(strip && scrolled).data?.coinpair.slice(0, 4) ?? [];
  const grown = strip && scrolled && coins.length > 0;
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
            {(!clear || session) && <MarketPills />}
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
              <LazyBoundary fallback={<span className={styles["avatar-button"]} />}>
                <Bell client={session.client.id} />
              </LazyBoundary>
              <span className={styles.desktop}>
                <LazyBoundary fallback={<span className={styles["avatar-button"]} />}>
                  <AccountMenu session={session} />
                </LazyBoundary>
              </span>
            </>
          ) : (
            <>
              <span className={styles.desktop}>
                <LazyBoundary fallback={<span className={styles["avatar-button"]} />}>
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
      {strip && <TickerStrip pairs={coins} open={grown} />}
      {fund && (
        <LazyBoundary fallback={null}>
          <FundDialog onClose={() => setFund(false)} />
        </LazyBoundary>
      )}
      {menu && (
        <LazyBoundary fallback={null}>
          <MobileMenu onClose={() => setMenu(false)} />
        </LazyBoundary>
      )}
    </header>
  );
}
