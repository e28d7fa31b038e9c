// The page /docs: the API description in openapi-explorer, which comes as a ready script. English
// alone, as the description is.
import viewer from "openapi-explorer/dist/browser/openapi-explorer.min.js?url";
import "../ui/tokens.css";
import "../ui/base.css";
import "./docs.css";

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const explorer = document.createElement("openapi-explorer");
const settings: Readonly<Record<string, string>> = {
  "spec-url": "/docs/openapi.json",
  "server-url": location.origin,
  "hide-server-selection": "true",
  "schema-expand-level": "2",
  // The viewer computes with these, so they cannot be var(…); docs.css has the rest.
  "bg-color": token("--canvas"),
  "text-color": token("--text-1"),
  "primary-color": token("--accent"),
  "secondary-color": token("--accent-hover"),
  "header-color": token("--surface-1"),
  "nav-bg-color": token("--surface-1"),
  "nav-text-color": token("--text-2"),
  "nav-hover-bg-color": token("--surface-3"),
  "nav-hover-text-color": token("--text-1"),
};
for (const [name, value] of Object.entries(settings)) explorer.setAttribute(name, value);

const home = document.createElement("a");
home.slot = "nav-header";
home.className = "home";
home.href = "/";
home.textContent = "Cambio";
explorer.append(home);
document.querySelector("main")?.replaceChildren(explorer);

const script = document.createElement("script");
script.src = viewer;
document.head.append(script);
