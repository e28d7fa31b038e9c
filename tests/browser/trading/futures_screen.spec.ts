// The futures screen itself: the live mark, another contract, panels that are arranged, the phone.
import { expect, type Page } from "@playwright/test";
import { expectNoViolation } from "../support/axe";
import { drawn, watchCanvases } from "../support/canvas";
import { form, open, positions, trader } from "../support/futures";
import { instrumentOf } from "../support/instruments";
import { pinMark, releaseAll } from "../support/market";
import { delayed, serverOf } from "../support/price_screens";
import { test } from "../support/test";

test.afterEach(releaseAll);

/** Every panel has what it shows, and none moves any more. */
async function expectAtRest(page: Page) {
  const level = page.locator("[data-index]").first();
  await expect(level).toBeVisible();
  await expect(page.getByTestId("available")).toContainText(/\d/);
  await expect(page.getByTestId("mark-price")).toContainText(/\d/);
  await expect(positions(page).getByText("No open positions")).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Markets" }).getByRole("link").first(),
  ).toBeVisible();
  await page.evaluate(async () => {
    await document.fonts.ready;
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(moving.map(({ finished }) => finished));
  });
}

test("the mark price is live: pushes bring it", async ({ page, request }) => {
  const instrument = instrumentOf("futures screen: live mark");
  const { coin, pair, at } = instrument;
  await pinMark(instrument, at(100));
  await trader(page, request, "marks");
  const pushes = page.waitForEvent("websocket", (socket) =>
    socket.url().endsWith(`/stream/market/${pair}`),
  );
  await page.goto(`/trades/futures/${coin}`);
  const mark = page.getByTestId("mark-price");
  await expect(mark).toContainText(at(100));
  // What is pushed before the page hears anything is lost to it.
  await (await pushes).waitForEvent("framereceived");
  await page.route("**/api/v3/futures/contracts", (route) => route.abort());
  await pinMark(instrument, at(101));
  await expect(mark).toContainText(at(101));
});

test("an open position stands on the chart with what it makes", async ({
  page,
  request,
}) => {
  const person = await trader(page, request, "lines");
  await open(request, person, "BTCUSDT", "1000");
  let entry = "";
  let unrealised = "12.34";
  await page.routeWebSocket("**/stream/market/**", () => undefined);
  await page.route("**/api/v2/client-margin", async (route) => {
    const response = await route.fetch();
    const told = (await response.json()) as { margin: object[] };
    // In sight: at the last price and near it, whatever the mark was when it was opened.
    const margin = told.margin.map((position) => ({
      ...position,
      quantity: "0.35",
      ...(entry && {
        opening_price: entry,
        liquidation_price: String(Math.floor(+entry * 0.9998)),
      }),
      unrealised,
    }));
    await route.fulfill({ json: { ...told, margin } });
  });
  await watchCanvases(page);
  await page.goto("/trades/futures/BTC");
  const last = page.getByTestId("last-price");
  await expect(last).toContainText(/\d/);
  entry = (await last.innerText()).replace(/[^\d.]/g, "");
  const texts = async () => (await drawn(page)).texts.map(({ text }) => text);
  await expect.poll(texts).toContain("Long 0.35000 BTC +12.34 USDT");
  await expect.poll(texts).toContain("Liquidation");
  unrealised = "-5.67";
  await expect.poll(texts).toContain("Long 0.35000 BTC \u22125.67 USDT");
});

