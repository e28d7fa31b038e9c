// When a page is what it was opened for: its code and its first answers are here.
import { expect, type Page } from "@playwright/test";

const main = (page: Page) => page.locator("main");

export const expectReady = (page: Page): Promise<void> =>
  expect(main(page)).toHaveAttribute("data-ready");

/** All code is here, and at least one call is not answered yet. */
export const expectToWaitForAnswers = (page: Page): Promise<void> =>
  expect(main(page)).toHaveAttribute("data-waits-for", "answers");

declare global {
  interface Window {
    releaseCalls: () => void;
  }
}

/**
 * From the next load on, no call is sent before `releaseCalls`. Not by page.route(), which would
 * keep the browser from caching the site's code.
 */
export async function holdCalls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = window.fetch.bind(window);
    const released = new Promise<void>((resolve) => {
      window.releaseCalls = resolve;
    });
    window.fetch = async (call, options) => {
      const { pathname } = new URL(
        call instanceof Request ? call.url : call,
        location.href,
      );
      if (/^\/(api|udf)\//.test(pathname)) await released;
      return send(call, options);
    };
  });
}

export const releaseCalls = (page: Page): Promise<void> =>
  page.evaluate(() => window.releaseCalls());
