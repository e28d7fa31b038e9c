// The chart: what people choose stays, what they draw stays, and everything is reached by keyboard.
// What it draws of the server's answers: features/chart/drawn.test.tsx.
import { expect, type Page } from "@playwright/test";
import { drawn, watchCanvases } from "../support/canvas";
import { haveCandles } from "../support/market";
import { newPerson, signInAs } from "../support/people";
import { test } from "../support/test";

test.beforeAll(haveCandles);

test.beforeEach(async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "chart"));
});

const chart = (page: Page) =>
  page.getByRole("region", { name: "Chart of BTCUSDT" });
const canvas = (page: Page) =>
  chart(page).getByRole("group", { name: /^Candlestick chart of BTCUSDT/ });

async function open(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto("/trades/trade-chart/BTC");
  await expect(canvas(page).locator("canvas").first()).toBeVisible();
  return complaints;
}

// That it is not seen is the stylesheet's doing.
test("no axis with numbers of its own stands there before the candles come", async ({
  page,
}) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/v2/chart/chart-series?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/trades/trade-chart/BTC");
  const axis = canvas(page).locator("canvas").first();
  await expect(axis).toBeAttached();
  await expect(axis).toBeHidden();
  release();
  await expect(axis).toBeVisible();
});

test("indicators are chosen and stay for the next visit", async ({ page }) => {
  const complaints = await open(page);
  await chart(page).getByRole("button", { name: "Indicators" }).click();
  const choice = (name: string) =>
    chart(page).getByRole("button", { name: new RegExp(`^${name} `) });
  await expect(choice("MA")).toHaveAttribute("aria-pressed", "true");
  for (const name of ["EMA", "BOLL", "RSI", "MACD"]) {
    await choice(name).click();
    await expect(choice(name)).toHaveAttribute("aria-pressed", "true");
  }
  await choice("MA").click();
  await page.reload();
  await chart(page).getByRole("button", { name: "Indicators" }).click();
  await expect(choice("MA")).toHaveAttribute("aria-pressed", "false");
  await expect(choice("RSI")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(choice("RSI")).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("an indicator's numbers and the scale of prices are chosen, and stay", async ({
  page,
}) => {
  await watchCanvases(page);
  const complaints = await open(page);
  const texts = async () =>
    (await drawn(page)).texts.map(({ text }) => text).slice(-200);
  const press = (name: string | RegExp) =>
    chart(page).getByRole("button", { name }).click();
  await press("Indicators");
  for (const name of [/^VWAP /, /^ST /, /^Stoch /, /^ATR /]) await press(name);
  for (const legend of ["VWAP: ", "%K: ", "%D: ", "ATR: ", "20", "80"])
    await expect.poll(texts).toContain(legend);
  // Which percentages stand on the axis depends on the prices: zero may be too near its end.
  const inPercent = async () =>
    (await texts()).some((text) => text.endsWith("%"));
  expect(await inPercent()).toBe(false);

  await press("Indicator settings");
  const settings = page.getByRole("dialog", { name: "Indicator settings" });
  await settings
    .getByRole("group", { name: "Moving average" })
    .getByLabel("Short length")
    .fill("9");
  await settings.getByRole("button", { name: "Apply" }).click();
  await expect.poll(texts).toContain("MA9: ");
  await press("Price scale");
  await press("Percent");
  await expect.poll(inPercent).toBe(true);

  await page.reload();
  await expect.poll(texts).toContain("MA9: ");
  await expect.poll(inPercent).toBe(true);
  expect(complaints).toEqual([]);
});

test("drawings stay with their pair until they are removed", async ({
  page,
}) => {
  await page.clock.install();
  const complaints = await open(page);
  const kept = () =>
    page.evaluate(() => localStorage.getItem("cambio.drawings.BTCUSDT"));
  const draw = async (tool: string) => {
    await chart(page)
      .getByRole("button", { name: "Draw on the chart" })
      .click();
    await chart(page).getByRole("button", { name: tool }).click();
  };
  const count = async () =>
    (JSON.parse((await kept()) ?? "[]") as unknown[]).length;
  const press = async (drawings: number, ...points: [number, number][]) => {
    for (const [x, y] of points) {
      await canvas(page).click({ position: { x, y } });
      // Two presses within half a second would be one double press to the chart.
      await page.clock.runFor(600);
    }
    await expect.poll(count).toBe(drawings);
  };
  await draw("Horizontal line");
  await expect(chart(page).getByText("Choose a price")).toBeVisible();
  await press(1, [200, 150]);
  await expect(chart(page).getByText("Choose a price")).toHaveCount(0);
  await draw("Rectangle");
  await press(2, [150, 120], [300, 200]);
  await draw("Text");
  await page.getByRole("textbox", { name: "Text" }).fill("support");
  await page.getByRole("button", { name: "Place text" }).click();
  await press(3, [250, 180]);
  expect(JSON.parse((await kept()) ?? "[]")).toMatchObject([
    { tool: "horizontal" },
    { tool: "rectangle" },
    { tool: "note", text: "support" },
  ]);
  await press(3, [400, 150]);
  const bar = page.getByRole("group", {
    name: "Chosen drawing: Horizontal line",
  });
  await bar.getByRole("button", { name: "Colour", exact: true }).click();
  await bar.getByRole("button", { name: "Colour 3" }).click();
  await expect
    .poll(async () => JSON.parse((await kept()) ?? "[]") as unknown[])
    .toContainEqual(
      expect.objectContaining({
        tool: "horizontal",
        look: { colour: "warning" },
      }),
    );
  await page.keyboard.press("Delete");
  await expect.poll(count).toBe(2);
  await draw("Undo");
  await expect.poll(count).toBe(3);
  await page.reload();
  await expect(canvas(page).locator("canvas").first()).toBeVisible();
  expect(JSON.parse((await kept()) ?? "[]")).toHaveLength(3);
  await draw("Remove all drawings");
  await expect.poll(kept).toBeNull();
  await draw("Undo");
  await expect.poll(count).toBe(3);
  await draw("Remove all drawings");
  await expect.poll(kept).toBeNull();
  expect(complaints).toEqual([]);
});

test("what is chosen and drawn in one browser is there in the client's next", async ({
  page,
  request,
  browser,
}) => {
  const person = await newPerson(request, "devices");
  await signInAs(page, person);
  await open(page);
  const kept = (of: Page) => (part: string) =>
    of.evaluate((name) => localStorage.getItem(`cambio.${name}`), part);
  const sent = (part: string) =>
    page.waitForResponse(
      (answer) =>
        answer.url().endsWith("/api/v3/chart-settings") &&
        answer.request().postData()?.includes(part) === true &&
        answer.ok(),
    );
  const press = (name: string) =>
    chart(page).getByRole("button", { name }).click();
  const [layout, drawings] = [sent("logarithmic"), sent("BTCUSDT")];
  await press("Price scale");
  await press("Logarithmic");
  await press("Draw on the chart");
  await press("Horizontal line");
  await canvas(page).click({ position: { x: 200, y: 150 } });
  await Promise.all([layout, drawings]);
  const line = await kept(page)("drawings.BTCUSDT");
  expect(line).toContain("horizontal");

  const next = await (await browser.newContext()).newPage();
  await signInAs(next, person);
  await open(next);
  await expect.poll(() => kept(next)("drawings.BTCUSDT")).toBe(line);
  await expect.poll(() => kept(next)("scale")).toBe('"logarithmic"');
  await chart(next).getByRole("button", { name: "Price scale" }).click();
  await expect(
    chart(next).getByRole("button", { name: "Logarithmic" }),
  ).toHaveAttribute("aria-pressed", "true");
  await next.context().close();
});

test("the frame stays for this session, and the candles stand as a table too", async ({
  page,
}) => {
  await open(page);
  await chart(page).getByText("1D", { exact: true }).click();
  await page.reload();
  await expect(chart(page).getByRole("radio", { name: "1D" })).toBeChecked();
  await chart(page)
    .getByRole("button", { name: "Show the candles as a table" })
    .click();
  await expect(
    chart(page)
      .getByRole("table", { name: /Latest candles of BTCUSDT/ })
      .getByRole("row"),
  ).not.toHaveCount(1);
});

test("live bars come from the datafeed of the frame", async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => sessionStorage.setItem("cambio.frame", "1hr"));
  await open(page);
  const asked = page.waitForRequest(/\/udf\/history\/one-hour\?/);
  await page.clock.runFor(11_000);
  const address = new URL((await asked).url());
  expect(address.searchParams.get("symbol")).toBe("BTCUSDT");
  expect(address.searchParams.get("countback")).toBe("2");
});

test("picking a coin leads to its chart", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /Choose a pair/ }).click();
  const dialog = page.getByRole("dialog", { name: "Choose a pair" });
  await dialog.getByRole("searchbox").fill("eth");
  await dialog.getByRole("link", { name: "ETH/USDT" }).click();
  await expect(page).toHaveURL(/\/trades\/trade-chart\/ETH$/);
});

