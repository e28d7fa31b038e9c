// The market tabs: lists, search, stars, the way to a market.
import { expect, test } from "@playwright/test";
import { newPerson, signInAs } from "./support/people";

test("a visitor searches a pair and opens it", async ({ page }) => {
  await page.goto("/markets");
  await expect(page).toHaveURL(/\/markets\/prices$/);
  await expect(page.getByRole("row")).toHaveCount(31);
  await page.getByRole("searchbox", { name: "Search coin or pair" }).fill("link");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("row", { name: /LINK/ }).getByRole("link", { name: "Trade" }).click();
  await expect(page).toHaveURL(/\/trades\/trade-chart\/LINK$/);
});

test("a search that finds nothing says so", async ({ page }) => {
  await page.goto("/markets/pow");
  await page.getByRole("searchbox", { name: "Search coin or pair" }).fill("zzzz");
  await expect(page.getByText("No Records Found")).toBeVisible();
});

test("a star puts a pair among the favorites and takes it away again", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "stargazer"));
  await page.goto("/markets/favorites");
  await expect(page.getByText("No favorites yet")).toBeVisible();
  await page.goto("/markets/prices");
  await page.getByRole("button", { name: "Add SOL to favourites" }).click();
  await page.getByRole("link", { name: "FAVORITES" }).click();
  await expect(page.getByRole("row", { name: /SOL/ })).toBeVisible();
  await page.getByRole("button", { name: "Remove SOL from favourites" }).click();
  await expect(page.getByText("No favorites yet")).toBeVisible();
});

test("prices move without a reload", async ({ page }) => {
  await page.goto("/markets/prices");
  const btc = page.getByRole("row", { name: /BTC/ }).first();
  const price = btc.getByRole("cell").nth(2);
  await expect(price).toHaveText(/\d/);
  const before = await price.innerText();
  await expect(price).not.toHaveText(before, { timeout: 30_000 });
});