test("another coin is chosen, and the book follows it", async ({
  page,
  request,
}) => {
  await trader(page, request, "chooser");
  await page.goto("/trades/futures/BTC");
  await page.getByRole("button", { name: /Choose a contract/ }).click();
  const picker = page.getByRole("dialog", { name: "Choose a contract" });
  await picker.getByRole("button", { name: "24h Change" }).click();
  await expect(
    picker.getByRole("columnheader", { name: "24h Change" }),
  ).toHaveAttribute("aria-sort", "descending");
  await picker.getByLabel("Search coin").fill("nothing of this name");
  await expect(picker.getByText("No Records Found")).toBeVisible();
  await picker.getByLabel("Search coin").fill("ada");
  await picker.getByRole("link", { name: /ADA/ }).click();
  await expect(page).toHaveURL(/\/trades\/futures\/ADA$/);
  await expect(page.getByText("Amount(ADA)").first()).toBeVisible();
  // No price is taken from the book here: its levels are no buttons.
  const level = page.locator("[data-index]").first();
  await expect(level).toHaveText(/^0\.\d/);
  await expect(page.locator("button[data-index]")).toHaveCount(0);

  const markets = page.getByRole("region", { name: "Markets" });
  await markets.getByLabel("Search coin").fill("zzz");
  await expect(markets.getByText("No Records Found")).toBeVisible();
  await markets.getByLabel("Search coin").fill("eth");
  await markets.getByRole("link", { name: /ETH/ }).click();
  await expect(page).toHaveURL(/\/trades\/futures\/ETH$/);
  await expect(page.getByText("Amount(ETH)").first()).toBeVisible();
  await expect(level).toHaveText(/^\d,\d{3}\./);
});

test("what a level would cost stands beside it", async ({ page, request }) => {
  await trader(page, request, "hoverer");
  await page.goto("/trades/futures/BTC");
  await expectAtRest(page);
  const level = page.locator("[data-index]").first();
  const tip = page.getByRole("tooltip");
  await level.hover();
  await expect(tip).toContainText("Average price");
  // Both are measured in one go: the book lives, and the tip follows its level.
  const beside = () =>
    page.evaluate(() => {
      const [from, to] = ["[data-index]", "[role=tooltip]"].map((one) =>
        document.querySelector(one)?.getBoundingClientRect(),
      );
      if (!from || !to) return null;
      return {
        gap: Math.round(from.x - to.x - to.width),
        askew: Math.round(to.y + to.height / 2 - from.y - from.height / 2),
      };
    });
  await expect.poll(beside).toEqual({ gap: 8, askew: 0 });
});

test("the panels are arranged with the keyboard, kept, and reset", async ({
  page,
  request,
}) => {
  await trader(page, request, "arranger");
  await page.goto("/trades/futures/BTC");
  const book = page.locator('[data-panel="book"]');
  await expectAtRest(page);
  const before = await book.boundingBox();
  // The page ends with its last panel, however long the lists in them are.
  const below = () =>
    page.locator("[data-panel]").evaluateAll((panels) => {
      const ends = panels.map((panel) => panel.getBoundingClientRect().bottom);
      const end = window.scrollY + Math.max(...ends);
      return document.documentElement.scrollHeight - end;
    });
  expect(await below()).toBeLessThan(20);
  await page.getByRole("button", { name: "Arrange panels" }).click();
  const handle = page.getByRole("group", { name: "Arrange: Order book" });
  await handle.getByRole("button", { name: "Move to the left" }).focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await book.boundingBox())?.x)
    .toBeLessThan(before?.x ?? 0);
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await expect
    .poll(async () => (await book.boundingBox())?.x)
    .toBeLessThan(before?.x ?? 0);
  await page.getByRole("button", { name: "Arrange panels" }).click();
  await page.getByRole("button", { name: "Reset layout" }).click();
  await expect.poll(async () => (await book.boundingBox())?.x).toBe(before?.x);
});

test("a panel is dragged to another place", async ({ page, request }) => {
  await trader(page, request, "dragger");
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto("/trades/futures/BTC");
  const account = page.locator('[data-panel="account"]');
  await expectAtRest(page);
  await page.getByRole("button", { name: "Arrange panels" }).click();
  const name = page
    .getByRole("group", { name: "Arrange: Margin account" })
    .getByText("Margin account");
  await expectAtRest(page);
  const from = await name.boundingBox();
  const before = await account.boundingBox();
  if (!from || !before) throw new Error("the panel is not there");
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, 300, { steps: 12 });
  await page.mouse.up();
  await expect
    .poll(async () => (await account.boundingBox())?.y)
    .toBeLessThan(before.y);
  expect(complaints).toEqual([]);
});