test("a symbol is found by name or description and shown", async ({ page }) => {
  await open(page);
  await chart(page).getByRole("button", { name: "Find a symbol" }).click();
  const dialog = page.getByRole("dialog", { name: "Find a symbol" });
  await dialog.getByRole("searchbox", { name: "Search symbols" }).fill("ethe");
  const found = dialog.getByRole("row", { name: /ETHUSDT/ });
  await expect(found).toContainText(/\d/);
  await expect(found).toContainText("%");
  // A match in the name comes before one in the description.
  await dialog.getByRole("searchbox").fill("eth");
  await expect(dialog.getByRole("row").nth(1)).toContainText("ETHUSDT");
  await dialog.getByRole("searchbox").fill("no such coin");
  await expect(dialog.getByText("No Records Found")).toBeVisible();
  await dialog.getByRole("searchbox").fill("eth");
  await dialog
    .getByRole("row", { name: /ETHUSDT/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/trades\/trade-chart\/ETH$/);
  await expect(
    page.getByRole("region", { name: "Chart of ETHUSDT" }),
  ).toBeVisible();
});

/** Days that open at 1,000, 1,001, … and close five higher; nothing moves. */
async function stillDays(page: Page): Promise<void> {
  const day = 86_400_000;
  const today = Math.floor(Date.now() / day) * day;
  const bars = 60;
  const days = Array.from({ length: bars }, (_, index) => index);
  await page.routeWebSocket("**/stream/market/**", () => undefined);
  await page.route("**/udf/history/**", (route) => route.abort());
  await page.route("**/api/v3/recent-trades?*", (route) =>
    route.fulfill({
      json: {
        asks: [],
        bids: [],
        price: "1064",
        trades: [],
        seq: "1",
        stale: false,
        as_of: new Date().toISOString(),
      },
    }),
  );
  await page.route("**/api/v2/chart/chart-series?*", (route) =>
    route.fulfill({
      json: {
        dates: days.map((index) => today - (bars - 1 - index) * day),
        series: days.map((index) => [
          1000 + index,
          1005 + index,
          990 + index,
          1010 + index,
          1,
        ]),
        latest_time: { close: "1064" },
      },
    }),
  );
  await watchCanvases(page);
  await page.addInitScript(() => sessionStorage.setItem("cambio.frame", "1D"));
  await open(page);
}

// How wide the site's font writes the figures, and how high the chart is, no test without a browser
// knows.
test("the highest price stands below the figures, on a phone too", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await stillDays(page);
  await expect(async () => {
    const { texts } = await drawn(page);
    const last = (of: RegExp) => texts.findLast(({ text }) => of.test(text));
    const highest = last(/^H /)?.y ?? NaN;
    const averages = last(/^MA25/)?.y ?? NaN;
    // The same figure stands in the corner, too.
    const mark = texts.findLast(
      ({ text, y }) => text === "1,069.0" && y !== highest,
    );
    expect(averages).toBeGreaterThan(highest);
    // From the top of one to the top of the other: a line, and some air.
    expect(mark?.y).toBeGreaterThan(averages + 16);
  }).toPass({ timeout: 600_000 });
});
