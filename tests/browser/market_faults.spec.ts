// The provider of prices on a bad day: spot, futures and Convert say what holds, and come back without a reload.
import { expect, test, type Locator, type Page } from "@playwright/test";
import { closePosition, fund, open, row } from "./support/futures";
import { newPerson, signInAs } from "./support/people";
import { clear, fault } from "./support/simulator";
import { cancel, orders, place } from "./support/ticket";

test.afterEach(clear);

/** A price counts as late after ten seconds, and is fetched every two. */
const soon = { timeout: 40_000 };

interface Screen {
  page: Page;
  path: string;
  /** What the form says while prices are late. */
  sentence: string;
  /** The button that then does nothing; spot says it when it is pressed, too. */
  button?: string;
}

const screens = [
  {
    path: "/trades/spot/BTC",
    sentence:
      "Prices are delayed at the moment, so market orders cannot be placed. Limit orders still work.",
  },
  {
    path: "/trades/futures/BTC",
    sentence:
      "Prices are delayed at the moment, so positions cannot be opened. Your open positions are safe.",
    button: "Buy more",
  },
  {
    path: "/wallet/convert",
    sentence:
      "Prices are delayed at the moment, so nothing can be converted. Your balances are safe.",
    button: "Convert",
  },
] as const;

const buy = (page: Page) => page.getByRole("form", { name: "Buy BTC" });
const action = ({ page, button }: Screen) =>
  page.getByRole("button", { name: button ?? "", exact: true });

/** The three screens of one client, each as it is while all is well; none is loaded again. */
async function openAll(
  page: Page,
  request: Parameters<typeof newPerson>[0],
): Promise<Screen[]> {
  const person = await newPerson(request, "faults");
  await fund(request, person, "2000");
  const opened: Screen[] = [];
  for (const screen of screens) {
    const tab = opened.length ? await page.context().newPage() : page;
    await signInAs(tab, person);
    await tab.goto(screen.path);
    opened.push({ ...screen, page: tab });
  }
  const [spot] = opened;
  if (spot) {
    await buy(spot.page).getByRole("tab", { name: "Market" }).click();
    await buy(spot.page).getByRole("textbox", { name: "Total" }).fill("100");
  }
  await Promise.all(opened.map((screen) => expectWell(screen)));
  for (const { page: tab } of opened)
    await tab.evaluate(() => Object.assign(globalThis, { first: true }));
  return opened;
}

/** What openAll left in each page is there still. */
async function expectNeverLoadedAgain(opened: readonly Screen[]) {
  for (const { page } of opened)
    expect(await page.evaluate(() => "first" in globalThis)).toBe(true);
}

async function expectWell(screen: Screen): Promise<void> {
  const { page, sentence, button } = screen;
  await expect(page.getByText(sentence)).toHaveCount(0, soon);
  await expect(page.getByText("Delayed")).toHaveCount(0, soon);
  if (button) await expect(action(screen)).toBeEnabled(soon);
  else await expect(buy(page).getByText("Available")).toContainText(/\d/, soon);
}

async function expectRefused(screen: Screen): Promise<void> {
  const { page, path, sentence, button } = screen;
  await expect(page.getByText(sentence).first()).toBeVisible(soon);
  if (path !== "/wallet/convert")
    await expect(page.getByText("Delayed").first()).toBeVisible(soon);
  if (button) return expect(action(screen)).toBeDisabled();
  await buy(page).getByRole("button", { name: "Buy BTC" }).click();
  await expect(buy(page).getByText(sentence)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

const faults: { kind: string; value?: number }[] = [
  { kind: "late", value: 20_000 },
  { kind: "stale" },
  { kind: "malformed" },
  { kind: "429" },
  { kind: "5xx" },
  { kind: "close" },
  { kind: "down" },
];

test("whatever fails, all three screens refuse with their sentence and come back by themselves", async ({
  page,
  request,
}) => {
  // Ten seconds of each fault at least.
  test.setTimeout(400_000);
  const opened = await openAll(page, request);
  for (const { kind, value } of faults) {
    await test.step(kind, async () => {
      await fault(kind, value);
      await Promise.all(opened.map(expectRefused));
      await clear();
      await Promise.all(opened.map(expectWell));
    });
  }
  await expectNeverLoadedAgain(opened);
});

test("a price that jumps is no price until a second one confirms it", async ({
  page,
  request,
}) => {
  const opened = await openAll(page, request);
  const futures = opened[1]?.page ?? page;
  const mark = async () =>
    Number(
      (await futures.getByTestId("mark-price").innerText()).replace(",", ""),
    );
  const before = await mark();
  // The doubt lasts for one round of the jobs: each frame is looked at.
  const doubted = opened.map(({ page: tab, sentence }) =>
    tab.waitForFunction(
      (text) => document.body.innerText.includes(text),
      sentence,
      { polling: "raf", timeout: soon.timeout },
    ),
  );
  await fault("jump", 1.5);
  await Promise.all(doubted);
  await Promise.all(opened.map(expectWell));
  await expect.poll(mark).toBeGreaterThan(before * 1.4);
  await clear();
  await expect.poll(mark, soon).toBeLessThan(before * 1.2);
  await Promise.all(opened.map(expectWell));
  await expectNeverLoadedAgain(opened);
});

test("what is open outlasts a fault: an order rests, a position is closed afterwards", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "outlasts");
  await fund(request, person, "2000");
  await open(request, person, "BTCUSDT", "50");
  await signInAs(page, person);
  await page.goto("/trades/spot/BTC");
  const futures = await page.context().newPage();
  await signInAs(futures, person);
  await futures.goto("/trades/futures/BTC");
  const position = row(futures, "BTC");
  const [spot_delayed, futures_delayed] = [page, futures].map((tab) =>
    tab.getByText("Delayed", { exact: true }),
  ) as [Locator, Locator];
  await expect(position).toBeVisible();

  await fault("down");
  await expect(spot_delayed.first()).toBeVisible(soon);
  await expect(futures_delayed.first()).toBeVisible(soon);
  await place(page, {
    side: "Buy",
    coin: "BTC",
    kind: "Limit",
    price: "50000",
    amount: "0.01",
  });
  const resting = orders(page).getByRole("row", { name: /50,000/ });
  await expect(resting).toContainText("Pending");
  await Promise.all([
    expect(
      futures.getByText(
        "Prices are delayed at the moment. Nothing was done; please try again shortly.",
      ),
    ).toBeVisible(),
    closePosition(futures, "BTC"),
  ]);
  await expect(position).toContainText("Long");

  await clear();
  await expect(spot_delayed).toHaveCount(0, soon);
  await expect(futures_delayed).toHaveCount(0, soon);
  await expect(resting).toContainText("Pending");
  await closePosition(futures, "BTC");
  await expect(futures).toHaveURL(/\/home$/);
  await cancel(page);
  await expect(orders(page).getByText("No open orders")).toBeVisible();
});
