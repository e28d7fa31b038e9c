import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { Built, TitleOf } from "../lib/built";
import { useGuestsSeeTrading } from "../lib/guests";
import { t, useLanguage } from "../lib/i18n";
import { lazyPart } from "../lib/lazy_part";
import { BrowserRouter, PageHere, Redirect } from "../lib/router";
import { useSession } from "../lib/session";
import { usePageTitle } from "../lib/title";
import type { TextKey } from "../text/catalogue";
import { Failure, PageFailed } from "../ui/failure";
import { Later } from "../ui/later";
import { LazyBoundary } from "../ui/lazy_boundary";
import { Toasts } from "../ui/toast";
import { Layout } from "./layout";
import styles from "./layout.module.css";
import { useOtherClients } from "./other_clients";
import { isBuilt, pages, redirects, titleOf, type Page } from "./pages";

/** Stands beside the screen, so that it waits with it for the page's text. */
function Title({ text }: { text: TextKey }) {
  usePageTitle(t(text));
  return null;
}

/** `untold`: nobody can say whether guests see trading. */
function Opened({ page, untold }: { page: Page; untold: boolean }) {
  const session = useSession();
  const location = useLocation();
  const language = useLanguage();
  const shown = useGuestsSeeTrading();
  const waits = page.access === "trading" && !session && shown === undefined;
  useEffect(() => {
    if (waits) page.screen?.().catch(() => undefined);
  }, [waits, page]);
  // Until it is known, neither the page nor the way to sign in; the code is on its way meanwhile.
  if (waits) {
    if (!untold) return null;
    return (
      <Layout page={page}>
        <PageFailed />
      </Layout>
    );
  }
  if (page.access && !session && !(page.access === "trading" && shown)) {
    const from = `${location.pathname}${location.search}${location.hash}`;
    return <Redirect to="/signin" state={{ from }} />;
  }
  return (
    <Layout page={page}>
      <LazyBoundary
        key={page.keepsTyped ? page.path : page.path + language}
        fallback={<div className={styles.coming} />}
        instead={<PageFailed />}
      >
        <page.Screen />
        <Title text={page.title} />
      </LazyBoundary>
    </Layout>
  );
}

/** The last of the pages is at every address. */
const addresses: readonly (Page | { path: string; to: string })[] = [
  ...Object.entries(redirects).map(([path, to]) => ({ path, to })),
  ...pages,
];

const Background = lazyPart(() => import("./background"));

export function App() {
  const others = useOtherClients();
  // All that is shown is drawn again in another language.
  useLanguage();
  const [untold, setUntold] = useState(false);
  return (
    <BrowserRouter>
      <Built value={isBuilt}>
        <TitleOf value={titleOf}>
          <Failure instead={<PageFailed />}>
            <Later onFail={() => setUntold(true)}>
              <Background others={others} />
            </Later>
            <PageHere key={others} pages={addresses}>
              {(found) =>
                "to" in found ? <Redirect to={found.to} /> : <Opened page={found} untold={untold} />
              }
            </PageHere>
          </Failure>
        </TitleOf>
      </Built>
      <Toasts />
    </BrowserRouter>
  );
}
