// What becomes of a spot order that cannot be carried out as it was asked for: each is said in its own sentence.
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { expectBarFree, expectNotice, noticesOf } from "../support/notices";
import {
  instrumentOf,
  type Instrument,
  type Use,
} from "../support/instruments";
import { pinBook, pinPrice, releaseAll } from "../support/market";
import {
  newPerson,
  order,
  read,
  signInAs,
  type Person,
} from "../support/people";
import { delayed, serverOf } from "../support/price_screens";
import { test } from "../support/test";
import {
  confirm,
  confirmTaken,
  fill,
  form,
  orders,
  place,
  type Ticket,
} from "../support/ticket";

let trader: Person | undefined;

// What one run leaves in the book would meet the next one's orders.
test.afterEach(async ({ request }) => {
  await request.post("/api/v3/trades/cancel-order", {
    data: { all: true },
    headers: { Authorization: `Bearer ${trader?.token}` },
  });
  await releaseAll();
});

const book = (page: Page) => page.getByRole("region", { name: /Order book/ });

interface Opened extends Instrument {
  person: Person;
  /** A limit order to buy, at a price in percent of the coin's own. */
  buying: (percent: number, quantity: number) => Ticket;
}

/** The coin of this test with five bid for at 99.9 %, and these asks. */
async function open(
  page: Page,
  request: APIRequestContext,
  use: Use,
  asks: readonly (readonly [percent: number, quantity: number])[] = [
    [100.1, 5],
  ],
): Promise<Opened> {
  const instrument = instrumentOf(use);
  const { coin, at, lots } = instrument;
  const levels = asks.map(
    ([percent, quantity]) => [at(percent), lots(quantity)] as const,
  );
  await pinPrice(instrument, at(100));
  await pinBook(instrument, [[at(99.9), lots(5)]], levels);
  const person = await newPerson(request, "orders");
  trader = person;
  await signInAs(page, person);
  await page.goto(`/trades/spot/${coin}`);
  await expect(book(page)).toContainText(`${at(100)}Spread`);
  await expect(book(page).getByText(at(99.9))).toBeVisible();
  const shown = book(page)
    .getByRole("list", { name: /Asks/ })
    .getByRole("listitem");
  const whole = levels.map(
    ([price, quantity]) => new RegExp(`^${price}${quantity}`),
  );
  await expect(shown).toHaveText(whole.reverse());
  return {
    ...instrument,
    person,
    buying: (percent, quantity) => ({
      side: "Buy",
      coin,
      kind: "Limit",
      price: at(percent),
      amount: lots(quantity),
    }),
  };
}

