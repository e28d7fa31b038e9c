// No page has an accessibility violation that axe can find, wide or narrow.
import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { newPerson, signInAs } from "./support/people";

const guestPages = ["/", "/markets/prices", "/markets/favorites", "/signin", "/signup", "/trades/spot/BTC", "/nowhere"];
const clientPages = [
  "/wallet",
  "/trades/spot/BTC",
  "/markets/favorites",
  "/profile",
  "/account/security",
  "/account/change_password",
  "/account/change_transaction_password",
  "/account/security/account_connections",
  "/account/security/anti_phishing",
  "/account/security/app_authorization",
  "/account/pay",
];
const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

async function expectNoViolation(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
  await page.waitForLoadState("networkidle").catch(() => undefined);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(found, path).toEqual([]);
}

for (const viewport of widths) {
  test(`guests' pages at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    for (const path of guestPages) await expectNoViolation(page, path);
  });

  test(`clients' pages at ${viewport.width} px`, async ({ page, request }) => {
    await page.setViewportSize(viewport);
    await signInAs(page, await newPerson(request, "axe"));
    for (const path of clientPages) await expectNoViolation(page, path);
  });
}
