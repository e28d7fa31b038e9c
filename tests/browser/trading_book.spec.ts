// The order book and what stands beside it, with a market that holds still.
import { expect, test, type Page } from "@playwright/test";
import { newPerson, order, signInAs } from "./support/people";
import { form } from "./support/ticket";

const level = (unit_price: string, number_of_order: string) => ({
  unit_price,
  number_of_order,
  total: "0",
});

const market = {
  asks: [
    level("100000.2", "1"),
    level("100000.9", "0.5"),
    level("100004", "2"),
    level("100012", "1"),
  ],
  bids: [
    level("99999.8", "1"),
    level("99999.1", "1"),
    level("99996", "2"),
    level("99988", "1"),
  ],
  price: "100000",
  trades: [
    { px: "100000", sz: "0.1", side: "buy", ts: "1795298400000" },
    { px: "99999.8", sz: "0.2", side: "sell", ts: "1795298399000" },
  ],
  seq: "1",
  stale: false,
  as_of: "2026-11-21T22:00:00Z",
};

/** The book stands as it is here: nothing is pushed, every question gets the same answer. */
async function stillMarket(page: Page, book: unknown = market) {
  await page.routeWebSocket("**/stream/market/**", () => undefined);
  await page.route("**/api/v3/recent-trades?*", (route) =>
    route.fulfill({ json: book }),
  );
}

const book = (page: Page) => page.getByRole("region", { name: /Order book/ });
const asks = (page: Page) =>
  book(page).getByRole("list", { name: "Asks, lowest last" });
const bids = (page: Page) =>
  book(page).getByRole("list", { name: "Bids, highest first" });

test("a level tells what taking the book up to it costs, and fills the forms", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "levels"));
  await stillMarket(page);
  await page.goto("/trades/spot/BTC");
  const third = asks(page).getByRole("button", { name: /100,004\.0/ });
  await third.hover();
  const tip = page.getByRole("tooltip");
  await expect(tip).toContainText("≈ 100,002.5");
  await expect(tip).toContainText("3.50000");
  await expect(tip).toContainText("350,008.65");
  // 3.5 of the 4.5 that are asked.
  await expect(tip).toContainText("Share of this side77.8%");

  await third.getByText("100,004.0").click();
  const [buy, sell] = [
    form(page, { side: "Buy", coin: "BTC" }),
    form(page, { side: "Sell", coin: "BTC" }),
  ];
  await expect(buy.getByRole("textbox", { name: "Price" })).toHaveValue(
    "100004",
  );
  await expect(sell.getByRole("textbox", { name: "Price" })).toHaveValue(
    "100004",
  );
  await expect(buy.getByRole("textbox", { name: "Amount" })).toHaveValue("");

  await third.getByText("2.00000").click();
  await expect(buy.getByRole("textbox", { name: "Amount" })).toHaveValue("3.5");
  await expect(sell.getByRole("textbox", { name: "Amount" })).toHaveValue("");

  // The same with the keyboard.
  await bids(page).getByRole("button").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(tip).toContainText("≈ 99,999.4");
  await page.keyboard.press("Enter");
  await expect(sell.getByRole("textbox", { name: "Price" })).toHaveValue(
    "99999.1",
  );
});

test("levels are joined in steps, and a side can stand alone", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "joined"));
  await stillMarket(page);
  await page.goto("/trades/spot/BTC");
  await expect(asks(page).getByRole("button")).toHaveCount(4);
  await book(page).getByRole("button", { name: "Levels of 0.1" }).click();
  await book(page).getByRole("button", { name: "10", exact: true }).click();
  await expect(asks(page).getByRole("button")).toHaveText([
    /100,020\.0.*1\.00000/,
    /100,010\.0.*3\.50000/,
  ]);
  await expect(bids(page).getByRole("button").first()).toHaveText(
    /99,990\.0.*4\.00000/,
  );
  await book(page)
    .getByRole("button", { name: "Both sides are shown; show bids only" })
    .click();
  await expect(asks(page)).toHaveCount(0);
  await book(page)
    .getByRole("button", { name: "Bids are shown; show asks only" })
    .click();
  await expect(bids(page)).toHaveCount(0);
});

test("the client's own price is marked in the book", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "marked");
  const { price } = (await (
    await request.get("/api/v3/recent-trades?name=BTCUSDT")
  ).json()) as { price: string };
  const limit = String(Math.floor(Number(price) * 0.99));
  expect(
    await order(request, person, {
      name: "BTCUSDT",
      delegate_type: "BUY",
      market_type: "LIMIT",
      number_of_order: "0.001",
      order_per_unit: limit,
    }),
  ).toMatchObject({ message: "success" });
  await signInAs(page, person);
  const bid = level(`${limit}.0`, "1");
  await stillMarket(page, { ...market, bids: [bid], asks: [] });
  await page.goto("/trades/spot/BTC");
  await expect(
    bids(page).getByRole("button", { name: /\(your order\)/ }),
  ).toHaveCount(1);
});