/** The order is confirmed with the password and refused: told at once, and left where it was typed. */
async function expectRefused(page: Page, ticket: Ticket, sentence: string) {
  await fill(page, ticket);
  await confirm(page, ticket.side);
  await expectNotice(page, `The order was not placed\n${sentence}`);
  await expect(form(page, ticket).getByText(sentence)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("all or nothing is nothing where there is too little", async ({
  page,
  request,
}) => {
  const { coin, buying, lots } = await open(
    page,
    request,
    "orders: all or nothing",
  );
  await expectRefused(
    page,
    { ...buying(100.1, 8), terms: "FOK" },
    "The whole amount could not be filled at once, so nothing was bought or sold.",
  );
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  await expect(orders(page).getByText("No orders yet")).toBeVisible();
  // What the market has is bought whole.
  await place(page, { side: "Buy", coin, kind: "Limit", amount: lots(2) });
  await expect(orders(page).getByRole("row", { name: coin })).toContainText(
    "Filled",
  );
});

test("what an immediate order does not get at once is cancelled", async ({
  page,
  request,
}) => {
  const { coin, buying } = await open(page, request, "orders: immediate");
  await place(page, { ...buying(100.1, 8), terms: "IOC" });
  await expect(orders(page).getByText("No open orders")).toBeVisible();
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  const row = orders(page).getByRole("row", { name: coin });
  await expect(row).toContainText("Cancelled");
  await expect(row).toContainText("62%");
});

test("an order that may only rest is refused where it would trade", async ({
  page,
  request,
}) => {
  const { at, buying } = await open(page, request, "orders: post-only");
  await expectRefused(
    page,
    { ...buying(100.1, 1), terms: "Post only" },
    "This post-only order would have traded at once, so it was not placed.",
  );
  await place(page, buying(100, 1));
  await expect(orders(page).getByRole("row", { name: at(100) })).toContainText(
    "Pending",
  );
});

test("nobody trades with themselves", async ({ page, request }) => {
  const { person, pair, at, lots, buying } = await open(
    page,
    request,
    "orders: self-trade",
  );
  const bought = await order(request, person, {
    name: pair,
    delegate_type: "BUY",
    market_type: "MARKET",
    number_of_order: lots(2),
  });
  expect(bought).toMatchObject({ message: "success" });
  // What was bought has to be known to the page: a sale of it is refused there before.
  const selling = { ...buying(100, 1), side: "Sell" } as const;
  await expect(form(page, selling).getByText("Available")).toContainText(
    /[1-9]/,
  );
  await place(page, selling);
  await expectRefused(
    page,
    buying(100, 1),
    "The order would have traded with your own order.",
  );
  await expect(orders(page).getByRole("row", { name: at(100) })).toContainText(
    "Pending",
  );
});

test("a market order goes no further than two percent from the best price", async ({
  page,
  request,
}) => {
  const { coin, at, lots } = await open(page, request, "orders: protected", [
    [100.1, 1],
    [103.5, 50],
  ]);
  await place(page, { side: "Buy", coin, kind: "Market", amount: lots(4) });
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  const row = orders(page).getByRole("row", { name: coin });
  await expect(row).toContainText("Cancelled");
  await expect(row).toContainText("25%");
  await orders(page).getByRole("tab", { name: "Trade history" }).click();
  await expect(orders(page).getByRole("row", { name: coin })).toContainText(
    at(100.1),
  );
});

test("a market order that nobody answers is refused", async ({
  page,
  request,
}) => {
  const { coin, lots } = await open(
    page,
    request,
    "orders: nobody answers",
    [],
  );
  await expectRefused(
    page,
    { side: "Buy", coin, kind: "Market", amount: lots(1) },
    "There is no liquidity at this price. Nothing was bought or sold.",
  );
});

test("a stop market order waits, and spends its total once its price has come", async ({
  page,
  request,
}) => {
  const instrument = await open(page, request, "orders: stop market", [
    [100.1, 900],
  ]);
  const { coin, at } = instrument;
  const waiting = { side: "Buy", coin, kind: "Stop market" } as const;
  await fill(page, { ...waiting, stopPrice: at(99), total: "100" });
  await expect(
    form(page, waiting).getByText(
      /The stop price must be above the last price \(/,
    ),
  ).toBeVisible();
  await place(page, { ...waiting, stopPrice: at(101), total: "100" });
  const row = orders(page).getByRole("row", { name: /Stop market/ });
  await expect(row).toContainText(at(101));
  await expect(row).toContainText("Market");
  await expect(row).toContainText("100.00");
  await pinPrice(instrument, at(101.1));
  await expect(orders(page).getByText("No open orders")).toBeVisible();
  await expectNotice(page, /^Order filled · Stop market\nBought .*Fee: /);
  expectBarFree(page);
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  // The house's book may have followed the price by then: the price of one is open, the sum is not.
  await expect(row).toContainText(/100%(99\.[89]|100\.00).*Filled/);
});

test("a stop follows the price down and buys when it rises", async ({
  page,
  request,
}) => {
  const instrument = await open(page, request, "orders: trailing stop", [
    [100.1, 900],
  ]);
  const { coin, at } = instrument;
  await place(page, {
    side: "Buy",
    coin,
    kind: "Trailing stop",
    trail: "5",
    total: "100",
  });
  const row = orders(page).getByRole("row", { name: /Trailing stop/ });
  await expect(row).toContainText("5.00%");
  await expect(row).toContainText(at(105));
  await pinPrice(instrument, at(90));
  await expect(row).toContainText(at(94.5));
  await pinPrice(instrument, at(95));
  await expect(orders(page).getByText("No open orders")).toBeVisible();
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  await expect(row).toContainText(/100%.*Filled/);
});

test("what was bought with a take-profit and a stop-loss is protected by a pair, and sold by one of it", async ({
  page,
  request,
}) => {
  const instrument = await open(page, request, "orders: targets", [
    [100.1, 900],
  ]);
  const { at, lots, buying } = instrument;
  const targets = { takeProfit: at(102), stopLoss: at(98) };
  await place(page, { ...buying(99.5, 100), targets });
  const waiting = orders(page).getByRole("row", { name: at(99.5) });
  await expect(waiting).toContainText(`${at(102)} / ${at(98)}`);
  await place(page, { ...buying(100.1, 50), targets });
  const pair = orders(page).getByRole("row", { name: /OCO/ });
  await expect(pair).toHaveCount(2);
  // The fee was taken of the fifty, and what is left is sold in whole lots.
  await expect(pair.filter({ hasText: at(102) })).toContainText(lots(49));
  await expect(pair.filter({ hasText: at(98) })).toContainText(lots(49));
  // Somebody takes what is for sale at the profit's price.
  const buyer = await newPerson(request, "targets");
  await order(request, buyer, {
    name: instrument.pair,
    delegate_type: "BUY",
    market_type: "LIMIT",
    order_per_unit: at(102),
    number_of_order: lots(1000),
  });
  await expect(pair).toHaveCount(0);
  await expect(waiting).toBeVisible();
  await expectNotice(page, /^Order filled · OCO · Limit\nSold /);
  // What was bought at once, the answer to its order has told of.
  const receipts = noticesOf(page).filter((text) => text.includes("Bought"));
  expect(receipts).toEqual([
    expect.stringMatching(/^Order created successfully\n/),
  ]);
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  await expect(pair.filter({ hasText: /100%.*Filled/ })).toContainText(at(102));
  await expect(pair.filter({ hasText: /0%0\.00Cancelled/ })).toHaveCount(1);
});

test("a limit ten times away is no price", async ({ page, request }) => {
  const { buying } = await open(page, request, "orders: far away");
  await expectRefused(
    page,
    buying(9, 50),
    "The price is too far from the market.",
  );
});

test("what is confirmed without a network fails at once, and is not sent later", async ({
  page,
  request,
}) => {
  const { person, at, buying } = await open(page, request, "orders: offline");
  await fill(page, buying(91, 1));
  await page.context().setOffline(true);
  await confirm(page, "Buy");
  await expect(page.getByText("No answer from the server")).toBeVisible();
  const sent: unknown[] = [];
  page.on("request", (call) => {
    if (call.url().endsWith("/my-order")) sent.push(call.postDataJSON());
  });
  const reached = page.waitForResponse((answer) => answer.ok());
  await page.context().setOffline(false);
  await reached;
  // Its owner sends it again: of all that the page has sent since, this alone is an order.
  await confirmTaken(page, "Buy");
  const placed = orders(page).getByRole("row", { name: at(91) });
  await expect(placed).toHaveCount(1);
  // Its place in the list is older than what could be sent still: another order, and there are two.
  await place(page, buying(92, 1));
  await expect(orders(page).getByRole("row", { name: at(92) })).toHaveCount(1);
  await expect(placed).toHaveCount(1);
  const { orders: kept } = (await read(
    request,
    person,
    "/api/v3/trades/open-orders",
  )) as unknown as { orders: { price: string }[] };
  expect(kept.map(({ price }) => Number(price))).toEqual([
    Number(at(92)),
    Number(at(91)),
  ]);
  expect(sent).toHaveLength(2);
});

test("prices that no longer come, because the server cannot be reached, are marked", async ({
  page,
  request,
}) => {
  await page.clock.install();
  const server = serverOf(page);
  await open(page, request, "orders: unreachable");
  await expect(delayed(page)).toBeHidden();
  await server.lose();
  await page.context().setOffline(false);
  await expect(delayed(page)).toBeHidden();
});

test("what is too little to sell, or more than there is, is said", async ({
  page,
  request,
}) => {
  const { buying, lots } = await open(page, request, "orders: too little");
  const selling = { ...buying(100, 1), side: "Sell" } as const;
  await fill(page, { ...selling, amount: lots(0.1) });
  await expect(
    form(page, selling).getByText(
      /Amount must be greater than minimum sell amount \(/,
    ),
  ).toBeVisible();
  await fill(page, selling);
  await expect(
    form(page, selling).getByText("Insufficient balance (0)"),
  ).toBeVisible();
});
