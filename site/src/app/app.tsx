import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, useEffect } from "react";
import { Navigate, Route, Routes, useLocation, useNavigate } from "react-router";
import { finishSignOut, onSignedOut, queries } from "../lib/api";
import { watchHands } from "../lib/attention";
import { Built, TitleOf } from "../lib/built";
import { loadText, t, useLanguage } from "../lib/i18n";
import { tellLanguage } from "../lib/language";
import { BrowserRouter } from "../lib/router";
import { useSession } from "../lib/session";
import { useGuestsSeeTrading, useStatus } from "../lib/status";
import { usePageTitle } from "../lib/title";
import type { TextKey } from "../text/catalogue";
import { LazyBoundary } from "../ui/lazy_boundary";
import { Toasts } from "../ui/toast";
import { AlertHost } from "./alert_host";
import { Failure } from "./failure";
import { Layout } from "./layout";
import styles from "./layout.module.css";
import { useOtherClients } from "./other_clients";
import { Overlays } from "./overlays";
import { isBuilt, pages, redirects, titleOf, type Page } from "./pages";
import { TransferHost } from "./transfer_host";

/** Stands beside the screen, so that it waits with it for the page's text. */
function Title({ text }: { text: TextKey }) {
  usePageTitle(t(text));
  return null;
}

function Opened({ page }: { page: Page }) {
  const session = useSession();
  const location = useLocation();
  const shown = useGuestsSeeTrading();
  // Until it is known, neither the page nor the way to sign in.
  if (page.access === "trading" && !session && shown === undefined) return null;
  if (page.access && !session && !(page.access === "trading" && shown)) {
    const from = `${location.pathname}${location.search}${location.hash}`;
    return <Navigate to="/signin" replace state={{ from }} />;
  }
  return (
    <Layout page={page}>
      <Failure key={page.path}>
        <LazyBoundary fallback={<div className={styles.coming} />}>
          <page.Screen />
          <Title text={page.title} />
        </LazyBoundary>
      </Failure>
    </Layout>
  );
}

const LiveChat = lazy(async () => {
  const [chat] = await Promise.all([import("./live_chat"), loadText(["live_chat"])]);
  return chat;
});

const ClientEvents = lazy(() => import("./client_events"));

/** What goes on whatever the page: the server learns the language, events are followed, the live chat waits. */
function Background() {
  const client = useSession()?.client.id;
  useEffect(tellLanguage, [client]);
  useEffect(watchHands, []);
  useEffect(() => {
    const finish = () => void finishSignOut();
    finish();
    globalThis.addEventListener("online", finish);
    return () => globalThis.removeEventListener("online", finish);
  }, []);
  const chat = useStatus()?.live_chat_url;
  return (
    <>
      {client !== undefined && (
        <LazyBoundary fallback={null}>
          <ClientEvents key={client} />
        </LazyBoundary>
      )}
      {chat && (
        <LazyBoundary fallback={null}>
          <LiveChat address={chat} />
        </LazyBoundary>
      )}
    </>
  );
}

/** A 401 anywhere ends the session: what was cached for the client goes, the visitor signs in. */
function SignedOut() {
  const navigate = useNavigate();
  useEffect(() => {
    onSignedOut(() => {
      queries.clear();
      void navigate("/signin", { replace: true });
    });
  }, [navigate]);
  return null;
}

export function App() {
  const others = useOtherClients();
  const language = useLanguage();
  const signedIn = useSession() !== null;
  return (
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <SignedOut />
        <Background />
        <Built value={isBuilt}>
          <TitleOf value={titleOf}>
            <Failure>
              <Routes key={`${language} ${others}`}>
                {pages.map((page) => (
                  <Route key={page.path} path={page.path} element={<Opened page={page} />} />
                ))}
                {Object.entries(redirects).map(([from, to]) => (
                  <Route key={from} path={from} element={<Navigate to={to} replace />} />
                ))}
              </Routes>
            </Failure>
            <Overlays />
            <TransferHost key={`${others}`} />
            <AlertHost key={`alerts ${others}`} />
          </TitleOf>
        </Built>
        <Toasts ahead={signedIn} />
      </BrowserRouter>
    </QueryClientProvider>
  );
}
