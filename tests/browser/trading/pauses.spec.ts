// The operator stops trading for everybody: pages say so and take no order, but let one be cancelled,
// and go on by themselves.
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { pause, resume, resumeAll } from "../support/installation";
import { expectNotice } from "../support/notices";
import { newPerson, refusedOrder, signInAs } from "../support/people";
import { ask } from "../support/simulator";
import { test } from "../support/test";
import {
  cancel,
  confirm,
  fill,
  form,
  orders,
  place,
  type Ticket,
} from "../support/ticket";

/**
 * Who takes orders hears of it a moment after who tells it. It is asked with an order of next to
 * nothing, which is never taken: a closed market refuses it as closed, an open one as too little.
 */
async function expectMarket(
  request: APIRequestContext,
  is: "open" | "closed",
): Promise<void> {
  const person = await newPerson(request, "asking");
  const tooLittle = {
    name: "BTCUSDT",
    delegate_type: "BUY",
    market_type: "LIMIT",
    order_per_unit: "20000",
    number_of_order: "0.00001",
  };
  await expect
    .poll(() => refusedOrder(request, person, tooLittle))
    .toMatchObject({
      message: is === "open" ? "below_minimum" : "market_closed",
    });
}

// The next test trades, too.
test.afterEach(async ({ request }) => {
  resumeAll();
  await expectMarket(request, "open");
});

/**
 * Until the server tells it, and the page has asked: it does so every 20 seconds, which are over at
 * once.
 */
async function expectTold(page: Page, trading: boolean): Promise<void> {
  const paused = async () =>
    (await ask<{ paused: { trading: boolean } }>("/api/v3/status")).paused;
  await expect.poll(paused).toMatchObject({ trading });
  await page.clock.fastForward(20_000);
  if (trading) await expect(notice(page)).toHaveText(everywhere);
  else await expect(notice(page)).toHaveCount(0);
}

const buying: Ticket = {
  side: "Buy",
  coin: "BTC",
  kind: "Limit",
  price: "50000",
  amount: "0.01",
};
const selling = { ...buying, side: "Sell" } as const;

const everywhere =
  "Trading is paused. Your open orders stay, and you can cancel them.";
const inPlace = "Trading is paused. You can cancel your orders.";

// An act is told in a status, too.
const notice = (page: Page) =>
  page.getByRole("status").filter({ hasText: /is paused/ });
const button = (page: Page, { side, coin }: Ticket) =>
  form(page, { side, coin }).getByRole("button", {
    name: `${side} ${coin}`,
    exact: true,
  });
const resting = (page: Page) =>
  orders(page).getByRole("row", { name: /50,000/ });

test("while trading is paused orders can only be cancelled, and all goes on without a reload", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "paused"));
  await page.clock.install();
  await page.goto("/trades/spot/BTC");
  await place(page, buying);
  await expect(resting(page)).toContainText("Pending");
  await expect(notice(page)).toHaveCount(0);
  await page.evaluate(() => Object.assign(globalThis, { first: true }));

  pause("trading");
  await expectMarket(request, "closed");
  await expectTold(page, true);
  for (const ticket of [buying, selling]) {
    await expect(form(page, ticket).getByText(inPlace)).toBeVisible();
    await expect(button(page, ticket)).toBeDisabled();
  }
  await expect(resting(page)).toContainText("Pending");
  await cancel(page);
  await expectNotice(page, "1 order cancelled");
  await expect(orders(page).getByText("No open orders")).toBeVisible();

  resume("trading");
  await expectMarket(request, "open");
  await expectTold(page, false);
  await expect(form(page, buying).getByText(inPlace)).toHaveCount(0);
  await place(page, buying);
  await expect(resting(page)).toContainText("Pending");
  expect(await page.evaluate(() => "first" in globalThis)).toBe(true);
});

test("an order that meets the pause is refused, and is left where it was typed", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "pausing"));
  await page.clock.install();
  await page.goto("/trades/spot/BTC");
  await fill(page, buying);
  pause("trading");
  await expectMarket(request, "closed");
  await confirm(page, "Buy");
  await expectNotice(
    page,
    "The order was not placed\nThis market is closed at the moment.",
  );
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectTold(page, true);
  await expect(
    form(page, buying).getByRole("textbox", { name: "Amount" }),
  ).toHaveValue("0.01");
  await expect(orders(page).getByText("No open orders")).toBeVisible();
});
