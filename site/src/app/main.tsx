import "../ui/base.css";
import "../ui/tokens.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { add_text, start_language } from "../lib/i18n";
import { start_install } from "../lib/install";
import { start_look } from "../lib/preferences";
import common from "../text/en/common.json";
import shell from "../text/en/shell.json";
import { App } from "./app";

// What every page shows is built in, so that nothing waits for it.
add_text("en", "common", common);
add_text("en", "shell", shell);
start_look();
start_install();

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
void start_language()
  .catch(() => undefined)
  .then(start);
