import { useEffect, useRef, type ReactNode } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { t } from "../lib/i18n";
import { lazyCode, lazyPart } from "../lib/lazy_part";
import { useNarrow } from "../lib/narrow";
import { holdLight } from "../lib/preferences";
import { useReadyMark } from "../lib/ready";
import { Link } from "../lib/router";
import { useSession } from "../lib/session";
import { useWayIn } from "../lib/way_in";
import { TextLink } from "../ui/button";
import { DepthFigure } from "../ui/depth_figure";
import { IconFailed, PartFailed } from "../ui/failure";
import { Later } from "../ui/later";
import { LazyBoundary } from "../ui/lazy_boundary";
import { Logo } from "../ui/logo";
import styles from "./layout.module.css";
import type { Page } from "./pages";
import { TopBar } from "./top_bar";

const Footer = lazyPart(() => import("./footer"));
const Frozen = lazyPart(() => import("./frozen"));
const Pauses = lazyPart(() => import("./pauses"));
const Sidebar = lazyPart(() => import("./sidebar"));
const TabBar = lazyCode(() => import("./tab_bar"));

const tabBarFailed = (
  <div className={styles["tab-bar"]}>
    <IconFailed />
  </div>
);

const mainId = "main";

/** A new page begins at its top, and the reader's focus with it. */
function useNewPage() {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    if (type !== NavigationType.Pop && !hash) window.scrollTo(0, 0);
    // A tab that was pressed keeps the focus; a link that went away with its page gives it to main.
    if (document.activeElement === document.body) {
      document.getElementById(mainId)?.focus({ preventScroll: true });
    }
    // Only another page is a new page: not each hash.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname]);
}

function Main({ className, children }: { className: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  useReadyMark(place, useLocation().pathname);
  return (
    <main ref={place} id={mainId} tabIndex={-1} className={className}>
      {children}
    </main>
  );
}

/** Sign-in and sign-up: white, the logo, the way to the other one of the two, the figure. */
function AccessFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { from, new_here: newHere } = useWayIn();
  const signingIn = pathname.startsWith("/signin") && !newHere;
  useEffect(holdLight, []);
  return (
    <div className={styles.access}>
      <header className={styles["access-bar"]}>
        <Link to="/" className={styles.home} aria-label={t("shell.home")}>
          <Logo height={24} />
        </Link>
        <div className={styles["access-end"]}>
          <span className={styles["access-hint"]}>
            {t(signingIn ? "shell.new_here" : "shell.have_account")}
          </span>
          <TextLink to={signingIn ? "/signup" : "/signin"} state={{ from }}>
            {t(signingIn ? "shell.create_account" : "shell.sign_in")}
          </TextLink>
        </div>
      </header>
      <Main className={styles["access-main"]}>{children}</Main>
      <DepthFigure height={useNarrow() ? 40 : 195} />
    </div>
  );
}

export function Layout({ page, children }: { page: Page; children: ReactNode }) {
  useNewPage();
  const narrow = useNarrow();
  const session = useSession();
  const frame = page.frame ?? "page";
  const skip = (
    <a href={`#${mainId}`} className={styles.skip}>
      {t("shell.skip")}
    </a>
  );
  if (frame === "access") {
    return (
      <>
        {skip}
        <AccessFrame>{children}</AccessFrame>
      </>
    );
  }
  return (
    <>
      {skip}
      <Later>
        <Pauses />
      </Later>
      <div className={frame === "trading" ? styles["bar-not-on-phones"] : styles["bar-frame"]}>
        <TopBar clear={page.clearBar ?? false} strip={frame === "page"} />
      </div>
      <div
        className={page.sidebar ? styles.account : styles["account-none"]}
        // Notices keep clear of the forms (ui/toast.module.css).
        data-frame={frame}
      >
        {page.sidebar && (
          <LazyBoundary fallback={<div />}>
            <Sidebar />
          </LazyBoundary>
        )}
        <Main className={styles.main}>{children}</Main>
      </div>
      {page.footer && (
        <Later instead={<PartFailed />}>
          <Footer />
        </Later>
      )}
      {frame === "page" && narrow && (
        <LazyBoundary fallback={null} instead={tabBarFailed}>
          <TabBar />
        </LazyBoundary>
      )}
      {session && (
        <Later>
          <Frozen />
        </Later>
      )}
    </>
  );
}
