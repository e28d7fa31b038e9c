// Spot trading: the first trade, orders that rest and are cancelled, refusals, two people who meet.
import { expect, type Page } from "@playwright/test";
import { expectNotice, recordNotices } from "../support/notices";
import { instrumentOf, type Instrument } from "../support/instruments";
import {
  onlyPeopleMeet,
  pinBook,
  pinPrice,
  release,
  releaseAll,
  stopPrices,
} from "../support/market";
import { newPerson, order, read, signInAs } from "../support/people";
import { test } from "../support/test";
import {
  cancel,
  confirm,
  confirmTaken,
  fill,
  form,
  orders,
  place,
} from "../support/ticket";

test.afterEach(releaseAll);

test("a newcomer buys at the market, rests a limit order and cancels it", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "first");
  await signInAs(page, person);
  await page.goto("/trades/spot/BTC");

  await place(page, {
    side: "Buy",
    coin: "BTC",
    kind: "Market",
    total: "1000",
  });
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  await expect(orders(page).getByRole("row", { name: /BTC/ })).toContainText(
    "Filled",
  );

  await place(page, {
    side: "Buy",
    coin: "BTC",
    kind: "Limit",
    price: "50000",
    amount: "0.01",
  });
  await orders(page)
    .getByRole("tab", { name: /Open orders/ })
    .click();
  const resting = orders(page).getByRole("row", { name: /50,000/ });
  await expect(resting).toContainText("Pending");
  const cancelling = page.waitForRequest("**/api/v3/trades/cancel-order");
  await cancel(page);
  await expect(page.getByText("1 order cancelled")).toBeVisible();
  expect((await cancelling).postDataJSON()).toHaveProperty("client_id");
  await expect(orders(page).getByText("No open orders")).toBeVisible();
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  await expect(
    orders(page).getByRole("row").filter({ hasText: "Cancelled" }),
  ).toHaveCount(1);

  await page.goto("/wallet");
  await expect(page.getByRole("row", { name: /Bitcoin/ })).toBeVisible();
  const { wallet } = (await read(
    request,
    person,
    "/api/v3/wallet-balance?name=USDT",
  )) as unknown as {
    wallet: { freeze_balance: string };
  };
  expect(wallet.freeze_balance).toBe("0");
});

test("what cannot be placed is refused with its sentence", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "refused"));
  await page.goto("/trades/spot/ETH");
  const buy = form(page, { side: "Buy", coin: "ETH" });

  await fill(page, { side: "Buy", coin: "ETH", kind: "Limit" });
  await expect(buy.getByText("Amount is required")).toBeVisible();
  await fill(page, {
    side: "Buy",
    coin: "ETH",
    kind: "Limit",
    price: "2000",
    amount: "50",
  });
  await expect(buy.getByText(/Insufficient balance \(/)).toBeVisible();
  await fill(page, {
    side: "Buy",
    coin: "ETH",
    kind: "Limit",
    price: "2000",
    amount: "0.0004",
  });
  await expect(
    buy.getByText(/Amount must be greater than minimum buy amount/),
  ).toBeVisible();

  await fill(page, {
    side: "Buy",
    coin: "ETH",
    kind: "Limit",
    price: "2000",
    amount: "0.1",
  });
  await page.getByRole("button", { name: "Confirm buy" }).click();
  await expect(page.getByText("Password is required")).toBeVisible();
  await confirm(page, "Buy", "not the password");
  await expectNotice(page, "Wrong transaction password");
  await expect(
    page.getByRole("dialog").getByText("Wrong transaction password"),
  ).toBeVisible();
  await confirmTaken(page, "Buy");
});

