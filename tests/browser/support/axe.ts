// Nothing on the site has an accessibility violation that axe can find, wide or narrow, dark or light.
import axe from "axe-core";
import { expect, type CDPSession, type Page } from "@playwright/test";
import { test } from "./test";

declare global {
  // What bringAxe leaves in a page.
  var axe: typeof import("axe-core");
}

/** As what a page is opened. */
export interface Look {
  name: string;
  theme: "dark" | "light";
  language: "en" | "de";
  viewport: { width: number; height: number };
  hasTouch: boolean;
}

export const wide: Look = {
  name: "dark, on a large screen",
  theme: "dark",
  language: "en",
  viewport: { width: 1440, height: 900 },
  hasTouch: false,
};
export const phone: Look = {
  name: "light, on a phone",
  theme: "light",
  language: "en",
  viewport: { width: 390, height: 844 },
  hasTouch: true,
};

/** One test for each look. */
export function inEachLook(
  name: string,
  looks: readonly Look[],
  act: (page: Page, look: Look) => Promise<void>,
): void {
  for (const look of looks) {
    const { theme, language, viewport, hasTouch } = look;
    test.describe(look.name, () => {
      test.use({ viewport, hasTouch });
      // eslint-disable-next-line playwright/expect-expect -- What acts also asserts.
      test(name, async ({ page }) => {
        await page.addInitScript(
          (chosen) => {
            localStorage.setItem("cambio.theme", chosen.theme);
            localStorage.setItem("cambio.language", chosen.language);
          },
          { theme, language },
        );
        await act(page, look);
      });
    });
  }
}

const sessions = new WeakMap<Page, CDPSession>();

/**
 * Brings axe into the document, unless it is there. Not by @axe-core/playwright, which does so twice
 * for each look: its 650 kB cost more than most looks. By the browser's own protocol, under which a
 * page that is not the first of its process finds them compiled.
 */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in globalThis)) return;
  let session = sessions.get(page);
  if (!session) {
    session = await page.context().newCDPSession(page);
    sessions.set(page, session);
  }
  const { exceptionDetails } = await session.send("Runtime.evaluate", {
    expression: `${axe.source}; undefined`,
  });
  expect(exceptionDetails, "axe begins").toBeUndefined();
}

/** Looks at what is on the screen, called `name`; the test goes on and tells of all that it found. */
export async function expectNoViolation(
  page: Page,
  name: string,
): Promise<void> {
  // What fades in or out has no contrast yet.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === "running" &&
            Number.isFinite(effect?.getComputedTiming().endTime),
        )
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  await bringAxe(page);
  // Only what is asserted is described.
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, {
      resultTypes: ["violations"],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
    );
  });
  expect.soft(found, name).toEqual([]);
}
