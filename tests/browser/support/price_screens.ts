// The three screens on which a coin is traded at the provider's prices, and what they say when those
// are late or in doubt.
import {
  expect,
  type APIRequestContext,
  type Page,
  type Request,
} from "@playwright/test";
import { choose } from "./convert";
import { fund } from "./futures";
import { newPerson, signInAs } from "./people";
import { ask } from "./simulator";

export interface Screen {
  page: Page;
  coin: string;
  path: string;
  /** What the form says while prices are late. */
  sentence: string;
  /** The button that then does nothing; spot says it when it is pressed, too. */
  button?: RegExp;
}

const convert = "/wallet/convert";

const screensOf = (coin: string) => [
  {
    path: `/trades/spot/${coin}`,
    sentence:
      "Prices are delayed at the moment, so market orders cannot be placed. Limit orders still work.",
  },
  {
    path: `/trades/futures/${coin}`,
    sentence:
      "Prices are delayed at the moment, so positions cannot be opened. Your open positions are safe.",
    button: /^Buy more/,
  },
  {
    path: convert,
    sentence:
      "Prices are delayed at the moment, so you cannot convert. Your balances are safe.",
    button: /^Convert$/,
  },
];

const buy = ({ page, coin }: Screen) =>
  page.getByRole("form", { name: `Buy ${coin}` });
const action = ({ page, button }: Screen) =>
  page.getByRole("button", { name: button ?? /^$/ });

/** The three screens of one client, each as it is while all is well; none is loaded again. */
export async function openAll(
  page: Page,
  request: APIRequestContext,
  coin: string,
): Promise<Screen[]> {
  const person = await newPerson(request, "faults");
  await fund(request, person, "2000");
  const opened: Screen[] = [];
  for (const screen of screensOf(coin)) {
    const tab = opened.length ? await page.context().newPage() : page;
    await signInAs(tab, person);
    await tab.goto(screen.path);
    if (screen.path === convert) await choose(tab, "receive", coin);
    opened.push({ ...screen, coin, page: tab });
  }
  const [spot] = opened;
  if (spot) {
    await buy(spot).getByRole("tab", { name: "Market" }).click();
    await buy(spot).getByRole("textbox", { name: "Total" }).fill("100");
  }
  await Promise.all(opened.map((screen) => expectWell(screen)));
  for (const { page: tab } of opened)
    await tab.evaluate(() => Object.assign(globalThis, { first: true }));
  return opened;
}

/** What openAll left in each page is there still. */
export async function expectNeverLoadedAgain(opened: readonly Screen[]) {
  for (const { page } of opened)
    expect(await page.evaluate(() => "first" in globalThis)).toBe(true);
}

export async function expectWell(screen: Screen): Promise<void> {
  const { page, sentence, button } = screen;
  await expect(page.getByText(sentence)).toHaveCount(0);
  await expect(page.getByText("Delayed")).toHaveCount(0);
  if (button) await expect(action(screen)).toBeEnabled();
  else await expect(buy(screen).getByText("Available")).toContainText(/\d/);
}

export async function expectRefused(screen: Screen): Promise<void> {
  const { page, path, coin, sentence, button } = screen;
  await expect(page.getByText(sentence).first()).toBeVisible();
  if (path !== convert)
    await expect(page.getByText("Delayed").first()).toBeVisible();
  if (button) return expect(action(screen)).toBeDisabled();
  await buy(screen)
    .getByRole("button", { name: `Buy ${coin}` })
    .click();
  await expect(buy(screen).getByText(sentence)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

export const expectDoubted = ({ page, sentence }: Screen) =>
  expect(page.getByText(sentence).first()).toBeVisible();

/** "Delayed", as a screen marks its prices. */
export const delayed = (page: Page) =>
  page.getByText("Delayed", { exact: true }).first();

/**
 * Follows the calls of a page that is not open yet. What it returns takes the server away and lets
 * the page's clock, which is installed, go on until prices are old: it ends once they are marked.
 */
export function serverOf(page: Page): { lose: () => Promise<void> } {
  const onTheWay = new Set<Request>();
  const end = (call: Request) => onTheWay.delete(call);
  page.on("request", (call) => onTheWay.add(call));
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  const lose = async () => {
    const { prices } = await ask<{ prices: { stale_after_ms: number } }>(
      "/api/v3/status",
    );
    await page.context().setOffline(true);
    // Streams say nothing more, but an answer that still came would be news after the leap, and so
    // would one that the page has not drawn yet.
    await expect.poll(() => onTheWay.size).toBe(0);
    await page.evaluate(
      () =>
        new Promise((drawn) =>
          requestAnimationFrame(() => requestAnimationFrame(drawn)),
        ),
    );
    await page.clock.fastForward(prices.stale_after_ms);
    await expect(delayed(page)).toBeVisible();
  };
  return { lose };
}