test("a panel is made larger by its corner", async ({ page, request }) => {
  await trader(page, request, "resizer");
  await page.goto("/trades/futures/BTC");
  await expectAtRest(page);
  await page.getByRole("button", { name: "Arrange panels" }).click();
  await expect(page.getByRole("button", { name: "Done" })).toBeVisible();
  await expectAtRest(page);
  const chart = page.locator('[data-panel="chart"]');
  const before = await chart.boundingBox();
  if (!before) throw new Error("the panel is not there");
  const corner = { x: before.x + before.width, y: before.y + before.height };
  await page.mouse.move(corner.x - 8, corner.y - 8);
  await page.mouse.down();
  await page.mouse.move(corner.x - 8, corner.y + 100, { steps: 8 });
  await page.mouse.up();
  await expect
    .poll(async () => (await chart.boundingBox())?.height)
    .toBeGreaterThan(before.height + 60);
});

test("leaving closes the sockets and asks for positions no longer", async ({
  page,
  request,
}) => {
  await trader(page, request, "leaver");
  const open = new Set<string>();
  page.on("websocket", (socket) => {
    open.add(socket.url());
    socket.on("close", () => open.delete(socket.url()));
  });
  let asked = 0;
  page.on("request", (call) => {
    if (call.url().includes("/client-margin")) asked += 1;
  });
  await page.clock.install();
  await page.goto("/trades/futures/BTC");
  const markets = () =>
    [...open].filter((url) => url.includes("/stream/market/"));
  await expect.poll(() => markets().length).toBeGreaterThan(0);
  await expect.poll(() => asked).toBeGreaterThan(0);
  // The first answer has come: it is asked for again when its time is up.
  await expect(positions(page).getByText("No open positions")).toBeVisible();
  const first = asked;
  await page.clock.runFor(5_000);
  await expect.poll(() => asked).toBeGreaterThan(first);
  await page.getByRole("banner").getByRole("link", { name: "Convert" }).click();
  await expect(page).toHaveURL(/\/wallet\/convert$/);
  await expect.poll(markets).toEqual([]);
  // Convert asks for its own again at half the pace of the positions.
  await expect(page.getByTestId("available-from")).toContainText(/\d/);
  const before = asked;
  for (let round = 0; round < 2; round += 1) {
    const again = page.waitForRequest("**/api/v3/convert/history?*");
    await page.clock.runFor(10_000);
    await again;
  }
  expect(asked).toBe(before);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("one column has the two options, and nothing hangs over", async ({
    page,
    request,
  }) => {
    const person = await trader(page, request, "phone");
    await open(request, person, "BTCUSDT", "50");
    await page.goto("/trades/futures/BTC");
    await expect(form(page)).toBeVisible();
    await page.getByRole("tab", { name: "Order Books" }).click();
    await expect(form(page)).toBeHidden();
    await expect(page.getByText("Amount(BTC)")).toBeVisible();
    await page.getByRole("tab", { name: "Buy and Sell" }).click();
    await expect(
      positions(page).getByRole("button", { name: /Close position/ }),
    ).toBeVisible();
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(over).toBeLessThanOrEqual(0);
    await expectNoViolation(page, "an open position");
    // A wider window goes on with the same list.
    const list = positions(page).getByRole("tab", { name: "Funding" });
    await list.click();
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(page.getByRole("tab", { name: "Order Books" })).toBeHidden();
    await expect(list).toHaveAttribute("aria-selected", "true");
  });
});

test("marks that no longer come are marked, and come back", async ({
  page,
  request,
}) => {
  await page.clock.install();
  const server = serverOf(page);
  await trader(page, request, "cut");
  await page.goto("/trades/futures/BTC");
  await expect(page.getByTestId("mark-price")).toContainText(/\d/);
  await expect(delayed(page)).toBeHidden();
  await server.lose();
  await page.context().setOffline(false);
  await expect(delayed(page)).toBeHidden();
});
