// Trading on a phone: an order is placed from the bottom sheet.
import { expect } from "@playwright/test";
import { expectNotice } from "../support/notices";
import { instrumentOf } from "../support/instruments";
import { pinBook, pinPrice, releaseAll } from "../support/market";
import { newPerson, signInAs } from "../support/people";
import { test } from "../support/test";
import { confirm } from "../support/ticket";

test.afterEach(releaseAll);

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test("what was typed and chosen stays when the window becomes a phone's and back", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "narrowed"));
  const amount = page
    .getByRole("form", { name: "Buy ETH" })
    .getByRole("textbox", { name: "Amount" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/trades/spot/ETH");
  await amount.fill("0.25");
  const list = page
    .getByRole("region", { name: "Your orders" })
    .getByRole("tab", { name: "Trade history" });
  await list.click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(list).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  await expect(amount).toHaveValue("0.25");
  await amount.fill("0.5");
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(amount).toHaveValue("0.5");
  await expect(list).toHaveAttribute("aria-selected", "true");
});

test("a market order from the bottom sheet", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "thumb"));
  await page.goto("/trades/spot/ETH");
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  const sheet = page.getByRole("dialog");
  const order = sheet.getByRole("form", { name: "Buy ETH" });
  await expect(order.getByText("Available")).toContainText(/\d/);
  await order.getByRole("tab", { name: "Market" }).click();
  await order.getByRole("textbox", { name: "Total" }).fill("200");
  await order.getByRole("button", { name: "Buy ETH", exact: true }).click();
  await confirm(page, "Buy");
  await expectNotice(page, "Order created successfully");
});

test("a level fills the form that it opens, and no later one", async ({
  page,
  request,
}) => {
  const instrument = instrumentOf("phone: level");
  await pinPrice(instrument, "14.000");
  await pinBook(instrument, [["12.500", "100"]], [["15.500", "100"]]);
  await signInAs(page, await newPerson(request, "picker"));
  await page.goto("/trades/spot/ETC");
  await page.getByRole("tab", { name: "Order book" }).click();
  await expect(page.getByText("14.000").first()).toBeVisible();
  await page.getByRole("button", { name: /^15\.500/ }).click();
  const sheet = page.getByRole("dialog");
  const price = sheet.getByRole("textbox", { name: "Price" });
  await expect(price).toHaveValue("15.5");
  await sheet.getByText("Sell", { exact: true }).click();
  await expect(sheet.getByRole("form", { name: "Sell ETC" })).toBeVisible();
  await expect(price).toHaveValue("14");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  await expect(price).toHaveValue("14");
});

test("the head is low, and what it leads to is behind one button", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "head"));
  await page.goto("/trades/spot/BTC");
  const head = page.locator("header:has(h1)");
  await expect(head.locator("dt")).toHaveText([
    "24h change",
    "24h high",
    "24h low",
    "24h volume (BTC)",
    "24h volume (USDT)",
  ]);
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect
      .poll(async () => (await head.boundingBox())?.height)
      .toBeLessThan(172);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
    ).toBe(width);
  }
  await head.getByRole("button", { name: "More" }).click();
  await expect(
    head.getByRole("link", { name: "Trading data" }),
  ).toBeInViewport();
  await head.getByRole("link", { name: "Convert" }).click();
  await expect(page).toHaveURL(/\/wallet\/convert$/);
  await page.goBack();
  await head.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
});
