// The landing page as a guest sees it before any answer, drawn by the site's own scripts while it is
// built: browsers show it at once, and src/app/main.tsx puts the living page in its place.
import { createHash } from "node:crypto";
import { JSDOM, VirtualConsole } from "jsdom";
import { completeLanguages } from "./texts.js";

/** What the pages of two widths differ in beyond their style sheets is what lib/narrow asks. */
const widths = ["wide", "narrow"];
const longestDrawingMs = 60_000;
const never = new Promise(() => undefined);

/** The font file that a language needs beside the one of all pages. */
const fontOf = { vi: /inter-vietnamese-opsz-normal\.[0-9a-f]+\.woff2$/ };

/** The footer shows a year: a package that is made again from the same sources shows the same one. */
function stopClock(window, seconds) {
  const now = seconds * 1000;
  window.Date = class extends window.Date {
    constructor(...parts) {
      super(...(parts.length > 0 ? parts : [now]));
    }
    static now() {
      return now;
    }
  };
}

/** A browser that has the build's files and no server: calls are never answered. */
function openPage(html, fileOf, language, width) {
  const virtualConsole = new VirtualConsole();
  const failures = [];
  virtualConsole.on("jsdomError", (error) => failures.push(error));
  const { window } = new JSDOM(html, {
    url: "http://localhost/",
    runScripts: "outside-only",
    pretendToBeVisual: true,
    virtualConsole,
  });
  if (process.env.SOURCE_DATE_EPOCH) stopClock(window, Number(process.env.SOURCE_DATE_EPOCH));
  window.localStorage.setItem("cambio.language", language);
  // As where a visitor sees the drawn page already: what the living one shows later is not waited for.
  window.document.getElementById("root").append(window.document.createElement("div"));
  const idle = [];
  window.requestIdleCallback = (act) => idle.push(act);
  window.matchMedia = (query) => ({
    matches: width === "narrow" && query.includes("max-width: 599px"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  // Nobody scrolls: what is drawn when a reader comes near it is not.
  window.IntersectionObserver = class {
    observe() {}
    disconnect() {}
  };
  window.WebSocket = class {
    close() {}
  };
  window.fetch = (address) => {
    const text = fileOf(address);
    if (text === undefined) return never;
    return Promise.resolve({ ok: true, json: () => Promise.resolve(JSON.parse(text)) });
  };
  const append = window.Node.prototype.appendChild;
  window.document.head.appendChild = (element) => {
    append.call(window.document.head, element);
    if (element.localName === "script") window.eval(fileOf(new URL(element.src).pathname));
    queueMicrotask(() => element.onload?.({ type: "load" }));
    return element;
  };
  return { window, failures, idle };
}

/** Waits for an element that says how far the page is. */
async function drawn(page, sign) {
  const { document } = page.window;
  const end = Date.now() + longestDrawingMs;
  while (!document.querySelector(sign)) {
    if (page.failures.length > 0) throw page.failures[0];
    if (Date.now() > end) throw new Error("the landing page was not drawn in time");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return document;
}

/** What #root shows, without what a script has to measure first; notes the style sheets. */
function viewOf(document, width, needed, rules) {
  // A copy: the page goes on.
  const root = document.getElementById("root").cloneNode(true);
  root.querySelectorAll("[data-measured]").forEach((element) => element.remove());
  // The living page beside it, for as long as both are there, is the only one with a main and names.
  const main = root.querySelector("main");
  const place = document.createElement("div");
  place.className = main.className;
  place.append(...main.childNodes);
  main.replaceWith(place);
  root.querySelectorAll("[id]").forEach((element) => element.removeAttribute("id"));
  // Nothing is typed that would be lost.
  for (const field of root.querySelectorAll("input")) field.readOnly = true;
  stylesToClasses(root, rules);
  for (const { href } of document.head.querySelectorAll("link[rel=stylesheet]")) {
    needed.add(new URL(href).pathname);
  }
  return `<div inert class="first-view first-view-${width}">${root.innerHTML}</div>`;
}

/** The page's policy allows no style in an element: each becomes a class of `rules`. */
function stylesToClasses(root, rules) {
  for (const element of root.querySelectorAll("[style]")) {
    const style = element.getAttribute("style");
    if (!rules.has(style)) rules.set(style, `first-view-${rules.size}`);
    element.classList.add(rules.get(style));
    element.removeAttribute("style");
  }
}

const links = {
  css: (address) => `<link href="${address}" rel="stylesheet">`,
  js: (address) => `<link rel="preload" href="${address}" as="script">`,
  woff2: (address) => `<link rel="preload" href="${address}" as="font" crossorigin>`,
  json: (address) => `<link rel="preload" href="${address}" as="fetch" crossorigin>`,
};

/** Shows one of the two views, by the width that lib/narrow asks for, or none (src/first_look.js). */
const choice = `.first-view{display:contents}
.first-view-narrow,.no-first-view .first-view.first-view{display:none}
@media (max-width:599px){.first-view-wide{display:none}.first-view-narrow{display:contents}}
`;

/** No half of a view is painted where the network or the processor is slow. */
const whole = '<link rel="expect" href="#root" blocking="render">';

/** index.html with the view in it, and with links to what its scripts will ask for. */
function pageOf(index, view, languages) {
  const asked = [...view.needed].filter((address) => !index.includes(`"${address}"`));
  const named = asked.map((address) => links[address.replace(/.*\./, "")](address)).join("");
  return index
    .replace('<html lang="en">', `<html lang="${view.language}" data-first-view="${languages}">`)
    .replace("</head>", () => `${named}${whole}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${view.body}</div>`);
}

/** Writes first_view/<language>.html, which nginx sends for the landing page's addresses. */
export class FirstView {
  constructor(texts) {
    this.languages = completeLanguages(texts);
    /** What the living page asks for by itself when it stands; build/budget.js weighs it. */
    this.later = new Set();
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("FirstView", (compilation) => {
      // Names have their final hashes then, and nothing is compressed yet.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tapPromise({ name: "FirstView", stage }, async () => {
        if (compilation.errors.length > 0) return;
        for (const [name, text] of await this.files(compilation)) {
          compilation.emitAsset(name, new sources.RawSource(text));
        }
      });
    });
  }

  async files(compilation) {
    const fileOf = (address) => compilation.getAsset(address.slice(1))?.source.source().toString();
    const index = fileOf("/index.html");
    const scripts = compilation.entrypoints
      .get("site")
      .getFiles()
      .filter((name) => name.endsWith(".js"))
      .map((name) => fileOf(`/${name}`));
    const names = Object.keys(compilation.assets);
    const rules = new Map();
    const views = [];
    for (const language of this.languages) {
      const fonts = names.filter((name) => fontOf[language]?.test(name));
      const view = { language, body: "", needed: new Set(fonts.map((name) => `/${name}`)) };
      for (const width of widths) {
        let notes = view.needed;
        const asked = (address) => {
          const text = fileOf(address);
          if (text !== undefined) notes.add(address);
          return text;
        };
        const page = openPage(index, asked, language, width);
        for (const script of scripts) page.window.eval(script);
        // The living page takes its place when it is complete.
        view.body += viewOf(await drawn(page, "#root main"), width, view.needed, rules);
        notes = this.later;
        page.idle.forEach((act) => act());
        await drawn(page, 'main[data-waits-for="answers"]');
        page.window.close();
      }
      views.push(view);
    }
    const css = choice + [...rules].map(([style, name]) => `.${name}{${style}}`).join("\n");
    const hash = createHash("sha256").update(css).digest("hex").slice(0, 12);
    const styles = `/assets/first_view.${hash}.css`;
    views.forEach(({ needed }) => needed.add(styles));
    const languages = this.languages.join(" ");
    return [
      [styles.slice(1), css],
      ...views.map((view) => [`first_view/${view.language}.html`, pageOf(index, view, languages)]),
    ];
  }
}
