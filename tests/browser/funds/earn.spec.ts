// Subscribing coins, taking them back, and plans that buy.
import { expect, type Page } from "@playwright/test";
import { expectNotice } from "../support/notices";
import {
  aMinuteLater,
  newPerson,
  proveByMail,
  read,
  signInAs,
  transactionPassword,
} from "../support/people";
import { test } from "../support/test";

const subscribe = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Subscribe" });
const amount = (page: Page) =>
  page.getByRole("dialog").getByRole("textbox", { name: /amount/i });

test("the earn page tells low risk from high yield", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "looker"));
  await page.goto("/wallet/earn");
  await expect(page.getByRole("row", { name: /USDT/ })).toContainText("3.25%");
  await page.getByRole("tab", { name: "High Yield" }).click();
  await expect(
    page.getByText("High Yield products involve higher risks."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Auto Invest" }).click();
  await expect(page).toHaveURL(/\/wallet\/auto_invest$/);
});

test("coins are subscribed, and redeemed again", async ({ page, request }) => {
  const person = await newPerson(request, "saver");
  await signInAs(page, person);
  await page.goto("/wallet/simple_earn");
  await page.getByRole("button", { name: "Subscribe to USDT" }).click();
  await page.getByRole("dialog").getByText("Flexible").click();
  await subscribe(page).click();
  await expect(page.getByText("Amount is required")).toBeVisible();
  await amount(page).fill("0.5");
  await expect(
    page.getByText("Amount must be greater than or equal to minimum (1)"),
  ).toBeVisible();
  await amount(page).fill("100001");
  await expect(
    page.getByText("Amount must be less than maximum (100,000)"),
  ).toBeVisible();
  await amount(page).fill("10001");
  await expect(
    page.getByText(
      "Amount must be less than or equal to your balance (10,000)",
    ),
  ).toBeVisible();
  await amount(page).fill("1000");
  await expect(page.getByTestId("daily-reward")).toContainText("0.08904109");
  await subscribe(page).click();
  await expectNotice(page, "Investment successful");
  await expect(page).toHaveURL(/\/home$/);

  await page.goto("/wallet/simple_earn");
  await page.getByRole("button", { name: "Redeem USDT" }).click();
  await amount(page).fill("400");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Redeem" })
    .click();
  await expectNotice(page, "The amount is in your spot wallet.");
  const { wallet } = (await read(
    request,
    person,
    "/api/v3/wallet-balance?name=USDT",
  )) as unknown as { wallet: { wallet_balance: string } };
  expect(wallet.wallet_balance).toBe("9400");
});

test("a term takes the transaction password", async ({ page, request }) => {
  const person = await newPerson(request, "locker");
  await signInAs(page, person);
  await page.goto("/wallet/simple_earn");
  await page.getByRole("button", { name: "Subscribe to USDT" }).click();
  await page.getByRole("dialog").getByText("30 days").click();
  await amount(page).fill("1000");
  await subscribe(page).click();
  const secret = page.getByLabel("Transaction password");
  await secret.fill("not the password");
  await subscribe(page).click();
  await expectNotice(page, "Wrong transaction password");
  await secret.fill(transactionPassword);
  await subscribe(page).click();
  await expectNotice(page, "Investment successful");
  await expect(page).toHaveURL(/\/home$/);
  const { wallet } = (await read(
    request,
    person,
    "/api/v3/wallet-balance?name=USDT",
  )) as unknown as { wallet: { wallet_balance: string } };
  expect(wallet.wallet_balance).toBe("9000");
});

test("a stake's button opens its coin", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "staker"));
  await page.goto("/wallet/stake");
  await page.getByRole("link", { name: "Stake ETH" }).click();
  await expect(
    page.getByRole("dialog", { name: "Subscribe to ETH" }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a plan is made, paused, resumed and ended", async ({ page, request }) => {
  const person = await newPerson(request, "planner");
  await signInAs(page, person);
  await page.goto("/wallet/auto_invest");
  await page.getByRole("button", { name: "Create plan: BTC" }).click();
  await amount(page).fill("25");
  await page.getByLabel("Cycle").selectOption("Weekly");
  await expect(page.getByLabel("Day of the week")).toHaveValue("Mon");
  await page.getByLabel("Cycle").selectOption("Monthly");
  await expect(page.getByLabel("Day of the month")).toHaveValue("1");
  await expect(page.getByTestId("first-run")).toContainText("00:00:00 UTC");
  const create = page
    .getByRole("dialog")
    .getByRole("button", { name: "Create plan" });
  await create.click();
  await proveByMail(page, request, person);
  const secret = page.getByLabel("Transaction password");
  await secret.fill("not the password");
  await create.click();
  await expect(page.getByText("The password is incorrect.")).toBeVisible();
  await secret.fill(transactionPassword);
  await create.click();
  await expectNotice(page, "Investment successful");

  await page.goto("/wallet/auto_invest");
  await page.getByRole("button", { name: "Pause: BTC" }).click();
  await expect(page.getByRole("cell", { name: "Paused" })).toBeVisible();
  aMinuteLater(person.email);
  await page.getByRole("button", { name: "Resume: BTC" }).click();
  await proveByMail(page, request, person);
  await secret.fill(transactionPassword);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Resume" })
    .click();
  await page.getByRole("button", { name: "Pause: BTC" }).click();
  await expect(page.getByRole("cell", { name: "Paused" })).toBeVisible();
  await page.getByRole("button", { name: "History: BTC" }).click();
  await expect(page.getByText("No purchases yet")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "End: BTC" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "End", exact: true })
    .click();
  await expect(page.getByRole("cell", { name: "Ended" })).toBeVisible();
});
