// The order form as a person uses it.
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNotice } from "./notices";
import { transactionPassword } from "./people";

export interface Ticket {
  side: "Buy" | "Sell";
  coin: string;
  kind:
    | "Limit"
    | "Market"
    | "Stop limit"
    | "Stop market"
    | "Take profit limit"
    | "Take profit market"
    | "Trailing stop";
  /** Of an order without a stop. */
  price?: string;
  /** One cancels the other: a limit order with a stop leg. */
  oco?: boolean;
  limitPrice?: string;
  stopPrice?: string;
  stopLimitPrice?: string;
  /** In percent. */
  trail?: string;
  /** Of the pair that is placed for what will be filled. */
  targets?: { takeProfit: string; stopLoss: string };
  amount?: string;
  total?: string;
  /** Of a limit order; left as it is unless given. */
  terms?: "GTC" | "IOC" | "FOK" | "Post only";
}

export const form = (
  page: Page,
  ticket: Pick<Ticket, "side" | "coin">,
): Locator => page.getByRole("form", { name: `${ticket.side} ${ticket.coin}` });

/** Fills the form and presses its button; the confirmation is open afterwards if all is well. */
export async function fill(page: Page, ticket: Ticket): Promise<void> {
  const order = form(page, ticket);
  await expect(order.getByText("Available")).toContainText(/\d/);
  const conditional = ticket.kind !== "Limit" && ticket.kind !== "Market";
  await order
    .getByRole("tab", {
      name: conditional ? "Conditional" : ticket.kind,
      exact: true,
    })
    .click();
  if (conditional)
    await order
      .getByRole("combobox", { name: "Order type" })
      .selectOption(ticket.kind);
  if (ticket.oco) {
    await order.getByText("Advanced").click();
    await order.getByText("OCO: one cancels the other").click();
  }
  if (ticket.terms) {
    await order.getByText("Advanced").click();
    if (ticket.terms === "Post only")
      await order.getByText(ticket.terms).click();
    else
      await order
        .locator("label")
        .filter({ hasText: new RegExp(`^${ticket.terms}`) })
        .click();
  }
  if (ticket.targets)
    await order.getByRole("checkbox", { name: "TP/SL" }).check();
  const prices = {
    "Limit price": ticket.limitPrice,
    "Stop price": ticket.stopPrice,
    "Stop limit price": ticket.stopLimitPrice,
    "Trailing distance": ticket.trail,
    "Take-profit": ticket.targets?.takeProfit,
    "Stop-loss": ticket.targets?.stopLoss,
  };
  for (const [name, price] of Object.entries(prices)) {
    if (price)
      await order
        .getByRole("textbox", { name: new RegExp(`^${name} `) })
        .fill(price);
  }
  if (ticket.price)
    await order.getByRole("textbox", { name: /^Price / }).fill(ticket.price);
  if (ticket.amount)
    await order.getByRole("textbox", { name: "Amount" }).fill(ticket.amount);
  if (ticket.total)
    await order.getByRole("textbox", { name: "Total" }).fill(ticket.total);
  await order
    .getByRole("button", { name: `${ticket.side} ${ticket.coin}`, exact: true })
    .click();
}

export async function confirm(
  page: Page,
  side: "Buy" | "Sell",
  password = transactionPassword,
) {
  const dialog = page.getByRole("dialog", { name: "Confirm order" });
  await dialog.getByLabel("Transaction password").fill(password);
  await dialog
    .getByRole("button", { name: `Confirm ${side.toLowerCase()}` })
    .click();
}

/** Confirms the order: the server takes it, and the page says so. */
export async function confirmTaken(
  page: Page,
  side: "Buy" | "Sell",
): Promise<void> {
  const answered = page.waitForResponse("**/api/v2/my-order");
  await confirm(page, side);
  expect(await (await answered).json()).toMatchObject({ message: "success" });
  await expectNotice(page, "Order created successfully");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

export async function place(page: Page, ticket: Ticket): Promise<void> {
  await fill(page, ticket);
  await confirmTaken(page, ticket.side);
}

export const orders = (page: Page) =>
  page.getByRole("region", { name: "Your orders and funds" });

/** Cancels the one open order that the list shows. */
export async function cancel(page: Page): Promise<void> {
  await orders(page)
    .getByRole("button", { name: /Cancel this order/ })
    .click();
  await page
    .getByRole("dialog", { name: "Cancel this order?" })
    .getByRole("button", { name: "Cancel order" })
    .click();
}
