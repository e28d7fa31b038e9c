// A market's stream that is open and lies: it says nothing, or the same again. And a last price that is
// the same wherever it stands.
import { expect, type Page, type WebSocketRoute } from "@playwright/test";
import { instrumentOf, type Instrument } from "../support/instruments";
import { pinBook, releaseAll } from "../support/market";
import { newPerson, signInAs } from "../support/people";
import { test } from "../support/test";

test.afterEach(async ({ page }) => {
  // What the page asks for while the test ends is nobody's any more.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await releaseAll();
});

const delayed = (page: Page) => page.getByText("Delayed", { exact: true });
const last = (page: Page) => page.getByTestId("last-price");
const best = (page: Page, side: "Asks" | "Bids") => {
  const levels = page
    .getByRole("region", { name: /Order book/ })
    .getByRole("list", { name: new RegExp(`^${side}`) })
    .getByRole("button");
  return side === "Asks" ? levels.last() : levels.first();
};

const bookAround = (instrument: Instrument, percent: number) => {
  const { at, lots } = instrument;
  return pinBook(
    instrument,
    [[at(percent - 1), lots(1000)]],
    [[at(percent + 1), lots(1000)]],
  );
};

/** How long a stream may say nothing (longestSilenceMs), and how often a page asks that has none. */
const patience = 5_000;
const polls = 3_000;

/** As if the server let a price be so old: that of the tests lets it be half a minute. */
async function staleAfter(page: Page, milliseconds: number) {
  await page.route("**/api/v3/status", async (route) => {
    const reply = await route.fetch();
    const status = (await reply.json()) as { prices: object };
    const prices = { ...status.prices, stale_after_ms: milliseconds };
    await route.fulfill({ response: reply, json: { ...status, prices } });
  });
}

test("a stream that is open and says nothing is down: the page polls and connects anew", async ({
  page,
  request,
}) => {
  const instrument = instrumentOf("silence: deaf");
  const { at, coin } = instrument;
  let deaf = true;
  let sockets = 0;
  await page.routeWebSocket(/\/stream\/market\//, (socket) => {
    sockets += 1;
    if (!deaf) socket.connectToServer();
  });
  await bookAround(instrument, 100);
  await signInAs(page, await newPerson(request, "deaf"));
  await page.clock.install();
  await page.goto(`/trades/spot/${coin}`);
  await expect(best(page, "Asks")).toContainText(at(101));
  await page.clock.runFor(patience + 500);
  await expect.poll(() => sockets).toBeGreaterThan(1);
  await bookAround(instrument, 105);
  await page.clock.runFor(polls);
  await expect(best(page, "Asks")).toContainText(at(106));
  await expect(best(page, "Bids")).toContainText(at(104));
  await expect(last(page)).toHaveText(at(105));
  await expect(delayed(page)).toHaveCount(0);

  deaf = false;
  const before = sockets;
  await page.clock.runFor(patience + 1_000);
  await expect.poll(() => sockets).toBeGreaterThan(before);
  await bookAround(instrument, 102);
  await expect(best(page, "Asks")).toContainText(at(103));
});

interface Kept {
  seq: number;
}

test("prices that are told again and again are delayed once they are old", async ({
  page,
  request,
}) => {
  let stuck = false;
  const streams = new Map<WebSocketRoute, Kept>();
  await page.routeWebSocket(/\/stream\/(market|tickers)/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      if (stuck) return;
      streams.set(socket, JSON.parse(String(text)) as Kept);
      socket.send(text);
    });
  });
  // New by its number, old in all that it says.
  const sayAgain = () =>
    streams.forEach((kept, socket) =>
      socket.send(JSON.stringify({ ...kept, seq: (kept.seq += 1) })),
    );
  const answers = new Map<string, string>();
  await page.route(
    /\/api\/v3\/(recent-trades|all-pairs)/,
    async (route, asked) => {
      const old = answers.get(asked.url());
      if (stuck && old !== undefined)
        return route.fulfill({ contentType: "application/json", body: old });
      const reply = await route.fetch();
      answers.set(asked.url(), await reply.text());
      return route.fulfill({ response: reply });
    },
  );
  await staleAfter(page, 8_000);
  await signInAs(page, await newPerson(request, "stuck"));
  await page.clock.install();
  await page.goto("/trades/spot/BTC");
  await expect(last(page)).toHaveText(/\d/);
  await expect(delayed(page)).toHaveCount(0);
  stuck = true;
  // More often than silence would be noticed.
  for (let passed = 0; passed < 10_000; passed += 2_000) {
    sayAgain();
    await page.clock.runFor(2_000);
  }
  await expect(delayed(page).first()).toBeVisible();
  stuck = false;
  // The server's time has not run ahead with the page's.
  await page.clock.setSystemTime(Date.now());
  await expect(delayed(page)).toHaveCount(0);
});

interface Seen {
  title: string;
  header: string;
  book: string;
  list: string;
  ask: string;
  bid: string;
}

declare global {
  interface Window {
    framesSeen: Seen[];
  }
}

/** From now on the page keeps what each frame shows in which something is another. */
const keepFrames = (page: Page, coin: string): Promise<void> =>
  page.evaluate((shown) => {
    const text = (selector: string) =>
      document.querySelector(selector)?.textContent ?? "";
    const level = (name: string, which: string) =>
      text(`ul[aria-label^="${name}"] li:${which}-child span:nth-of-type(2)`);
    const found: Seen[] = (window.framesSeen = []);
    const look = () => {
      const seen: Seen = {
        title: document.title.split(" ")[0] ?? "",
        header: text('[data-testid="last-price"]'),
        book: text('[data-testid="book-price"]'),
        list: text(`nav[aria-label="Pairs"] a[href$="/${shown}"]`),
        ask: level("Asks", "last"),
        bid: level("Bids", "first"),
      };
      if (JSON.stringify(seen) !== JSON.stringify(found.at(-1)))
        found.push(seen);
      requestAnimationFrame(look);
    };
    look();
  }, coin);

test("one last price in header, book, list and title, inside the spread of the same frame", async ({
  page,
  request,
}) => {
  const instrument = instrumentOf("silence: one price");
  const { at, coin } = instrument;
  await page.setViewportSize({ width: 1920, height: 1080 });
  await bookAround(instrument, 100);
  await signInAs(page, await newPerson(request, "one-price"));
  await page.goto(`/trades/spot/${coin}`);
  await expect(page).toHaveTitle(new RegExp(`^[\\d,.]+ ${coin}/USDT · `));
  await expect(
    page.locator(`nav[aria-label="Pairs"] a[href$="/${coin}"]`),
  ).toContainText(/\d/);
  await expect(best(page, "Asks")).toContainText(/\d/);
  await keepFrames(page, coin);
  const percents = [102, 99, 103, 101];
  for (const percent of percents) {
    await bookAround(instrument, percent);
    await expect(last(page)).toHaveText(at(percent));
  }
  const frames = await page.evaluate(() => window.framesSeen);
  expect(frames.map(({ header }) => header)).toEqual(
    expect.arrayContaining(percents.map(at)),
  );
  const number = (text: string) => Number(text.replaceAll(",", ""));
  for (const seen of frames) {
    const price = number(seen.header);
    const said = JSON.stringify(seen);
    expect(number(seen.title), said).toBe(price);
    expect(number(seen.book), said).toBe(price);
    expect(seen.list, said).toContain(seen.header);
    expect(price, said).toBeLessThanOrEqual(number(seen.ask));
    expect(price, said).toBeGreaterThanOrEqual(number(seen.bid));
  }
});
