// A market's stream that is open and lies: it says nothing, or the same again. And a last price that is
// the same wherever it stands.
import { expect, type Page, type WebSocketRoute } from "@playwright/test";
import { instrumentOf } from "../support/instruments";
import { pinBook, releaseAll } from "../support/market";
import { newPerson, signInAs } from "../support/people";
import { test } from "../support/test";

test.afterEach(async ({ page }) => {
  // What the page asks for while the test ends is nobody's any more.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await releaseAll();
});

/** What is late waits for an answer that may take its time on a busy machine. */
const soon = { timeout: 60_000 };

const delayed = (page: Page) => page.getByText("Delayed", { exact: true });
const last = (page: Page) => page.getByTestId("last-price");
const best = (page: Page, side: "Asks" | "Bids") => {
  const levels = page
    .getByRole("region", { name: /Order book/ })
    .getByRole("list", { name: new RegExp(`^${side}`) })
    .getByRole("button");
  return side === "Asks" ? levels.last() : levels.first();
};

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
  const { at, coin, lots } = instrument;
  let deaf = true;
  let sockets = 0;
  await page.routeWebSocket(/\/stream\/market\//, (socket) => {
    sockets += 1;
    if (!deaf) socket.connectToServer();
  });
  const book = (percent: number) =>
    pinBook(
      instrument,
      [[at(percent - 1), lots(1000)]],
      [[at(percent + 1), lots(1000)]],
    );
  await book(100);
  await signInAs(page, await newPerson(request, "deaf"));
  await page.goto(`/trades/spot/${coin}`);
  await expect(best(page, "Asks")).toContainText(at(101), soon);
  await expect.poll(() => sockets, soon).toBeGreaterThan(1);
  await book(105);
  await expect(best(page, "Asks")).toContainText(at(106), soon);
  await expect(best(page, "Bids")).toContainText(at(104));
  await expect(last(page)).toHaveText(at(105));
  await expect(delayed(page)).toHaveCount(0);

  deaf = false;
  const before = sockets;
  await expect.poll(() => sockets, soon).toBeGreaterThan(before);
  await book(102);
  await expect(best(page, "Asks")).toContainText(at(103), soon);
});

test("prices that are told again and again are delayed once they are old", async ({
  page,
  request,
}) => {
  let stuck = false;
  const stop = (socket: WebSocketRoute) => {
    const server = socket.connectToServer();
    let kept: { seq: number; at: number } | undefined;
    server.onMessage((text) => {
      if (!stuck) {
        kept = JSON.parse(String(text)) as typeof kept;
        return socket.send(text);
      }
      // New by its number, old in all that it says.
      if (kept) socket.send(JSON.stringify({ ...kept, seq: (kept.seq += 1) }));
    });
  };
  await page.routeWebSocket(/\/stream\/(market|tickers)/, stop);
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
  await page.goto("/trades/spot/BTC");
  await expect(last(page)).toHaveText(/\d/);
  await expect(delayed(page)).toHaveCount(0, soon);
  stuck = true;
  await expect(delayed(page).first()).toBeVisible(soon);
  stuck = false;
  await expect(delayed(page)).toHaveCount(0, soon);
});

interface Seen {
  title: string;
  header: string;
  book: string;
  list: string;
  ask: string;
  bid: string;
}

/** What one frame shows, for so many frames in which something is another. */
const frames = (page: Page, wanted: number): Promise<Seen[]> =>
  page.evaluate(
    (count) =>
      new Promise<Seen[]>((resolve) => {
        const text = (selector: string) =>
          document.querySelector(selector)?.textContent ?? "";
        const level = (name: string, which: string) =>
          text(
            `ul[aria-label^="${name}"] li:${which}-child span:nth-of-type(2)`,
          );
        const found: Seen[] = [];
        const look = () => {
          const seen: Seen = {
            title: document.title.split(" ")[0] ?? "",
            header: text('[data-testid="last-price"]'),
            book: text('[data-testid="book-price"]'),
            list: text('nav[aria-label="Pairs"] a[href$="/BTC"]'),
            ask: level("Asks", "last"),
            bid: level("Bids", "first"),
          };
          if (JSON.stringify(seen) !== JSON.stringify(found.at(-1)))
            found.push(seen);
          if (found.length < count) requestAnimationFrame(look);
          else resolve(found);
        };
        look();
      }),
    wanted,
  );

test("one last price in header, book, list and title, inside the spread of the same frame", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signInAs(page, await newPerson(request, "one-price"));
  await page.goto("/trades/spot/BTC");
  await expect(page).toHaveTitle(/^[\d,.]+ BTC\/USDT · /);
  await expect(
    page.locator('nav[aria-label="Pairs"] a[href$="/BTC"]'),
  ).toContainText(/\d/);
  await expect(best(page, "Asks")).toContainText(/\d/);
  const number = (text: string) => Number(text.replaceAll(",", ""));
  for (const seen of await frames(page, 12)) {
    const price = number(seen.header);
    const said = JSON.stringify(seen);
    expect(number(seen.title), said).toBe(price);
    expect(number(seen.book), said).toBe(price);
    expect(seen.list, said).toContain(seen.header);
    expect(price, said).toBeLessThanOrEqual(number(seen.ask));
    expect(price, said).toBeGreaterThanOrEqual(number(seen.bid));
  }
});
