import { afterAll, afterEach } from "vitest";
import { addText } from "./i18n";
import type { Area } from "../text/catalogue";

// Every area of the English catalogue, so that components show their words in tests.
const files = import.meta.glob<{ default: never }>("../text/en/*.json", { eager: true });
for (const [path, file] of Object.entries(files)) {
  const area = path.replace(/^.*\/|\.json$/g, "") as Area;
  addText("en", area, file.default);
}

// Only tests that say `@vitest-environment jsdom` have a page.
if (typeof document !== "undefined") {
  // It brings React's DOM with it, which takes longer to load than most tests without a page take.
  const { cleanup, configure } = await import("@testing-library/react");
  // A busy machine draws slowly; what is waited for comes when it comes.
  configure({ asyncUtilTimeout: 20_000 });

  // jsdom knows the element, but not how it is opened.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };

  // Nothing has a size here, so that nobody is ever told of one; and the window is a wide one.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  globalThis.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;

  // A page's timers end with the page; Node's would go on when the file is over and the page gone.
  const begin = globalThis.setTimeout;
  const begun = new Set<ReturnType<typeof begin>>();
  const beginForPage = (...given: Parameters<typeof begin>) => {
    const timer = begin(...given);
    begun.add(timer);
    return timer;
  };
  globalThis.setTimeout = Object.assign(beginForPage, begin);
  afterAll(() => begun.forEach((timer) => clearTimeout(timer)));

  afterEach(() => {
    cleanup();
    localStorage.clear();
  });
}
