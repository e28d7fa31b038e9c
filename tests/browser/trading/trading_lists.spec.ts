// The client's lists: filters, order, the file, and cancelling all.
import { readFile } from "node:fs/promises";
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import {
  newPerson,
  order,
  read,
  signInAs,
  type Person,
} from "../support/people";
import { test } from "../support/test";
import { orders } from "../support/ticket";

async function limitOrder(
  request: APIRequestContext,
  person: Person,
  coin: string,
  share: number,
  quantity: string,
) {
  const { price } = (await (
    await request.get(`/api/v3/recent-trades?name=${coin}USDT`)
  ).json()) as { price: string };
  const answer = await order(request, person, {
    name: `${coin}USDT`,
    delegate_type: "BUY",
    market_type: "LIMIT",
    number_of_order: quantity,
    order_per_unit: String(Math.floor(Number(price) * share)),
  });
  expect(answer).toMatchObject({ message: "success" });
}

async function trader(page: Page, request: APIRequestContext, name: string) {
  const person = await newPerson(request, name);
  await limitOrder(request, person, "BTC", 0.98, "0.001");
  await limitOrder(request, person, "BTC", 0.97, "0.003");
  await limitOrder(request, person, "ETH", 0.96, "0.02");
  await signInAs(page, person);
  await page.goto("/trades/spot/BTC");
  await expect(
    orders(page).getByRole("tab", { name: "Open orders (3)" }),
  ).toBeVisible();
  return person;
}

const rows = (page: Page) =>
  orders(page).getByRole("row").filter({ hasText: "/USDT" });

test("orders are filtered, sorted, kept as a file, and all of one pair cancelled after a question", async ({
  page,
  request,
}) => {
  await trader(page, request, "lists");
  await expect(rows(page)).toHaveCount(3);
  await orders(page).getByRole("button", { name: "Filters" }).click();
  const filters = orders(page).getByRole("group", { name: "Filters" });
  await filters.getByLabel("Pair").selectOption("BTC/USDT");
  await expect(rows(page)).toHaveCount(2);

  await orders(page).getByRole("button", { name: "Amount" }).click();
  await expect(rows(page).first()).toContainText("0.00300");
  await orders(page).getByRole("button", { name: "Amount" }).click();
  await expect(rows(page).first()).toContainText("0.00100");

  const download = page.waitForEvent("download");
  await orders(page).getByRole("button", { name: "Export as CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^cambio-open-orders-.*\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  const lines = text.trimEnd().split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFFOrder number,Time \(UTC\),Pair,/);
  expect(lines).toHaveLength(3);
  expect(lines.slice(1).every((line) => line.includes("BTCUSDT"))).toBe(true);

  await filters.getByLabel("Side").selectOption("Sell");
  await expect(
    orders(page).getByText("Nothing matches these filters."),
  ).toBeVisible();
  await filters.getByRole("button", { name: "Reset" }).click();
  await expect(rows(page)).toHaveCount(3);
  await filters.getByLabel("To", { exact: true }).fill("2020-01-01");
  await expect(
    orders(page).getByText("Nothing matches these filters."),
  ).toBeVisible();
  await filters.getByRole("button", { name: "Reset" }).click();
  await expect(rows(page)).toHaveCount(3);

  await orders(page).getByText("Hide other pairs").click();
  await expect(rows(page)).toHaveCount(2);
  await orders(page).getByRole("button", { name: "Cancel all" }).click();
  const question = page.getByRole("dialog", {
    name: "Cancel all open orders?",
  });
  await expect(question).toContainText("2 orders will be cancelled");
  await question.getByRole("button", { name: "Keep them" }).click();
  await expect(rows(page)).toHaveCount(2);
  await orders(page).getByRole("button", { name: "Cancel all" }).click();
  await question.getByRole("button", { name: "Cancel all" }).click();
  await expect(page.getByText("2 orders cancelled")).toBeVisible();
  await expect(orders(page).getByText("No open orders")).toBeVisible();
  await orders(page).getByText("Hide other pairs").click();
  await expect(rows(page)).toHaveCount(1);
});

test("fills are listed with their fee; funds come as a file, sorted, and are found by their coin", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "fills");
  expect(
    await order(request, person, {
      name: "BTCUSDT",
      delegate_type: "BUY",
      market_type: "MARKET",
      total: "100",
    }),
  ).toMatchObject({ message: "success" });
  await signInAs(page, person);
  await page.goto("/trades/spot/BTC");
  await orders(page).getByRole("tab", { name: "Trade history" }).click();
  await expect(rows(page).first()).toContainText("Taker");
  await page
    .getByRole("region", { name: /Order book/ })
    .getByRole("tab", { name: "My trades" })
    .click();
  await expect(
    page.getByRole("group", { name: "My trades" }).getByRole("row"),
  ).not.toHaveCount(1);
  await orders(page).getByRole("tab", { name: "Funds" }).click();
  const download = page.waitForEvent("download");
  await orders(page).getByRole("button", { name: "Export as CSV" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain("\r\nBTC,");
  expect(text).toContain("\r\nUSDT,");

  await orders(page).getByRole("button", { name: "Coin", exact: true }).click();
  await expect(
    orders(page).getByRole("columnheader", { name: "Coin" }),
  ).toHaveAttribute("aria-sort", "descending");
  await orders(page).getByRole("button", { name: "Filters" }).click();
  const search = orders(page).getByLabel("Search coin");
  await search.fill("usd");
  // The head, and the one coin.
  await expect(orders(page).getByRole("row")).toHaveCount(2);
  await search.fill("nothing of this name");
  await expect(orders(page).getByText("No Records Found")).toBeVisible();
});

test("a page has five orders, and another order begins on the first page", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "pages");
  for (const quantity of [1, 2, 3, 4, 5, 6])
    await limitOrder(request, person, "BTC", 0.9, `0.00${quantity}`);
  await signInAs(page, person);
  await page.goto("/trades/spot/BTC");
  await expect(rows(page)).toHaveCount(5);
  await orders(page).getByRole("button", { name: "Next page" }).click();
  await expect(rows(page)).toHaveCount(1);
  await orders(page).getByRole("button", { name: "Amount" }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toContainText("0.00600");
});

test("the history's total is what was paid, not what was offered", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "paid");
  await limitOrder(request, person, "BTC", 1.015, "0.001");
  const { orders: past } = (await read(
    request,
    person,
    "/api/v3/trades/order-histories",
  )) as unknown as { orders: { total: string; filled_total: string }[] };
  const [offered, paid] = [past[0]?.total, past[0]?.filled_total];
  expect(Number(offered)).toBeGreaterThan(Number(paid) + 1);
  const shown = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    roundingMode: "halfEven",
  }).format(paid as Intl.StringNumericLiteral);
  await signInAs(page, person);
  await page.goto("/trades/spot/BTC");
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  await expect(rows(page)).toHaveText(new RegExp(`${shown}\\D`));
});
