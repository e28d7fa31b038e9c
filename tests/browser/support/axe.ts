// Nothing on the site has an accessibility violation that axe can find, wide or narrow, dark or light.
import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";

// Contrast depends on the theme and order on the width: each of the four is looked at once.
const looks = [
  { theme: "dark", viewport: { width: 1440, height: 900 } },
  { theme: "light", viewport: { width: 390, height: 844 } },
];

/** Parts of a page are fetched when a reader comes near them. */
async function readToTheEnd(page: Page): Promise<void> {
  await expect(async () => {
    const before = await page.evaluate(
      () => document.documentElement.scrollHeight,
    );
    await page.evaluate(() =>
      window.scrollTo(0, document.documentElement.scrollHeight),
    );
    await page.waitForLoadState("networkidle").catch(() => undefined);
    const after = await page.evaluate(
      () => document.documentElement.scrollHeight,
    );
    expect(after).toBe(before);
  }).toPass();
  await page.evaluate(() => window.scrollTo(0, 0));
}

async function expectNoViolation(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await readToTheEnd(page);
  await expectNoViolationNow(page, path);
}

/** Looks at what is on the screen, called `name`; the test goes on and tells of all that it found. */
export async function expectNoViolationNow(
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
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
  expect.soft(found, name).toEqual([]);
}

/** One test for each look. */
export function inEachLook(
  name: string,
  look: (page: Page) => Promise<void>,
): void {
  test.describe.configure({ mode: "parallel" });
  for (const { theme, viewport } of looks) {
    test.describe(`${theme} at ${viewport.width} px`, () => {
      test.use({ viewport });
      test(name, async ({ page }) => {
        test.setTimeout(400_000);
        await page.addInitScript(
          (chosen) => localStorage.setItem("cambio.theme", chosen),
          theme,
        );
        await look(page);
      });
    });
  }
}

/** One test for each look, in which every path is opened and looked at as a whole. */
export const lookAt = (
  name: string,
  paths: readonly string[],
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): void =>
  inEachLook(name, async (page) => {
    await prepare(page);
    for (const path of paths) await expectNoViolation(page, path);
  });
