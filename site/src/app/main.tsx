import "../ui/base.css";
import "../ui/tokens.css";
import { startTransition, StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { askEarly } from "../lib/early";
import { addText, startLanguage } from "../lib/i18n";
import { startInstall } from "../lib/install";
import { startLook } from "../lib/preferences";
import { holdLater, whenCodeIsHere } from "../lib/ready";
import shell from "../text/en/shell.json";
import { App } from "./app";
import { loadFirstView } from "./pages";

// What every page shows is built in, so that nothing waits for it.
addText("en", "shell", shell);
startLook();
startInstall();

function Drawn({ show }: { show: () => void }) {
  useEffect(() => whenCodeIsHere(show), [show]);
  return null;
}

const latestIdleMs = 500;

/** Calls `act` when the browser has drawn, and has nothing else to do. */
function whenIdle(act: () => void): void {
  // Safari does not tell.
  if (typeof requestIdleCallback === "undefined") setTimeout(act);
  else requestIdleCallback(act, { timeout: latestIdleMs });
}

/**
 * The page as the build has drawn it stays until the living one is as complete: no part is missing.
 * The code of what neither of them shows at first, such as prices, is fetched after that.
 */
function start(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  const seen = root.hasChildNodes() && !document.documentElement.matches(".no-first-view");
  const place = seen ? (root.cloneNode() as HTMLElement) : root;
  const fetchLater = seen ? holdLater() : undefined;
  if (seen) askEarly();
  const show = () => {
    root.replaceWith(place);
    if (fetchLater) whenIdle(fetchLater);
  };
  const living = createRoot(place);
  const draw = () =>
    living.render(
      <StrictMode>
        <App />
        {seen && <Drawn show={show} />}
      </StrictMode>,
    );
  // React lets 300 ms pass between a part's fallback and the part: nobody sees one here, for all code
  // comes first. What is wrong with it is said where it is drawn.
  const inPieces = () => startTransition(draw);
  if (seen) void loadFirstView().then(inPieces, inPieces);
  else draw();
}

// A catalogue that cannot be fetched leaves the page in English.
void startLanguage()
  .catch(() => undefined)
  .then(start);
