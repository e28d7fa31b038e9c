// What becomes of a spot order that cannot be carried out as it was asked for: each is said in its own sentence.
import { expect, test, type Page } from "@playwright/test";
import { newPerson, order, signInAs, type Person } from "./support/people";
import { clear, pinBook, pinPrice } from "./support/simulator";
import {
  confirm,
  fill,
  form,
  orders,
  place,
  type Ticket,
} from "./support/ticket";

let trader: Person | undefined;

// What one test leaves in the book would meet the next one's orders.
test.afterEach(async ({ request }) => {
  await request.post("/api/v3/trades/cancel-order", {
    data: { all: true },
    headers: { Authorization: `Bearer ${trader?.token}` },
  });
  await clear();
});

const book = (page: Page) => page.getByRole("region", { name: /Order book/ });

/** Prices and books come every two seconds. */
const soon = { timeout: 30_000 };

/** LTC at 88 with five bid for at 87.9, and these asks. */
async function open(
  page: Page,
  request: Parameters<typeof newPerson>[0],
  name: string,
  asks: [price: string, quantity: string][] = [["88.100", "5"]],
) {
  await pinPrice("LTC-USDT", "88.000");
  await pinBook("LTC-USDT", [["87.900", "5"]], asks);
  const person = await newPerson(request, name);
  trader = person;
  await signInAs(page, person);
  await page.goto("/trades/spot/LTC");
  // The provider's, or that of what the test before traded there.
  await expect(book(page)).toContainText(/88\.[01]00Spread/);
  // The test before may have had another book, or have bought a part of the same.
  await expect(book(page).getByText("87.900")).toBeVisible(soon);
  const shown = book(page)
    .getByRole("list", { name: /Asks/ })
    .getByRole("listitem");
  const whole = asks.map(
    ([price, quantity]) => new RegExp(`^${price}${quantity}\\.00`),
  );
  await expect(shown).toHaveText(whole.reverse(), soon);
  return person;
}