test("two people trade with each other and both see it without a reload", async ({
  browser,
  request,
}) => {
  const [seller, buyer] = [
    await newPerson(request, "seller"),
    await newPerson(request, "buyer"),
  ];
  const instrument = instrumentOf("trading: two meet");
  const { coin, at, lots } = instrument;
  await onlyPeopleMeet(request, instrument, seller);

  const [left, right] = [await browser.newPage(), await browser.newPage()];
  for (const page of [left, right]) await recordNotices(page.context());
  await signInAs(left, seller);
  await signInAs(right, buyer);
  await left.goto(`/trades/spot/${coin}`);
  await right.goto(`/trades/spot/${coin}`);

  await place(left, {
    side: "Sell",
    coin,
    kind: "Limit",
    price: at(101),
    amount: lots(2),
  });
  await expect(orders(left).getByRole("row", { name: at(101) })).toBeVisible();
  await expect(
    right
      .getByRole("region", { name: /Order book/ })
      .getByText(at(101))
      .first(),
  ).toBeVisible();

  await place(right, {
    side: "Buy",
    coin,
    kind: "Limit",
    price: at(101),
    amount: lots(2),
  });
  await expect(orders(left).getByText("No open orders")).toBeVisible();
  await orders(left).getByRole("tab", { name: "Trade history" }).click();
  await expect(orders(left).getByRole("row", { name: /Maker/ })).toContainText(
    at(101),
  );
  await orders(right).getByRole("tab", { name: "Trade history" }).click();
  await expect(orders(right).getByRole("row", { name: /Taker/ })).toContainText(
    at(101),
  );
  const market = right.getByRole("region", { name: /Order book/ });
  await market.getByRole("tab", { name: "Trades", exact: true }).click();
  await expect(
    market.getByRole("row", {
      name: new RegExp(`${at(101)}.*\\(your trade\\)`),
    }),
  ).toBeVisible();
  await market.getByRole("tab", { name: "My trades" }).click();
  await expect(market.getByRole("row", { name: at(101) })).toBeVisible();
  await left.close();
  await right.close();
});

/** The provider's price and book of an instrument, at one place in percent. */
async function marketAt(instrument: Instrument, percent: number) {
  const { at, lots } = instrument;
  // The last price never lies outside the book: the book goes first.
  await pinBook(
    instrument,
    [[at(percent - 0.1), lots(1000)]],
    [[at(percent + 0.1), lots(1000)]],
  );
  await pinPrice(instrument, at(percent));
}

const expectLast = (page: Page, price: string) =>
  expect(page.getByRole("region", { name: /Order book/ })).toContainText(
    `${price}Spread`,
  );

test("a stop waits for its price, is triggered by it and fills", async ({
  page,
  request,
}) => {
  const instrument = instrumentOf("trading: stop");
  const { coin, at, lots } = instrument;
  await marketAt(instrument, 100);
  await signInAs(page, await newPerson(request, "stop"));
  await page.goto(`/trades/spot/${coin}`);
  await expectLast(page, at(100));
  await place(page, {
    side: "Buy",
    coin,
    kind: "Stop limit",
    stopPrice: at(101),
    limitPrice: at(102),
    amount: lots(1),
  });
  const waiting = orders(page).getByRole("row", { name: /Stop limit/ });
  await expect(waiting).toContainText(at(101));
  await expect(waiting).toContainText(at(102));
  await marketAt(instrument, 101.5);
  await expect(orders(page).getByText("No open orders")).toBeVisible();
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  await expect(
    orders(page).getByRole("row", { name: /Stop limit/ }),
  ).toContainText("Filled");
});

