// What the site says of an act in a notice, which goes away by itself after 3 seconds. A page's
// notices are kept as they are shown, so that a test finds them after the act, however late it looks.
//
//   import { expectNotice } from "./support/notices";
//   await button.click();
//   await expectNotice(page, "Address saved");
import { expect, type BrowserContext, type Page } from "@playwright/test";

interface Shown {
  notices: string[];
  /** Those of them that lay on the bar at the top. */
  overBar: string[];
  /** So many of them have been expected, or came before one that was. */
  past: number;
}

const recorded = new WeakSet<BrowserContext>();
const shown = new WeakMap<Page, Shown>();

function shownBy(page: Page): Shown {
  let all = shown.get(page);
  if (!all) shown.set(page, (all = { notices: [], overBar: [], past: 0 }));
  return all;
}

/** Runs in the page: tells of each notice once it stands in sight. */
function watchNotices() {
  const { tellNotice } = globalThis as unknown as {
    tellNotice: (text: string, overBar: boolean) => Promise<void>;
  };
  // The list of notices is the only popover that opens and closes by code (ui/toast_list.tsx); a
  // section that is a status stands on a page for as long (kyc_screen.tsx).
  const notice =
    "[popover=manual] > :is([role=status], [role=alert]), section[role=status]";
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target, boundingClientRect } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      const lines = [...target.querySelectorAll("h2, p")];
      const bar = document.querySelector("header")?.getBoundingClientRect();
      void tellNotice(
        lines.map((line) => line.textContent).join("\n"),
        bar !== undefined && boundingClientRect.top < bar.bottom,
      );
    }
  });
  const found = new WeakSet<Element>();
  new MutationObserver(() => {
    for (const one of document.querySelectorAll(notice)) {
      if (found.has(one)) continue;
      found.add(one);
      sight.observe(one);
    }
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Keeps the notices of all pages that a context opens from now on; `test` of support/test does it
 * for its own.
 */
export async function recordNotices(context: BrowserContext): Promise<void> {
  recorded.add(context);
  await context.exposeBinding(
    "tellNotice",
    ({ page }, text: string, overBar: boolean) => {
      const all = shownBy(page);
      all.notices.push(text);
      if (overBar) all.overBar.push(text);
    },
  );
  await context.addInitScript(watchNotices);
}

/**
 * Waits until the page has shown a notice with these words in its title or text. Each notice meets
 * one expectation only, and one that came before it meets none: two acts need two notices.
 */
export async function expectNotice(
  page: Page,
  words: string | RegExp,
): Promise<void> {
  if (!recorded.has(page.context()))
    throw new Error("take `test` from support/test, or recordNotices()");
  const all = shownBy(page);
  const fits = (text: string) =>
    typeof words === "string" ? text.includes(words) : words.test(text);
  await expect
    .poll(() => all.notices.slice(all.past), {
      message: `a notice with ${words}`,
      intervals: [50],
    })
    .toContainEqual(
      typeof words === "string"
        ? expect.stringContaining(words)
        : expect.stringMatching(words),
    );
  all.past += 1 + all.notices.slice(all.past).findIndex(fits);
}

/** None of what was shown so far lay on the bar. */
export function expectBarFree(page: Page): void {
  expect(shownBy(page).overBar).toEqual([]);
}

/** All that were shown so far, whether expected or not. */
export const noticesOf = (page: Page): readonly string[] =>
  shownBy(page).notices;

/** From now on only what comes later is a notice: for acts whose notices nobody expected. */
export function forgetNotices(page: Page): void {
  const all = shownBy(page);
  all.past = all.notices.length;
}
