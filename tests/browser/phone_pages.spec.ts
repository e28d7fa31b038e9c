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

/** What is wider than its room would have to be scrolled sideways; what is only read aloud has none. */
async function expectToFit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
  await page.waitForLoadState("networkidle").catch(() => undefined);
  const hidden = await page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll("div:has(> table):not(.hidden-but-read)"),
    ].map((element) => element.scrollWidth - element.clientWidth),
  );
  expect.soft(Math.max(...hidden), path).toBeLessThanOrEqual(0);
}

// German has the longest words of the six languages.
for (const language of ["en", "de"]) {
  test.describe(`no page is wider than the phone, no table is cut: ${language}`, () => {
    test.describe.configure({ mode: "parallel" });
    test.setTimeout(300_000);
    test.beforeEach(async ({ page }) => {
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
