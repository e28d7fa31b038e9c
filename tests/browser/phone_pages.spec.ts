// Every page on a phone: nothing scrolls sideways.
import { expect, test, type Page } from "@playwright/test";
import { newPerson, signInAs, transactionPassword } from "./support/people";
import {
  accountRoutes,
  addresses,
  guestRoutes,
  walletRoutes,
} from "./support/routes";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

declare global {
  interface Window {
    /** What was too wide in a frame since the page was opened, and by how many pixels. */
    tooWide: Record<string, number>;
  }
}

/**
 * What is wider than its room would have to be scrolled sideways; what is only read aloud has none.
 * Each frame is looked at: a page that is still loading fits, too.
 */
async function watchWidths(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.tooWide = {};
    const look = () => {
      for (const element of [
        document.documentElement,
        ...document.querySelectorAll("div:has(> table):not(.hidden-but-read)"),
      ]) {
        const over = element.scrollWidth - element.clientWidth;
        const name = element.textContent.slice(0, 60);
        if (over > 0) window.tooWide[name] = over;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function expectToFit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
  await page.waitForLoadState("networkidle").catch(() => undefined);
  expect.soft(await page.evaluate(() => window.tooWide), path).toEqual({});
}

// German has the longest words of the six languages.
for (const language of ["en", "de"]) {
  test.describe(`no page is wider than the phone, no table is cut: ${language}`, () => {
    test.describe.configure({ mode: "parallel" });
    test.setTimeout(300_000);
    test.beforeEach(async ({ page }) => {
      await watchWidths(page);
      await page.addInitScript(
        (chosen) => localStorage.setItem("cambio.language", chosen),
        language,
      );
    });

    test("a guest's", async ({ page }) => {
      for (const path of addresses(guestRoutes)) await expectToFit(page, path);
    });

    test("a client's", async ({ page, request }) => {
      const person = await newPerson(request, "narrow");
      const moved = await request.post("/api/v3/futures/transfer", {
        data: {
          coin_name: "USDT",
          draw_type: "DRAW_IN",
          from: "SPOT",
          to: "FUNDING",
          transfer_amount: "1234.567891",
          transaction_password: transactionPassword,
        },
        headers: { Authorization: `Bearer ${person.token}` },
      });
      expect(await moved.json()).toMatchObject({ message: "success" });
      await signInAs(page, person);
      for (const path of [
        ...addresses(accountRoutes),
        ...addresses(walletRoutes),
      ])
        await expectToFit(page, path);
    });
  });
}
