// Changing an open order in the list of open orders.
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { instrumentOf } from "../support/instruments";
import { pinBook, pinPrice, releaseAll } from "../support/market";
import { expectNotice } from "../support/notices";
import {
  newPerson,
  order,
  read,
  signInAs,
  transactionPassword,
  type Person,
} from "../support/people";
import { test } from "../support/test";
import { orders } from "../support/ticket";

let trader: Person | undefined;

test.afterEach(async ({ request }) => {
  await request.post("/api/v3/trades/cancel-order", {
    data: { all: true },
    headers: { Authorization: `Bearer ${trader?.token}` },
  });
  await releaseAll();
});

/** The coin of this test with an order to buy 1,000 of it at 98 %; the best bid is 99.9 %. */
async function open(page: Page, request: APIRequestContext) {
  const instrument = instrumentOf("amend: list");
  const { coin, pair, at, lots } = instrument;
  await pinPrice(instrument, at(100));
  await pinBook(instrument, [[at(99.9), lots(500)]], [[at(100.1), lots(400)]]);
  const person = await newPerson(request, "amend");
  trader = person;
  expect(
    await order(request, person, {
      name: pair,
      delegate_type: "BUY",
      market_type: "LIMIT",
      number_of_order: lots(1000),
      order_per_unit: at(98),
    }),
  ).toMatchObject({ message: "success" });
  await signInAs(page, person);
  await page.goto(`/trades/spot/${coin}`);
  await expect(
    orders(page).getByRole("tab", { name: "Open orders (1)" }),
  ).toBeVisible();
  return { ...instrument, person };
}

const dialog = (page: Page) =>
  page.getByRole("dialog", { name: "Change order" });
const field = (page: Page, name: string) =>
  dialog(page).getByRole("textbox", { name });
const edit = (page: Page, coin: string) =>
  orders(page)
    .getByRole("button", { name: `Change this order for ${coin}USDT` })
    .click();
const confirm = (page: Page) =>
  dialog(page).getByRole("button", { name: "Change order" }).click();
const firstOf =
  (path: string) => async (request: APIRequestContext, person: Person) => {
    const answer = await read(request, person, `/api/v3/trades/${path}`);
    const [first] = answer["orders"] as unknown as Record<string, string>[];
    return first;
  };
const openOf = firstOf("open-orders");
const pastOf = firstOf("order-histories");

test("price and amount of an open order are changed in the list", async ({
  page,
  request,
}) => {
  const { coin, person, at, lots } = await open(page, request);
  await edit(page, coin);
  await expect(field(page, "Price")).toHaveValue(Number(at(98)).toString());
  await field(page, "Amount").fill("600");
  await expect(dialog(page)).toContainText("Keeps its place in the queue.");
  await dialog(page)
    .getByLabel("Transaction password")
    .fill(transactionPassword);
  await confirm(page);
  await expectNotice(page, `Order changed\n600 ${coin} at ${at(98)}`);
  await expect(dialog(page)).toHaveCount(0);
  await expect(orders(page).getByRole("row", { name: coin })).toContainText(
    "600",
  );
  expect(await openOf(request, person)).toMatchObject({
    number_of_order: "600",
    filled: "0",
  });

  // What the server refuses stands beside its field, and nothing is changed.
  await edit(page, coin);
  await field(page, "Price").fill(at(5));
  await expect(dialog(page)).toContainText("Goes to the end of the queue");
  await dialog(page)
    .getByLabel("Transaction password")
    .fill(transactionPassword);
  await confirm(page);
  await expect(
    dialog(page).getByText("The price is too far from the market."),
  ).toBeVisible();

  // A price that reaches the asks buys at once what is there.
  await field(page, "Price").fill(at(100.1));
  await confirm(page);
  await expectNotice(page, `Order changed\nBought 400 ${coin} at`);
  // The house offers those 400 again within two seconds, and then the rest is bought too.
  const left =
    (await openOf(request, person)) ?? (await pastOf(request, person));
  expect(Number(left?.["filled"])).toBeGreaterThanOrEqual(Number(lots(400)));
});
