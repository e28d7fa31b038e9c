// The market tabs: lists, search, stars, the way to a market.
import { expect } from "@playwright/test";
import { newPerson, signInAs } from "../support/people";
import { test } from "../support/test";

test("a pair is searched and opened", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "searcher"));
  await page.goto("/markets");
  await expect(page).toHaveURL(/\/markets\/prices$/);
  await expect(page.getByRole("row")).toHaveCount(31);
  await page
    .getByRole("searchbox", { name: "Search coin or pair" })
    .fill("link");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page
    .getByRole("row", { name: /LINK/ })
    .getByRole("link", { name: "Trade" })
    .click();
  await expect(page).toHaveURL(/\/trades\/trade-chart\/LINK$/);
});

test("a search that finds nothing says so", async ({ page }) => {
  await page.goto("/markets/pow");
  await page
    .getByRole("searchbox", { name: "Search coin or pair" })
    .fill("zzzz");
  await expect(page.getByText("No Records Found")).toBeVisible();
});

test("a star puts a pair among the favorites and takes it away again", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "stargazer"));
  await page.goto("/markets/favorites");
  await expect(page.getByText("No favorites yet")).toBeVisible();
  await page.goto("/markets/prices");
  await page.getByRole("button", { name: "Add SOL to favorites" }).click();
  await page.getByRole("link", { name: "FAVORITES" }).click();
  await expect(page.getByRole("row", { name: /SOL/ })).toBeVisible();
  await page.getByRole("button", { name: "Remove SOL from favorites" }).click();
  await expect(page.getByText("No favorites yet")).toBeVisible();
});

test("prices move without a reload", async ({ page }) => {
  await page.goto("/markets/prices");
  const btc = page.getByRole("row", { name: /BTC/ }).first();
  const price = btc.getByRole("cell").nth(2);
  await expect(price).toHaveText(/\d/);
  const before = await price.innerText();
  await expect(price).not.toHaveText(before);
});

test("the overview has the coins of each type as cards and as a table", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "overview"));
  await page.goto("/markets/prices");
  await page.getByRole("link", { name: "View All Coins" }).click();
  await expect(page).toHaveURL(/\/markets\/trading_data$/);
  for (const [type, coin] of [
    ["MAIN", "BTC"],
    ["ETH", "UNI"],
    ["ALT", "NEAR"],
  ] as const) {
    const card = page.getByRole("region", { name: type });
    await expect(
      card.getByRole("link", { name: new RegExp(coin) }),
    ).toBeVisible();
    await expect(card).toHaveCSS("height", "400px");
  }
  for (const name of ["Name", "Price", "Change", "24H Volume", "Actions"]) {
    await expect(page.getByRole("columnheader", { name })).toBeVisible();
  }
  await page.getByRole("tab", { name: "ALT" }).click();
  const table = page.getByRole("table", { name: "ALT" });
  await expect(table.getByRole("row")).toHaveCount(21);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(table.getByRole("row")).not.toHaveCount(21);
  await page.getByRole("tab", { name: "ETH" }).click();
  await page
    .getByRole("row", { name: /UNI\/USDT/ })
    .getByText("Uniswap")
    .click();
  await expect(page).toHaveURL(/\/trades\/spot\/UNI$/);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the overview's table has its stars", async ({ page, request }) => {
    await signInAs(page, await newPerson(request, "stargazer"));
    await page.goto("/markets/trading_data");
    await page.getByRole("button", { name: "Add BTC to favorites" }).click();
    await page.goto("/markets/favorites");
    await expect(page.getByRole("row", { name: /BTC/ })).toBeVisible();
  });
});

test("a guest who presses a star is asked to sign in", async ({ page }) => {
  await page.goto("/markets/prices");
  await page.getByRole("button", { name: "Add SOL to favorites" }).click();
  await expect(page).toHaveURL(/\/signin$/);
});

test("the wallet has the home card: four pairs, last prices, the way to the list", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "home"));
  await page.clock.install();
  await page.goto("/wallet");
  const card = page.getByRole("region", { name: "Popular markets" });
  await expect(card.getByRole("listitem")).toHaveCount(4);
  await expect(card.getByRole("term")).toHaveText([
    "BTC",
    "ETH",
    "ADA",
    "XRP",
    "SOL",
    "SHIB",
  ]);
  for (const price of await card.getByRole("definition").all())
    await expect(price).toHaveText(/\d/);
  const again = page.waitForResponse("**/api/v1/home/coins");
  // The card asks every four seconds.
  await page.clock.runFor(5_000);
  await again;
  await card.getByRole("link", { name: "All markets" }).click();
  await expect(page).toHaveURL(/\/markets\/prices$/);
});