/** The order is confirmed with the password and refused: told at once, and left where it was typed. */
async function expectRefused(page: Page, ticket: Ticket, sentence: string) {
  await fill(page, ticket);
  const told = expect(
    page
      .getByRole("alert")
      .filter({ hasText: "The order was not placed" })
      .filter({ hasText: sentence }),
  ).toBeVisible();
  await confirm(page, ticket.side);
  await told;
  await expect(form(page, ticket).getByText(sentence)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

const buying = { side: "Buy", coin: "LTC", kind: "Limit" } as const;

test("all or nothing is nothing where there is too little", async ({
  page,
  request,
}) => {
  await open(page, request, "fok");
  await expectRefused(
    page,
    { ...buying, price: "88.1", amount: "8", terms: "FOK" },
    "The whole amount could not be filled at once, so nothing was bought or sold.",
  );
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  await expect(orders(page).getByText("No orders yet")).toBeVisible();
  // What the market has is bought whole.
  await place(page, { ...buying, amount: "2" });
  await expect(orders(page).getByRole("row", { name: /LTC/ })).toContainText(
    "Filled",
  );
});

test("what an immediate order does not get at once is cancelled", async ({
  page,
  request,
}) => {
  await open(page, request, "ioc");
  await place(page, { ...buying, price: "88.1", amount: "8", terms: "IOC" });
  await expect(orders(page).getByText("No open orders")).toBeVisible();
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  const row = orders(page).getByRole("row", { name: /LTC/ });
  await expect(row).toContainText("Cancelled");
  await expect(row).toContainText("62%");
});

test("an order that may only rest is refused where it would trade", async ({
  page,
  request,
}) => {
  await open(page, request, "post-only");
  await expectRefused(
    page,
    { ...buying, price: "88.1", amount: "1", terms: "Post only" },
    "A post-only order would have traded at once, so it was not placed.",
  );
  await place(page, { ...buying, price: "88", amount: "1" });
  await expect(
    orders(page).getByRole("row", { name: /88\.000/ }),
  ).toContainText("Pending");
});

test("nobody trades with themselves", async ({ page, request }) => {
  const person = await open(page, request, "self");
  await expect(async () => {
    const bought = await order(request, person, {
      name: "LTCUSDT",
      delegate_type: "BUY",
      market_type: "MARKET",
      number_of_order: "2",
    });
    expect(bought).toMatchObject({ message: "success" });
  }).toPass();
  await place(page, { ...buying, side: "Sell", price: "88", amount: "1" });
  await expectRefused(
    page,
    { ...buying, price: "88", amount: "1" },
    "The order would have met your own order.",
  );
  await expect(
    orders(page).getByRole("row", { name: /88\.000/ }),
  ).toContainText("Pending");
});

test("a market order goes no further than two percent from the best price", async ({
  page,
  request,
}) => {
  await open(page, request, "protected", [
    ["88.100", "1"],
    ["91.000", "50"],
  ]);
  await place(page, { ...buying, kind: "Market", amount: "4" });
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  const row = orders(page).getByRole("row", { name: /LTC/ });
  await expect(row).toContainText("Cancelled");
  await expect(row).toContainText("25%");
  await orders(page).getByRole("tab", { name: "Trade history" }).click();
  await expect(orders(page).getByRole("row", { name: /LTC/ })).toContainText(
    "88.100",
  );
});

test("a market order that nobody answers is refused", async ({
  page,
  request,
}) => {
  await open(page, request, "nobody", []);
  await expectRefused(
    page,
    { ...buying, kind: "Market", amount: "1" },
    "There is nobody to trade with at this price. Nothing was bought or sold.",
  );
});

test("a limit ten times away is no price", async ({ page, request }) => {
  await open(page, request, "far");
  await expectRefused(
    page,
    { ...buying, price: "8.7", amount: "1" },
    "The price is too far from the market.",
  );
});

test("an answer that nobody expects, or none, is said", async ({
  page,
  request,
}) => {
  await open(page, request, "odd");
  const address = "**/api/v2/my-order";
  await page.route(address, (route) =>
    route.fulfill({ json: { message: "neither here nor there" } }),
  );
  await fill(page, { ...buying, price: "80", amount: "1" });
  await confirm(page, "Buy");
  await expect(page.getByText("Something went wrong")).toBeVisible();
  await page.unroute(address);
  await page.route(address, (route) => route.abort());
  await confirm(page, "Buy");
  await expect(page.getByText("No answer from the server")).toBeVisible();
  // The form is as it was: the same order is sent again, and is one.
  await page.unroute(address);
  const told = expect(
    page.getByText("Order created successfully"),
  ).toBeVisible();
  await confirm(page, "Buy");
  await told;
  await expect(orders(page).getByRole("row", { name: /80\.000/ })).toHaveCount(
    1,
  );
});

test("what is confirmed without a network fails at once, and is not sent later", async ({
  page,
  request,
}) => {
  await open(page, request, "offline");
  await fill(page, { ...buying, price: "80", amount: "1" });
  await page.context().setOffline(true);
  await confirm(page, "Buy");
  await expect(page.getByText("No answer from the server")).toBeVisible();
  await page.context().setOffline(false);
  await page.waitForResponse((answer) => answer.ok());
  const list = await request.get("/api/v3/trades/order-histories", {
    headers: { Authorization: `Bearer ${trader?.token}` },
  });
  expect(await list.json()).toMatchObject({ orders: [] });
  await expect(orders(page).getByRole("row", { name: /80\.000/ })).toHaveCount(
    0,
  );
  // Its owner sends it again, and it is one.
  const told = expect(
    page.getByText("Order created successfully"),
  ).toBeVisible();
  await confirm(page, "Buy");
  await told;
  await expect(orders(page).getByRole("row", { name: /80\.000/ })).toHaveCount(
    1,
  );
});

test("prices that no longer come, because the server cannot be reached, are marked", async ({
  page,
  request,
}) => {
  await open(page, request, "unreachable");
  const delayed = page.getByText("Delayed", { exact: true }).first();
  await expect(delayed).toBeHidden();
  await page.context().setOffline(true);
  await expect(delayed).toBeVisible(soon);
  await page.context().setOffline(false);
  await expect(delayed).toBeHidden(soon);
});

test("what is too little to sell, or more than there is, is said", async ({
  page,
  request,
}) => {
  await open(page, request, "seller");
  const selling = { ...buying, side: "Sell", price: "88" } as const;
  await fill(page, { ...selling, amount: "0.01" });
  await expect(
    form(page, selling).getByText(
      /Amount must be greater than minimum sell amount \(/,
    ),
  ).toBeVisible();
  await fill(page, { ...selling, amount: "1" });
  await expect(
    form(page, selling).getByText("Insufficient balance (0)"),
  ).toBeVisible();
});
