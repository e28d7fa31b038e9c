// Nothing on the site has an accessibility violation that axe can find, wide or narrow, dark or light.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { test } from "./test";

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
        // Some twenty pages, one after the other.
        test.setTimeout(400_000);
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
  // All in this page, which has no frame of another origin, instead of gathering the parts in a
  // second one; and only what is asserted is described: half of the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
  expect.soft(found, name).toEqual([]);
}
