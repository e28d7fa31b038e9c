// Tours: each page of a list is opened once in each look, and everything that holds for every page
// is asserted of it.
import { expect, type Page } from "@playwright/test";
import { expectNoViolation, inEachLook, phone, wide, type Look } from "./axe";
import {
  expectReady,
  expectToWaitForAnswers,
  holdCalls,
  releaseCalls,
} from "./ready";

/** German has the longest words of the six languages. */
const germanPhone: Look = {
  ...phone,
  name: "in German, on a phone",
  theme: "dark",
  language: "de",
};
const phones = [phone, germanPhone];

/** What the browser says is wrong, since the last time that it was asked. */
function watchConsole(page: Page): () => string[] {
  let said: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" || /content security policy/i.test(text))
      said.push(text);
  });
  page.on("pageerror", (error) => said.push(String(error)));
  return () => {
    const news = said;
    said = [];
    return news;
  };
}

/** What is wider than its room would have to be scrolled sideways; what is only read aloud has none. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll("div:has(> table):not(.hidden-but-read)"),
    ].flatMap((element) => {
      const over = element.scrollWidth - element.clientWidth;
      return over > 0
        ? [`${over} px: ${element.textContent.slice(0, 60)}`]
        : [];
    }),
  );

async function visit(
  page: Page,
  address: string,
  look: Look,
  complaints: () => string[],
): Promise<void> {
  await page.goto(address);
  if (phones.includes(look)) {
    // A page that is still loading fits, too.
    await expectToWaitForAnswers(page);
    expect.soft(await tooWide(page), `${address}, loading`).toEqual([]);
    await releaseCalls(page);
  }
  await expectReady(page);
  const { pathname, hash } = new URL(page.url());
  expect.soft(pathname + hash, "stays where it is").toBe(address);
  await expect
    .soft(page.getByRole("heading", { level: 1 }).first(), address)
    .toBeAttached();
  // A title in words, not a key of the catalogue.
  await expect.soft(page, address).toHaveTitle(/^(?!\w+\.\w+ ).+ · Cambio$/);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect.soft(await tooWide(page), address).toEqual([]);
  if (look !== germanPhone) await expectNoViolation(page, address);
  // The chart's canvas asks for what the content security policy may forbid.
  if (look === wide && address.startsWith("/trades/"))
    await expect.soft(page.locator("canvas").first()).toBeVisible();
  expect.soft(complaints(), address).toEqual([]);
}

function tourIn(
  looks: readonly Look[],
  name: string,
  addresses: readonly string[],
  prepare: (page: Page) => Promise<void>,
): void {
  inEachLook(name, looks, async (page, look) => {
    await prepare(page);
    // Parts of a page are fetched when a reader comes near them: here, at once.
    await page.addInitScript(() =>
      Reflect.deleteProperty(window, "IntersectionObserver"),
    );
    if (phones.includes(look)) await holdCalls(page);
    const complaints = watchConsole(page);
    for (const address of addresses)
      await visit(page, address, look, complaints);
  });
}

type Prepare = (page: Page) => Promise<void>;

export const tour = (
  name: string,
  addresses: readonly string[],
  prepare: Prepare = () => Promise.resolve(),
): void => tourIn([wide, ...phones], name, addresses, prepare);

/** Pages that another tour sees on a large screen, with more on them. */
export const tourOfPhones = (
  name: string,
  addresses: readonly string[],
  prepare: Prepare,
): void => tourIn(phones, name, addresses, prepare);
