// Transfers between a client's own wallets.
import { expect, type Page } from "@playwright/test";
import { instrumentOf } from "../support/instruments";
import { expectNotice } from "../support/notices";
import {
  newPerson,
  password,
  read,
  signInAs,
  transactionPassword,
} from "../support/people";
import { test } from "../support/test";

const form = (page: Page) => page.getByRole("form", { name: "Transfer" });
const amount = (page: Page) => form(page).getByRole("textbox");
const press = (page: Page) =>
  form(page).getByRole("button", { name: "Transfer", exact: true }).click();

async function confirm(page: Page, secret: string) {
  const dialog = page.getByRole("dialog", { name: "Confirm transfer" });
  await dialog.getByLabel("Transaction password", { exact: true }).fill(secret);
  await dialog.getByRole("button", { name: "Confirm" }).click();
}

test("it begins with BTC from spot to futures, and the wallets are fixed", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "begins"));
  await page.goto("/wallet/transfer");
  await expect(form(page).getByLabel("Coin")).toHaveValue("BTC");
  await expect(form(page).getByLabel("From")).toHaveValue("SPOT");
  await expect(form(page).getByLabel("To", { exact: true })).toHaveValue(
    "FUTURE",
  );
  await expect(form(page).getByLabel("From")).toBeDisabled();
  await expect(form(page).getByLabel("To", { exact: true })).toBeDisabled();
  await form(page).getByRole("button", { name: "Swap the wallets" }).click();
  await expect(form(page).getByLabel("From")).toHaveValue("FUTURE");
});

test("coins move to the futures wallet and back", async ({ page, request }) => {
  const person = await newPerson(request, "mover");
  await signInAs(page, person);
  await page.goto("/wallet/transfer");
  await press(page);
  await expect(form(page).getByText("Amount is required")).toBeVisible();
  await form(page).getByLabel("Coin").selectOption("USDT");
  await expect(page.getByTestId("available")).toContainText("10,000");
  await amount(page).fill("10000.5");
  await expect(
    form(page).getByText("Insufficient balance in spot wallet"),
  ).toBeVisible();
  await form(page).getByRole("button", { name: "Max" }).click();
  await expect(amount(page)).toHaveValue("10,000");
  await amount(page).fill("1500");
  await press(page);
  await confirm(page, "");
  await expect(page.getByText("Password is required")).toBeVisible();
  await confirm(page, password);
  await expect(
    page.getByRole("dialog").getByText("Wrong transaction password"),
  ).toBeVisible();
  await confirm(page, transactionPassword);
  await expectNotice(page, "The amount is in the wallet you chose.");
  await expect(page).toHaveURL(/\/wallet$/);

  await page.goto("/wallet/transfer");
  await expect(
    page.getByRole("row", { name: /Spot wallet.*Futures wallet.*1,500/ }),
  ).toBeVisible();
  await form(page).getByRole("button", { name: "Swap the wallets" }).click();
  await form(page).getByLabel("Coin").selectOption("USDT");
  await expect(page.getByTestId("available")).toContainText("1,500");
  await amount(page).fill("1500.1");
  await expect(
    form(page).getByText("Insufficient balance in futures wallet"),
  ).toBeVisible();
  await amount(page).fill("500");
  await press(page);
  await confirm(page, transactionPassword);
  await expect(page).toHaveURL(/\/wallet$/);
  const { wallet } = (await read(
    request,
    person,
    "/api/v3/wallet-balance?name=USDT",
  )) as unknown as { wallet: { wallet_balance: string } };
  expect(wallet.wallet_balance).toBe("9000");
});

test("the funding wallet takes coins, says what it has of them and gives them on", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "funding"));
  await page.goto("/wallet/transfer");
  const between = async (ways: string) => {
    await form(page).getByText(ways).click();
    await form(page).getByLabel("Coin").selectOption("USDT");
  };
  await between("Spot and Funding");
  await expect(form(page).getByLabel("To", { exact: true })).toHaveValue(
    "FUNDING",
  );
  await amount(page).fill("120.5");
  await press(page);
  await confirm(page, transactionPassword);
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(page.getByRole("region", { name: "Allocation" })).toContainText(
    /Funding.*120\.50/,
  );

  await page.goto("/wallet/transfer");
  await between("Funding and Futures");
  await expect(form(page).getByLabel("From")).toHaveValue("FUNDING");
  await expect(page.getByTestId("available")).toContainText("120.5");
  await amount(page).fill("120.6");
  await expect(
    form(page).getByText("Insufficient balance in funding wallet"),
  ).toBeVisible();
  await form(page).getByRole("button", { name: "Max" }).click();
  await expect(amount(page)).toHaveValue("120.5");
  await press(page);
  await confirm(page, transactionPassword);
  await expect(page).toHaveURL(/\/wallet$/);
  await page.goto("/wallet/transfer");
  await expect(
    page.getByRole("row", { name: /Funding wallet.*Futures wallet.*120\.5/ }),
  ).toBeVisible();
});

test("a dialog moves USDT where one stands, and a position opens with it", async ({
  page,
  request,
}) => {
  const { coin } = instrumentOf("transfer: dialog");
  await signInAs(page, await newPerson(request, "stays"));
  await page.goto(`/trades/futures/${coin}`);
  const ticket = page.getByRole("form", { name: "Open a position" });
  await ticket.getByRole("link", { name: "Transfer USDT" }).click();
  const dialog = page.getByRole("dialog", { name: "Transfer", exact: true });
  await expect(dialog.getByLabel("Coin")).toHaveValue("USDT");
  await expect(dialog.getByTestId("available")).toContainText("10,000");
  await dialog.getByRole("textbox").fill("600");
  await dialog.getByRole("button", { name: "Transfer", exact: true }).click();
  await confirm(page, transactionPassword);
  await expectNotice(page, "The amount is in the wallet you chose.");
  await expect(page).toHaveURL(new RegExp(`/trades/futures/${coin}$`));
  await expect(ticket.getByTestId("available")).toContainText("600.00");
  await ticket.getByRole("textbox", { name: /^Amount/ }).fill("100");
  await ticket.getByRole("button", { name: /Buy more/ }).click();
  const position = page.getByRole("dialog", { name: "Confirm position" });
  await position
    .getByLabel("Transaction password", { exact: true })
    .fill(transactionPassword);
  await position.getByRole("button", { name: "Confirm" }).click();
  await expectNotice(
    page,
    new RegExp(
      String.raw`Opened long [\d.,]+ ${coin} at [\d.,]+\. Fee: [\d.]+ USDT\.`,
    ),
  );
});
