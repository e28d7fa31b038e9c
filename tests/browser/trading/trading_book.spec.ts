// The order book and what stands beside it, as the server has them; what they do with a market that
// holds still is in site/src/features/spot/book.test.tsx.
import { expect } from "@playwright/test";
import { newPerson, signInAs } from "../support/people";
import { test } from "../support/test";
import { form } from "../support/ticket";

test("a level of the book fills the form, and depth and overview know the market", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "levels"));
  await page.goto("/trades/spot/BTC");
  const book = page.getByRole("region", { name: /Order book/ });
  const best = book
    .getByRole("list", { name: "Asks, lowest last" })
    .getByRole("button")
    .last();
  await best.hover();
  const tip = page.getByRole("tooltip");
  await expect(tip).toBeVisible();
  await expect(tip).toContainText(/≈ \d/);
  const amount = form(page, { side: "Buy", coin: "BTC" }).getByRole("textbox", {
    name: "Amount",
  });
  await expect(amount).toHaveValue("");
  await best.locator("[data-amount]").first().click();
  await expect(amount).toHaveValue(/^\d/);

  const views = page.getByRole("radiogroup", {
    name: "Chart, depth or overview",
  });
  await views.getByText("Depth").click();
  await expect(page.getByRole("figure")).toContainText(
    /Order book depth: [\d,.]+ BTC bid, [\d,.]+ BTC asked/,
  );
  await views.getByText("Overview").click();
  const about = page.getByRole("region", { name: "About BTC" });
  await expect(about).toContainText("Bitcoin");
  await expect(about).toContainText(/Rank/);
});
