// No page has an accessibility violation that axe can find, wide or narrow, dark or light.
import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { newPerson, signInAs } from "./support/people";

const guestPages = [
  "/",
  "/markets/prices",
  "/markets/favorites",
  "/markets/trading_data",
  "/about",
  "/contactus",
  "/legal-center/terms",
  "/legal-center/privacy",
  "/signin",
  "/signup",
  "/trades/spot/BTC",
  "/settings",
  "/tier-verification",
  "/page-unavailable",
  "/nowhere",
];
const clientPages = [
  "/wallet",
  "/verification/overview",
  "/verification/kyc",
  "/account/verify",
  "/trades/spot/BTC",
  "/markets/favorites",
  "/account/rewards",
  "/account/tasks",
  "/account/referral",
  "/account/notifications",
  "/fee-rate",
  "/profile",
  "/account/security",
  "/account/change_password",
  "/account/change_transaction_password",
  "/account/security/account_connections",
  "/account/security/anti_phishing",
  "/account/security/app_authorization",
  "/account/pay",
  "/trades/futures/BTC",
  "/wallet/convert",
  "/wallet/transfer",
  "/wallet/deposit",
  "/wallet/withdraw",
  "/wallet/earn",
  "/wallet/simple_earn",
  "/wallet/auto_invest",
];
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
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
  expect(found, path).toEqual([]);
}

// Some thirty pages, each looked at as a whole.
test.setTimeout(240_000);
test.describe.configure({ mode: "parallel" });

for (const { theme, viewport } of looks) {
  test.describe(`${theme} at ${viewport.width} px`, () => {
    test.use({ viewport });

    test.beforeEach(async ({ page }) => {
      await page.addInitScript(
        (chosen) => localStorage.setItem("cambio.theme", chosen),
        theme,
      );
    });

    test("guests' pages", async ({ page }) => {
      for (const path of guestPages) await expectNoViolation(page, path);
    });

    test("clients' pages", async ({ page, request }) => {
      await signInAs(page, await newPerson(request, "axe"));
      for (const path of clientPages) await expectNoViolation(page, path);
    });
  });
}
