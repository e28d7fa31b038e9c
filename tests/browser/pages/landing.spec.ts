// The landing page: its parts, the game, the ways out of it; its news: features/landing/screens/news.test.tsx.
import { expect, type Page } from "@playwright/test";
import { newPerson, signInAs } from "../support/people";
import { expectReady } from "../support/ready";
import { test } from "../support/test";

const largestFirstView = 93_500;

const section = (page: Page, name: string) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

/**
 * What lies below the first view is fetched when a reader comes near it, and the last part of that
 * when the reader comes near that, too: who goes to the end of the page is near both times.
 */
async function reach(page: Page, name: string) {
  const found = section(page, name);
  const end = page.getByRole("contentinfo");
  await expectReady(page);
  await end.scrollIntoViewIfNeeded();
  await expect(section(page, "Exclusive Promos")).toHaveCount(1);
  await end.scrollIntoViewIfNeeded();
  await expect(found).toHaveCount(1);
  await found.scrollIntoViewIfNeeded();
  return found;
}

test("the first view is light and living, and nothing in it moves", async ({
  browser,
}) => {
  // Browsers that come by http are answered in gzip; the build's budget is the same.
  const context = await browser.newContext({
    extraHTTPHeaders: { "Accept-Encoding": "gzip" },
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 });
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null }[];
    }
    // Rows that make room for the next trade are news; what stands around them stays.
    const stands = ({ node }: { node: Node | null }) =>
      !node?.parentElement?.closest('[aria-label="Live market"]');
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        if (sources.some(stands)) {
          (globalThis as unknown as { shifted: number }).shifted += value;
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
    // The page asks for the rest once the living page stands in the place of the drawn one.
    const living = () =>
      document.querySelector("main") &&
      !document.querySelector(".first-view") &&
      performance.now();
    new MutationObserver((_, observer) => {
      const time = living();
      if (!time) return;
      observer.disconnect();
      Object.assign(globalThis, { livingAt: time });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/");
  await expectReady(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const market = page.getByRole("region", { name: "Live market" });
  await expect(market.getByTestId("live-price")).toHaveText(/\d/);
  await expect(market.getByText("Live", { exact: true })).toBeVisible();
  await expect(
    market
      .getByRole("list", { name: "Asks, lowest last" })
      .getByRole("listitem"),
  ).toHaveCount(5);
  await expect(
    market.getByRole("img", { name: /^Price of BTC/ }),
  ).toBeVisible();
  for (const [name, said] of [
    ["Trading fee", /\d%/],
    ["Hourly audit of the books", /^(Passed.* UTC|Not yet run)/],
    ["Keys to the coins", /play money/],
  ] as const) {
    await expect(
      page.locator("dt", { hasText: name }).locator("..").locator("dd"),
    ).toHaveText(said);
  }
  const { before, later, pricesEarly, shifted } = await page.evaluate(() => {
    const { livingAt, shifted } = globalThis as unknown as {
      livingAt: number;
      shifted: number;
    };
    const files = performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming);
    const scripts = files.filter(({ name }) =>
      new URL(name).pathname.endsWith(".js"),
    );
    const prices = files.find(({ name }) =>
      name.endsWith("/api/v2/market-all-pairs"),
    );
    const bytesOf = (list: typeof scripts) =>
      list.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return {
      before: bytesOf(scripts.filter(({ startTime }) => startTime < livingAt)),
      later: bytesOf(scripts.filter(({ startTime }) => startTime >= livingAt)),
      pricesEarly: prices && prices.startTime < livingAt,
      shifted,
    };
  });
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(largestFirstView);
  // What asks for the prices that were seen above is among the rest.
  expect(later).toBeGreaterThan(0);
  expect(pricesEarly).toBe(true);
  // What browsers call good ends at 0.1.
  expect(shifted).toBeLessThan(0.02);
  await context.close();
});

/** Keeps the page from its scripts, but for the one in its head, until the returned call. */
async function holdScripts(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/(?!first_look).*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The browser paints nothing before the style sheet is there; until then the drawings of both widths count as visible. */
const expectFirstPaint = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          document.readyState !== "loading" &&
          [...document.querySelectorAll("link")].every(
            ({ rel, sheet }) => rel !== "stylesheet" || sheet,
          ),
      ),
    )
    .toBe(true);

const places = (page: Page) =>
  page.evaluate(() =>
    ["h1", "section a", "section input", "section + nav", "section h2"].map(
      (selector) => {
        const { x, y } = [...document.querySelectorAll(selector)]
          .map((element) => element.getBoundingClientRect())
          .find(({ width }) => width > 0)!;
        return `${selector} ${x.toFixed(0)} ${y.toFixed(0)}`;
      },
    ),
  );

for (const { width, locale, headline } of [
  { width: 1440, locale: "en-US", headline: "Markets, minus the noise." },
  { width: 390, locale: "de-DE", headline: "Nur Märkte, kein Lärm." },
]) {
  test(`${locale}, ${width} px: the page is there before its scripts, and stays in place`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      locale,
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    const release = await holdScripts(page);
    // What grows with an answer is not meant here.
    await page.route("**/api/**", () => undefined);
    await page.goto("/", { waitUntil: "commit" });
    const title = page.getByRole("heading", { level: 1, name: headline });
    await expectFirstPaint(page);
    await expect(title).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const before = await places(page);
    release();
    await expect(page.locator("[inert] h1")).toHaveCount(0);
    await expect(title).toBeVisible();
    expect(await places(page)).toEqual(before);
    await context.close();
  });
}

