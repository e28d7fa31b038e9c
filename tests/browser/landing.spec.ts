// The landing page: its parts, the game, the news, the ways out of it.
import { expect, test, type Page } from "@playwright/test";
import { newPerson, signInAs } from "./support/people";
import { clear, pinPrice } from "./support/simulator";

const largest_first_view = 120_000;

const section = (page: Page, name: string) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

/** What lies below the first view is fetched when a reader comes near it. */
async function reach(page: Page, name: string) {
  const found = section(page, name);
  await expect(async () => {
    await page.mouse.wheel(0, 600);
    await expect(found).toBeVisible({ timeout: 500 });
  }).toPass();
  await found.scrollIntoViewIfNeeded();
  return found;
}

test("the first view is light, and counts what is there", async ({ page }) => {
  let bytes = 0;
  page.on("requestfinished", async (request) => {
    if (new URL(request.url()).pathname.endsWith(".js"))
      bytes += (await request.sizes()).responseBodySize;
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const name of ["24h volume", "Coins listed", "Registered users"]) {
    await expect(
      page.locator("dt", { hasText: name }).locator("..").locator("dd"),
    ).toHaveText(/\d/);
  }
  await page.waitForLoadState("networkidle").catch(() => undefined);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(largest_first_view);
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
  await expect(page.getByRole("link", { name: "App Store" })).toBeInViewport();
  await expect(page.getByRole("contentinfo")).toBeInViewport();
});

test("the parts below say what is true here", async ({ page }) => {
  await page.goto("/");
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
  await expect(page.getByRole("link", { name: "App Store" })).toHaveAttribute(
    "href",
    "/api/v3/download-ios",
  );
  await expect(page.getByRole("link", { name: "Google Play" })).toHaveAttribute(
    "href",
    "/api/v3/download-apk",
  );
});

test("a guess is settled at the market's price, and the streak stays in the browser", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/");
  const game = await reach(page, "Mini Game");
  await pinPrice("BTC-USDT", "50000");
  try {
    const price = game.getByText("$50,000.0", { exact: true });
    await expect(async () => {
      await page.clock.runFor(1_000);
      await expect(price).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 40_000 });
    await game.getByRole("button", { name: "Higher" }).click();
    await expect(game.getByRole("timer")).toHaveText(/\d+ seconds left/);
    await pinPrice("BTC-USDT", "51000");
    await expect(async () => {
      const reply = await page.request.get("/api/v2/market-all-pairs");
      const { coinpair } = (await reply.json()) as {
        coinpair: { coin_pair_name: string }[];
      };
      // A jump is in doubt until tickers and books have both confirmed it.
      expect(
        coinpair.find(({ coin_pair_name }) => coin_pair_name === "BTCUSDT"),
      ).toMatchObject({ close: "51000", stale: false });
    }).toPass({ timeout: 40_000 });
    await page.clock.runFor(61_000);
    await expect(game.getByRole("status")).toContainText(
      "You were right: the price is $51,000",
    );
    await expect(game.getByTestId("guess-streak")).toHaveText("1");
  } finally {
    await clear();
  }
  await page.reload();
  await expect(
    (await reach(page, "Mini Game")).getByTestId("guess-streak"),
  ).toHaveText("1");
});

test("news show the newest six; without any the section is not there", async ({
  page,
}) => {
  const item = (id: number) => ({
    id: `${id}`,
    title: `Headline ${id}`,
    url: id === 2 ? "" : `https://news.example/${id}`,
    body: `What happened ${id}`,
    imageurl: "",
    publisher: "The Source",
    published_at: "2026-11-21T10:00:00.000Z",
  });
  await page.route("**/api/v3/news", (route) =>
    route.fulfill({
      json: { newsfeed: { Data: [1, 2, 3, 4, 5, 6, 7].map(item) } },
    }),
  );
  await page.goto("/");
  const news = await reach(page, "News");
  await expect(news.getByRole("listitem")).toHaveCount(6);
  const link = news.getByRole("link", { name: "Headline 1" });
  await expect(link).toHaveAttribute("href", "https://news.example/1");
  await expect(link).toHaveAttribute("target", "_blank");
  await news.getByRole("button", { name: "Headline 2" }).click();
  await expect(page.getByRole("dialog", { name: "Headline 2" })).toContainText(
    "What happened 2",
  );

  await page.unroute("**/api/v3/news");
  await page.route("**/api/v3/news", (route) =>
    route.fulfill({ json: { newsfeed: { Data: [] } } }),
  );
  await page.reload();
  await reach(page, "Questions, answered");
  await expect(section(page, "News")).toHaveCount(0);
});

test("the download links lead somewhere honest while no store is configured", async ({
  request,
}) => {
  for (const path of ["/api/v3/download-ios", "/api/v3/download-apk"]) {
    const reply = await request.get(path, { maxRedirects: 0 });
    expect(reply.status()).toBe(302);
    expect(reply.headers()["location"]).toBe("/page-unavailable");
  }
});
