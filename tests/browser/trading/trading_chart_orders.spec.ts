// The client's own on the chart: trades that are marked, and open orders that are dragged and cancelled.
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { canvasColour, drawn, watchCanvases } from "../support/canvas";
import { farEnd, haveCandles } from "../support/market";
import {
  newPerson,
  order,
  read,
  signInAs,
  transactionPassword,
  type Person,
} from "../support/people";
import { test } from "../support/test";

test.beforeAll(haveCandles);

let person: Person;
test.beforeEach(async ({ page, request }) => {
  person = await newPerson(request, "chart");
  expect(
    await order(request, person, {
      name: "BTCUSDT",
      delegate_type: "BUY",
      market_type: "MARKET",
      total: "200",
    }),
  ).toMatchObject({ message: "success" });
  await signInAs(page, person);
});

const chart = (page: Page) =>
  page.getByRole("region", { name: "Chart of BTCUSDT" });
const ownOrders = (page: Page) =>
  chart(page).getByRole("group", { name: "Your open orders" });
/** A price of BTC as the page shows it. */
const inThousands = (price: string) =>
  Number(price).toLocaleString("en-US", { minimumFractionDigits: 1 });

type End = Awaited<ReturnType<typeof farEnd>>;
const rest = (request: APIRequestContext, { side, price }: End) =>
  order(request, person, {
    name: "BTCUSDT",
    delegate_type: side,
    market_type: "LIMIT",
    order_per_unit: price,
    number_of_order: "0.00123",
  });
const open = (page: Page) => page.goto("/trades/trade-chart/BTC");

test("an open order is dragged to another price, and cancelled on the chart", async ({
  page,
  request,
}) => {
  await open(page);
  const end = await farEnd(request, person, "BTCUSDT");
  expect(await rest(request, end)).toMatchObject({ message: "success" });
  const buys = end.side === "BUY";
  const name = `${buys ? "Buy" : "Sell"} 0.00123 Limit at ${inThousands(end.price)}`;
  const tag = ownOrders(page).getByRole("button", {
    name: `${name}: change`,
  });
  await expect(tag).toBeVisible();

  /** Away from the market, where nothing trades with it. */
  const drag = async () => {
    const box = (await tag.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + (buys ? 14 : -14), { steps: 3 });
  };
  const dialog = page.getByRole("dialog", { name: "Change order" });
  await drag();
  await expect(tag).not.toContainText("Limit");
  await page.keyboard.press("Escape");
  await expect(tag).toContainText("Limit");
  await page.mouse.up();
  await expect(dialog).toHaveCount(0);

  await drag();
  await page.mouse.up();
  const shown = await dialog
    .getByRole("textbox", { name: "Price" })
    .inputValue();
  const wanted = Number(shown.replace(",", ""));
  expect(Math.sign(wanted - Number(end.price))).toBe(buys ? -1 : 1);
  await dialog.getByLabel("Transaction password").fill(transactionPassword);
  await dialog.getByRole("button", { name: "Change order" }).click();
  await expect(dialog).toHaveCount(0);
  const path = "/api/v3/trades/open-orders";
  const { orders } = await read(request, person, path);
  expect(orders).toMatchObject([{ filled: "0" }]);
  const [moved] = orders as unknown as { price: string }[];
  expect(Number(moved?.price)).toBe(wanted);

  await ownOrders(page)
    .getByRole("button", { name: /: cancel$/ })
    .click();
  await page
    .getByRole("dialog", { name: "Cancel this order?" })
    .getByRole("button", { name: "Cancel order" })
    .click();
  await expect(ownOrders(page).getByRole("button")).toHaveCount(0);
  expect(await read(request, person, path)).toMatchObject({ orders: [] });
});

test("the client's own orders and trades are marked at their price", async ({
  page,
  request,
}) => {
  const triangles = async (colour: string) =>
    (await drawn(page)).fills.filter(
      (shape) => shape.points.length === 3 && shape.colour === colour,
    ).length;
  await watchCanvases(page);
  await open(page);
  const [up, down] = [
    await canvasColour(page, "up"),
    await canvasColour(page, "dn"),
  ];
  await expect.poll(() => triangles(up)).toBeGreaterThan(0);
  const end = await farEnd(request, person, "BTCUSDT");
  expect(await rest(request, end)).toMatchObject({ message: "success" });
  const side = end.side === "BUY" ? "Buy" : "Sell";
  await expect(ownOrders(page)).toContainText(`${side} 0.00123Limit`);
  expect(await triangles(down)).toBe(0);
  const sold = await order(request, person, {
    name: "BTCUSDT",
    delegate_type: "SELL",
    market_type: "MARKET",
    number_of_order: "0.0005",
  });
  expect(sold).toMatchObject({ message: "success" });
  await expect.poll(() => triangles(down)).toBeGreaterThan(0);
});