test("of an OCO pair both are held once and cancelled together", async ({
  page,
  request,
}) => {
  const instrument = instrumentOf("trading: OCO");
  const { coin, at, lots } = instrument;
  await marketAt(instrument, 100);
  const person = await newPerson(request, "pair");
  await signInAs(page, person);
  await page.goto(`/trades/spot/${coin}`);
  await expectLast(page, at(100));
  const pair = {
    side: "Buy",
    coin,
    kind: "Limit",
    oco: true,
    limitPrice: at(97),
    stopPrice: at(98),
    stopLimitPrice: at(103),
    amount: lots(1),
  } as const;
  await fill(page, pair);
  await expect(
    form(page, pair).getByText(/The limit must be below the last price/),
  ).toBeVisible();
  await place(page, { ...pair, oco: false, stopPrice: at(102) });
  const legs = orders(page).getByRole("row", { name: /OCO ·/ });
  await expect(legs).toHaveCount(2);
  await orders(page)
    .getByRole("button", { name: /Cancel this order/ })
    .first()
    .click();
  const question = page.getByRole("dialog", { name: "Cancel this order?" });
  await expect(question).toContainText(
    "The other order of the pair is cancelled with it.",
  );
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expect(orders(page).getByText("No open orders")).toBeVisible();
});

test("prices that stand still are marked, and the market comes back by itself", async ({
  page,
  request,
}) => {
  const instrument = instrumentOf("trading: stale");
  const { coin } = instrument;
  await signInAs(page, await newPerson(request, "stale"));
  await page.goto(`/trades/spot/${coin}`);
  const buy = form(page, { side: "Buy", coin });
  await expect(buy.getByText("Available")).toContainText(/\d/);
  await expect(page.getByText("Delayed")).toHaveCount(0);
  await stopPrices(instrument);
  await expect(page.getByText("Delayed").first()).toBeVisible();
  await buy.getByRole("tab", { name: "Market" }).click();
  await expect(
    page.getByText(/Prices are delayed at the moment/).first(),
  ).toBeVisible();
  await release(instrument);
  await expect(page.getByText("Delayed")).toHaveCount(0);
  // The last price may be back before the book is.
  await expect(page.getByText("Spread —")).toHaveCount(0);
  await place(page, { side: "Buy", coin, kind: "Market", total: "100" });
});

test("a page that is opened while prices stand still recovers by itself", async ({
  page,
  request,
}) => {
  const instrument = instrumentOf("trading: opened stale");
  const { coin } = instrument;
  await signInAs(page, await newPerson(request, "opened-late"));
  await stopPrices(instrument);
  await page.goto(`/trades/spot/${coin}`);
  await expect(page.getByText("Delayed").first()).toBeVisible();
  await release(instrument);
  await expect(page.getByText("Delayed")).toHaveCount(0);
  await expect(
    form(page, { side: "Buy", coin }).getByText(/Prices are delayed/),
  ).toHaveCount(0);
});

test("a market order that is larger than the known book says so", async ({
  page,
  request,
}) => {
  const instrument = instrumentOf("trading: shallow");
  const { coin, at, lots } = instrument;
  await pinPrice(instrument, at(100));
  await pinBook(instrument, [[at(99.9), lots(1)]], [[at(100.1), lots(1)]]);
  await signInAs(page, await newPerson(request, "shallow"));
  await page.goto(`/trades/spot/${coin}`);
  await expectLast(page, at(100));
  const buy = form(page, { side: "Buy", coin });
  const warning = buy.getByText(/the average price may be worse/);
  await buy.getByRole("tab", { name: "Market" }).click();
  await buy.getByRole("textbox", { name: "Amount" }).fill("0.5");
  await expect(warning).toBeHidden();
  await buy.getByRole("textbox", { name: "Amount" }).fill("50");
  await expect(warning).toBeVisible();
});

test("the header leads to Convert, to the chart and to the trading data", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "ways"));
  await page.goto("/trades/spot/ETH");
  const ways = page.getByRole("navigation", { name: "Trading mode" });
  await expect(ways.getByText("Spot")).toHaveAttribute("aria-current", "page");
  await expect(ways.getByRole("link", { name: "Convert" })).toHaveAttribute(
    "href",
    "/wallet/convert",
  );
  const header = page.locator("header").filter({ has: ways });
  await header.getByRole("link", { name: "Chart", exact: true }).click();
  await expect(page).toHaveURL(/\/trades\/trade-chart\/ETH$/);
  await header.getByRole("link", { name: "Trading data" }).click();
  await expect(page).toHaveURL(/\/markets\/trading_data$/);
});

