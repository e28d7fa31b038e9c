// Guests who look on before they have an account, and the one press that gives them a throw-away one.
import { expect, type Page } from "@playwright/test";
import { expectNotice } from "../support/notices";
import { enterPassword } from "../support/people";
import { test } from "../support/test";
import { form } from "../support/ticket";

/** As with GUESTS_SEE_TRADING=yes, which the installation of the tests does not have. */
async function seeTrading(page: Page) {
  await page.route("**/api/v3/status", async (route) => {
    const response = await route.fetch();
    const status = (await response.json()) as Record<string, unknown>;
    await route.fulfill({
      response,
      json: { ...status, guests_see_trading: true },
    });
  });
}

const call = (page: Page, name: string) => page.getByRole("region", { name });

test("one press on the landing page opens an account that trades at once", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Try it now" }).click();
  await expect(page).toHaveURL(/\/trades\/spot\/BTC$/);
  const order = form(page, { side: "Buy", coin: "BTC" });
  await expect(order.getByText(/^Unlocked until/)).toBeVisible();
  await order.getByRole("tab", { name: "Market", exact: true }).click();
  await order.getByRole("textbox", { name: /^Total/ }).fill("500");
  await order.getByRole("button", { name: "Buy BTC" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm order" });
  await expect(dialog.getByLabel("Transaction password")).toBeHidden();
  await dialog.getByRole("button", { name: "Confirm buy" }).click();
  await expectNotice(page, /^Bought/m);

  const strip = call(page, "You trade with play money.");
  await strip.getByRole("button", { name: "Sign-in details" }).click();
  const details = page.getByRole("dialog", { name: "Your sign-in details" });
  const email = await details.getByTestId("demo-email").textContent();
  const password = await details.getByTestId("demo-password").textContent();
  expect(email).toMatch(/^guest-[a-z0-9]{10}@guest\.invalid$/);
  await details.getByRole("button", { name: "Copy all" }).click();
  await expectNotice(page, "Copied!");
  await details.getByRole("button", { name: "I have saved them" }).click();
  await expect(strip).toHaveCount(0);
  await page.goto("/wallet");
  await expect(page.getByTestId("wallet-total")).toBeVisible();
  await page.goto("/trades/spot/BTC");
  await expect(order).toBeVisible();
  await expect(strip).toHaveCount(0);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto("/signin");
  await enterPassword(page, { email: email ?? "" }, password ?? "");
  await expect(page).toHaveURL(/\/wallet$/);
});

test("the first steps lead over the trading screen, part by part", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Try it now" }).click();
  await expect(page).toHaveURL(/\/trades\/spot\/BTC$/);
  await page.goto("/wallet");
  const firstSteps = call(page, "First steps");
  await expect(firstSteps).toContainText("You have 10,000 USDT of play money");
  await expect(page.getByText("Portfolio value")).toHaveCount(0);
  await firstSteps.getByRole("link", { name: "Take a 60-second tour" }).click();
  const tour = call(page, "Tour");
  for (const part of ["The market", "The chart", "The order book"]) {
    await expect(tour.getByRole("heading", { name: part })).toBeVisible();
    await tour.getByRole("button", { name: "Next" }).click();
  }
  await expect(
    tour.getByRole("heading", { name: "Buy and sell" }),
  ).toBeVisible();
  await tour.getByRole("button", { name: "End the tour" }).click();
  await expect(tour).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId("last-price")).toContainText(/\d/);
  await expect(tour).toHaveCount(0);
});

test("guests see spot with its book, and the way to an account in the forms' place", async ({
  page,
}) => {
  await seeTrading(page);
  await page.goto("/trades/spot/ETH");
  await expect(page.getByTestId("last-price")).toContainText(/\d/);
  await expect(page.getByRole("form")).toHaveCount(0);
  await expect(page.getByRole("tab", { name: "My trades" })).toHaveCount(0);
  const way = call(page, "Sign in to trade ETH");
  await way.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByText("Sign in to trade ETH.")).toBeVisible();
});

test("guests see futures, Convert and what Earn offers", async ({ page }) => {
  await seeTrading(page);
  await page.goto("/trades/futures/BTC");
  await expect(call(page, "Sign in to trade BTC futures")).toBeVisible();
  await expect(
    page.getByText("Your positions appear here once you are signed in"),
  ).toBeVisible();
  await page.goto("/wallet/convert");
  await page.getByLabel("Amount to pay").fill("100");
  await expect(page.getByLabel("Amount to receive")).toHaveValue(/\d/);
  await page.goto("/wallet/simple_earn");
  await page.getByRole("button", { name: "Subscribe to USDT" }).click();
  await expect(page).toHaveURL(/\/signin$/);
});

test("guests on a phone find the way to an account where the buttons to trade are", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await seeTrading(page);
  await page.goto("/trades/spot/BTC");
  await expect(page.getByTestId("last-price")).toContainText(/\d/);
  await page
    .getByRole("main")
    .getByRole("link", { name: "Create account" })
    .click();
  await expect(
    page.getByRole("heading", { name: "Create your account" }),
  ).toBeVisible();
});

test("guests see none of it while the operator has not said so", async ({
  page,
}) => {
  await page.goto("/trades/spot/ETH");
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByText("Sign in to trade ETH.")).toBeVisible();
});