test("another language that was chosen, and a client, do not see the page for guests", async ({
  page,
}) => {
  const release = await holdScripts(page);
  const title = page.locator("h1:visible");
  for (const [name, value] of [
    ["language", "es"],
    ["session", "{}"],
  ] as const) {
    await page.goto("/favicon.svg");
    await page.evaluate(
      ([choice, chosen]) => {
        localStorage.clear();
        localStorage.setItem(`cambio.${choice}`, chosen);
      },
      [name, value] as const,
    );
    await page.goto("/", { waitUntil: "commit" });
    await expectFirstPaint(page);
    await expect(page.locator("html")).toHaveClass(/no-first-view/);
    await expect(page.locator("[inert]").first()).toBeAttached();
    await expect(title).toHaveCount(0);
  }
  release();
  await expect(title).toBeVisible();
});

test("Get Started is for guests alone", async ({ page, request, browser }) => {
  await page.goto("/home");
  await expect(page.getByRole("link", { name: "Get Started" })).toHaveAttribute(
    "href",
    "/signin",
  );
  const context = await browser.newContext();
  const inside = await context.newPage();
  await signInAs(inside, await newPerson(request, "settled"));
  await inside.goto("/");
  await expect(
    inside.getByRole("link", { name: "View markets" }),
  ).toBeVisible();
  await expect(inside.getByRole("link", { name: "Get Started" })).toHaveCount(
    0,
  );
  await context.close();
});

test("a popular coin leads to its market", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "popular"));
  await page.goto("/auth/callback");
  await (
    await reach(page, "Popular coins")
  )
    .getByRole("link", { name: "Bitcoin" })
    .click();
  await expect(page).toHaveURL(/\/trades\/spot\/BTC$/);
});

test("a hash leads to the bottom, through all that is fetched on the way", async ({
  page,
}) => {
  await page.goto("/#apps");
  await expect(
    page.getByRole("link", { name: "Install on iPhone" }),
  ).toBeInViewport();
  await expect(page.getByRole("contentinfo")).toBeInViewport();
});

test("the market of the first view leads to where it is traded", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "looker"));
  await page.goto("/");
  const market = page.getByRole("region", { name: "Live market" });
  await market.getByRole("link", { name: "Trade BTC" }).click();
  await expect(page).toHaveURL(/\/trades\/spot\/BTC$/);
});

test("the parts below say what is true here", async ({ page }) => {
  await page.goto("/");
  const tour = await reach(page, "A short tour");
  await expect(tour.getByRole("listitem")).toHaveCount(4);
  const statistics = page.locator("dl").filter({ hasText: "Coins listed" });
  for (const name of ["24h volume", "Coins listed", "Registered users"]) {
    await expect(
      statistics.locator("div", { hasText: name }).locator("dd"),
    ).toHaveText(/\d/);
  }
  await expect(
    await reach(page, "Build your crypto portfolio in three steps"),
  ).toContainText(/Invest from 1 USD\. More than \d+ coins earn rewards/);
  const feed = await reach(page, "Trending on Feed");
  await expect(feed.getByRole("listitem")).toHaveCount(6);
  const promos = await reach(page, "Exclusive Promos");
  await expect(
    promos.getByRole("link", { name: "Open Rewards Center" }),
  ).toHaveAttribute("href", "/account/rewards");
  const questions = page.locator("details");
  await expect(questions).toHaveCount(4);
  await questions.nth(1).locator("summary").click();
  await expect(questions.nth(1)).toHaveAttribute("open", "");
  await expect(questions.nth(0)).not.toHaveAttribute("open", "");
  await reach(page, "The whole exchange, in your pocket");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expect(
    page.getByRole("link", { name: "Install on iPhone" }),
  ).toHaveAttribute("href", "/api/v3/download-ios");
  await expect(
    page.getByRole("link", { name: "Install on Android" }),
  ).toHaveAttribute("href", "/api/v3/download-apk");
});

test("a guess is settled at the market's price, and the streak stays in the browser", async ({
  page,
}) => {
  // The page's time is the test's, so the market's is, too: no price but this one.
  let close = "50000";
  await page.route("**/api/v2/market-all-pairs", async (route) => {
    const reply = await route.fetch();
    const list = (await reply.json()) as {
      coinpair: { coin_pair_name: string }[];
    };
    const coinpair = list.coinpair.map((pair) =>
      pair.coin_pair_name === "BTCUSDT"
        ? { ...pair, close, stale: false }
        : pair,
    );
    await route.fulfill({ json: { ...list, coinpair } });
  });
  await page.route("**/api/v3/coin-pair/current-price*", (route) =>
    route.fulfill({ json: { chart: { close, stale: false } } }),
  );
  await page.routeWebSocket("**/stream/**", () => undefined);
  await page.clock.install();
  await page.goto("/");
  const game = await reach(page, "Mini Game");
  await expect(game.getByText("$50,000.0", { exact: true })).toBeVisible();
  await game.getByRole("button", { name: "Higher" }).click();
  await expect(game.getByRole("timer")).toHaveText(/\d+ seconds left/);
  close = "51000";
  await page.clock.runFor(61_000);
  await expect(game.getByRole("status")).toContainText(
    "You were right: the price is $51,000",
  );
  await expect(game.getByTestId("guess-streak")).toHaveText("1");
  await page.reload();
  await expect(
    (await reach(page, "Mini Game")).getByTestId("guess-streak"),
  ).toHaveText("1");
});

test("the download links lead somewhere honest while no store is configured", async ({
  request,
}) => {
  for (const path of ["/api/v3/download-ios", "/api/v3/download-apk"]) {
    const reply = await request.get(path, { maxRedirects: 0 });
    expect(reply.status()).toBe(302);
    expect(reply.headers()["location"]).toBe("/install");
  }
});