test("pairs are picked from pages of twenty, by name", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "pairs"));
  await page.goto("/trades/spot/BTC");
  await page.getByRole("button", { name: /Choose a pair/ }).click();
  const picker = page.getByRole("dialog", { name: "Choose a pair" });
  const rows = picker.getByRole("row").filter({ hasText: "/USDT" });
  await expect(rows).toHaveCount(20);
  await expect(picker.getByRole("button", { name: "Next page" })).toBeVisible();
  await picker.getByLabel("Search coin").fill("nothing of this name");
  await expect(picker.getByText("No Records Found")).toBeVisible();
});

test("a pair is starred where it is chosen, and found among the favorites", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "starred"));
  await page.goto("/trades/spot/BTC");
  await page.getByRole("button", { name: /Choose a pair/ }).click();
  const picker = page.getByRole("dialog", { name: "Choose a pair" });
  await expect(
    picker.getByRole("columnheader", { name: "24h volume" }),
  ).toBeVisible();
  await picker.getByLabel("Search coin").fill("solana");
  await picker.getByRole("button", { name: "Add SOL to favorites" }).click();
  await picker.getByRole("tab", { name: "Favorites" }).click();
  await picker.getByLabel("Search coin").fill("");
  await expect(
    picker.getByRole("row").filter({ hasText: "/USDT" }),
  ).toHaveCount(1);
  await picker.getByRole("link", { name: /SOL/ }).click();
  await expect(page).toHaveURL(/\/trades\/trade-chart\/SOL$/);
});

test("book and trades stand behind one toggle at 1799 px, side by side at 1800 px", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "width"));
  await page.setViewportSize({ width: 1799, height: 900 });
  await page.goto("/trades/spot/BTC");
  const book = page.getByText("Amount(BTC)").first();
  const toggle = page.getByRole("tab", { name: "Trades", exact: true });
  const marketTrades = page.getByRole("tab", { name: "Market trades" });
  const priceSteps = page.getByRole("button", { name: /Price steps of/ });
  await expect(book).toBeVisible();
  await expect(marketTrades).toHaveCount(0);
  await toggle.click();
  await expect(priceSteps).toHaveCount(0);
  await page.setViewportSize({ width: 1800, height: 900 });
  await expect(book).toBeVisible();
  await expect(priceSteps).toBeVisible();
  await expect(marketTrades).toBeVisible();
  await expect(toggle).toHaveCount(0);
});

test("an address may name the coin by its pair, and the menu marks where it leads", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "suffix"));
  for (const [path, entry] of [
    ["/trades/spot/ethusdt", "Trade"],
    ["/trades/trade-chart/ETHUSDT", "Trade"],
    ["/trades/futures/ETHUSDT", "Futures"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText("Amount(ETH)").first()).toBeVisible();
    await expect(
      page.getByRole("banner").getByRole("link", { name: entry, exact: true }),
    ).toHaveAttribute("aria-current", "page");
  }
});

test("the slider goes through all its stops by keyboard, where lots round the amount", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "stops");
  const bought = await order(request, person, {
    name: "BTCUSDT",
    delegate_type: "BUY",
    market_type: "MARKET",
    number_of_order: "0.00123",
  });
  expect(bought).toMatchObject({ message: "success" });
  await signInAs(page, person);
  await page.goto("/trades/spot/BTC");
  const sell = form(page, { side: "Sell", coin: "BTC" });
  const slider = sell.getByRole("slider");
  const amount = sell.getByRole("textbox", { name: "Amount" });
  await slider.focus();
  // 0.00123 less the fee of 0.1 %, in lots of 0.00001.
  for (const expected of ["0.0003", "0.00061", "0.00092", "0.00122"]) {
    await page.keyboard.press("ArrowRight");
    await expect(amount).toHaveValue(expected);
  }
  await page.keyboard.press("ArrowLeft");
  await expect(amount).toHaveValue("0.00092");
});