test("depth and what is known of the coin stand in the chart's place", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "about"));
  await stillMarket(page);
  await page.route("**/api/v3/coin-profile?*", (route) =>
    route.fulfill({
      json: {
        coin_profile: {
          ranking: 1,
          market_cap: "1330000000000",
          market_dominance: "54.3",
          circulating_supply: "19774312",
          total_supply: null,
          max_supply: "21000000",
          issue_date: "2009-01-03",
          all_time_high: "73750.07",
          all_time_low: null,
          intro: "The first decentralised digital currency.",
        },
        trading: {
          large: { buy: "5000000", sell: "1000000" },
          medium: { buy: "300000", sell: "200000" },
          small: { buy: "10000", sell: "20000" },
        },
        at: "2026-11-21T22:00:00Z",
      },
    }),
  );
  await page.goto("/trades/spot/BTC");
  const views = page.getByRole("radiogroup", {
    name: "Chart, depth or overview",
  });
  await views.getByText("Depth").click();
  await expect(page.getByRole("figure")).toContainText(
    "5.00000 BTC bid, 4.50000 BTC asked",
  );
  await views.getByText("Overview").click();
  const about = page.getByRole("region", { name: "About BTC" });
  await expect(about).toContainText("Rank 1");
  await expect(about).toContainText("$1.33T");
  await expect(about).toContainText("21,000,000 BTC");
  await expect(about).toContainText("3 Jan 2009");
  await expect(
    about.locator("div", { has: page.getByText("Total supply") }).last(),
  ).toContainText("N/A");
  await expect(about.getByRole("row", { name: /Large/ })).toContainText(
    "5.00M",
  );
});

test("a book that cannot be loaded says so and comes back", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "broken"));
  let broken = true;
  await page.routeWebSocket("**/stream/market/**", () => undefined);
  await page.route("**/api/v3/recent-trades?*", (route) =>
    broken
      ? route.fulfill({ status: 503, json: { message: "unavailable" } })
      : route.fulfill({ json: market }),
  );
  await page.goto("/trades/spot/BTC");
  await expect(
    page.getByText("The order book could not be loaded"),
  ).toBeVisible();
  broken = false;
  await book(page).getByRole("button", { name: "Try again" }).click();
  await expect(asks(page).getByRole("button")).toHaveCount(4);
});

test("an empty market shows 0 and no skeleton", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "empty"));
  await stillMarket(page, {
    ...market,
    asks: [],
    bids: [],
    price: "0",
    trades: [],
  });
  await page.goto("/trades/spot/BTC");
  await expect(book(page).getByText("Spread —")).toBeVisible();
  await expect(book(page).getByText("0.0", { exact: true })).toBeVisible();
});

test("pushes by the hundred are taken once each", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "pushes"));
  let push: (message: string) => void = () => undefined;
  await page.routeWebSocket("**/stream/market/**", (socket) => {
    push = (message) => socket.send(message);
  });
  await page.route("**/api/v3/recent-trades?*", (route) =>
    route.fulfill({ json: market }),
  );
  await page.goto("/trades/spot/BTC");
  await book(page).getByRole("tab", { name: "Trades", exact: true }).click();
  const rows = book(page).getByRole("row");
  await expect(rows).toHaveCount(3);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  for (let seq = 1; seq <= 40; seq += 1) {
    const trade = {
      px: `1000${String(seq).padStart(2, "0")}`,
      sz: "1",
      side: "buy",
      ts: String(1795298400000 + seq),
    };
    push(
      JSON.stringify({
        seq,
        at: seq,
        channel: "trades",
        pair: "BTCUSDT",
        data: { trades: [trade] },
      }),
    );
  }
  await expect(rows).toHaveCount(43);
  await expect(rows.nth(1)).toContainText("100,040.0");
  await expect(rows.nth(40)).toContainText("100,001.0");
});

test("fifty of the hundred fetched trades are shown", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "fifty"));
  const trades = Array.from({ length: 100 }, (_, index) => ({
    px: "100000",
    sz: "0.1",
    side: "buy",
    ts: String(1795298400000 - index),
  }));
  await stillMarket(page, { ...market, trades });
  await page.goto("/trades/spot/BTC");
  await book(page).getByRole("tab", { name: "Trades", exact: true }).click();
  // The head, and the fifty.
  await expect(book(page).getByRole("row")).toHaveCount(51);
});
