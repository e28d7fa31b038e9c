// Unlocking trading once: it holds on every page that trades, and what locks it again.
import { expect, type Page } from "@playwright/test";
import { expectNotice } from "../support/notices";
import { newPerson, signInAs, transactionPassword } from "../support/people";
import { test } from "../support/test";
import { fill, form } from "../support/ticket";

const buying = { side: "Buy", coin: "BTC" } as const;
const limit = { ...buying, kind: "Limit", price: "50000" } as const;
const confirmation = (page: Page) =>
  page.getByRole("dialog", { name: "Confirm order" });
const password = (page: Page) =>
  page.getByRole("dialog").getByLabel("Transaction password", { exact: true });

async function unlock(page: Page) {
  await form(page, buying)
    .getByRole("button", { name: "Unlock trading" })
    .click();
  await password(page).fill(transactionPassword);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Unlock trading" })
    .click();
  await expect(form(page, buying).getByText(/^Unlocked until/)).toBeVisible();
}

test("one password opens spot, futures and convert, until a key locks it", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "unlocks"));
  await page.goto("/trades/spot/BTC");
  await unlock(page);
  await fill(page, { ...limit, amount: "0.01" });
  await expect(confirmation(page)).toBeVisible();
  await expect(password(page)).toBeHidden();
  await confirmation(page).getByRole("button", { name: "Confirm buy" }).click();
  await expectNotice(page, "Order created successfully");

  await page.goto("/trades/futures/BTC");
  await expect(
    page
      .getByRole("form", { name: "Open a position" })
      .getByText(/^Unlocked until/),
  ).toBeVisible();

  await page.goto("/wallet/convert");
  await page.getByLabel("Amount to pay").fill("100");
  await page.getByRole("button", { name: "Convert", exact: true }).click();
  const conversion = page.getByRole("dialog", { name: "Confirmation" });
  await conversion.getByRole("button", { name: "Confirm" }).click();
  await expectNotice(page, "Order created successfully");

  await page.goto("/trades/spot/BTC");
  await expect(form(page, buying).getByText(/^Unlocked until/)).toBeVisible();
  await page.keyboard.press("l");
  await expectNotice(page, "Trading is locked. Orders ask for your password.");
  await fill(page, { ...limit, amount: "0.01" });
  await expect(password(page)).toBeVisible();
});

test("orders are sent at once where the settings say so", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "at.once");
  await signInAs(page, person);
  await page.goto("/settings");
  await page
    .getByRole("combobox", { name: "Confirm orders" })
    .selectOption("Never");
  await page.goto("/trades/spot/BTC");
  await unlock(page);
  await page.keyboard.press("b");
  await expect(
    form(page, buying).getByRole("textbox", { name: /^Amount/ }),
  ).toBeFocused();
  await fill(page, { ...limit, amount: "0.01" });
  await expectNotice(page, "Order created successfully");
  await expect(page.getByRole("dialog")).toBeHidden();
});
