import "../ui/base.css";
import "../ui/tokens.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { addText, startLanguage } from "../lib/i18n";
import { startInstall } from "../lib/install";
import { startLook } from "../lib/preferences";
import common from "../text/en/common.json";
import shell from "../text/en/shell.json";
import { App } from "./app";

// What every page shows is built in, so that nothing waits for it.
addText("en", "common", common);
addText("en", "shell", shell);
startLook();
startInstall();

function start(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// A catalogue that cannot be fetched leaves the page in English.
void startLanguage()
  .catch(() => undefined)
  .then(start);
