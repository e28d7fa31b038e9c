// Futures orders: one is placed and taken back, others are filled once the mark is there.
import { expect, type Page } from "@playwright/test";
import { expectBarFree, expectNotice } from "../support/notices";
import { form, positions, row, showPinned, trader } from "../support/futures";
import { instrumentOf } from "../support/instruments";
import { pinMark, releaseAll } from "../support/market";
import { transactionPassword } from "../support/people";
import { test } from "../support/test";

test.afterEach(releaseAll);

const field = (page: Page, name: RegExp) =>
  form(page).getByRole("textbox", { name });
const tab = (page: Page, name: string | RegExp) =>
  positions(page).getByRole("tab", { name });

async function place(page: Page, type: "Limit" | "Trigger", price: string) {
  await form(page).getByText(type, { exact: true }).click();
  await field(page, new RegExp(`^${type} price`)).fill(price);
  await field(page, /^Amount/).fill("100");
  await form(page)
    .getByRole("button", { name: /Buy more|Sell empty/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Confirm order" });
  await expect(dialog).toContainText(price);
  await dialog
    .getByLabel("Transaction password", { exact: true })
    .fill(transactionPassword);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expectNotice(page, "Order placed");
}

test("orders wait for the mark, are taken back, and are filled", async ({
  page,
  request,
}) => {
  const instrument = instrumentOf("futures: orders");
  const { coin, at } = instrument;
  await trader(page, request, "orders");
  await showPinned(page, instrument);
  const available = page.getByTestId("available");
  await expect(available).toContainText("2,000.00");

  await place(page, "Limit", at(95));
  await expect(available).toContainText("1,899.50");
  await tab(page, "Open orders (1)").click();
  await expect(row(page, coin)).toContainText(at(95));
  await row(page, coin)
    .getByRole("button", { name: /^Cancel this/ })
    .click();
  const question = page.getByRole("dialog", { name: "Cancel this order?" });
  await expect(question).toContainText("100.5 USDT");
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expectNotice(page, "The order was cancelled");
  await expect(positions(page).getByText("No open orders")).toBeVisible();
  await expect(available).toContainText("2,000.00");

  await place(page, "Limit", at(97));
  await place(page, "Trigger", at(104));
  await expect(tab(page, "Open orders (2)")).toBeVisible();
  await pinMark(instrument, at(105));
  await expect(tab(page, "Open orders (1)")).toBeVisible();
  await expect(tab(page, "Positions (1)")).toBeVisible();
  await expectNotice(page, /^Order filled · Trigger\nOpened (long|short) /);
  expectBarFree(page);
  await pinMark(instrument, at(96));
  await expect(tab(page, "Open orders (0)")).toBeVisible();
  await expect(tab(page, "Positions (2)")).toBeVisible();
  await tab(page, "Order history").click();
  await expect(row(page, coin)).toHaveCount(3);
  await expect(row(page, coin).nth(0)).toContainText("Filled");
  await expect(row(page, coin).nth(1)).toContainText(at(105));
  await expect(row(page, coin).nth(2)).toContainText("Cancelled");
});
