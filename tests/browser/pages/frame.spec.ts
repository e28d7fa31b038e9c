// What stands around every page: bar, account pages, footer, settings, language and theme.
import { expect, type Page } from "@playwright/test";
import {
  enterPassword,
  newPerson,
  password,
  signInAs,
} from "../support/people";
import { expectReady } from "../support/ready";
import { test } from "../support/test";

const banner = (page: Page) => page.getByRole("banner");
const footer = (page: Page) => page.getByRole("contentinfo");
const accountPages = (page: Page) =>
  page.getByRole("navigation", { name: "Account pages" });
const root = (page: Page) => page.locator("html");

/** All six, in the order of the menu, each with its word for Markets. */
const languages = {
  en: { name: "English", markets: "Markets" },
  zh: { name: "中文", markets: "行情" },
  de: { name: "Deutsch", markets: "Märkte" },
  ja: { name: "日本語", markets: "マーケット" },
  es: { name: "Español", markets: "Mercados" },
  vi: { name: "Tiếng Việt", markets: "Thị trường" },
};

test("a guest chooses a language, which is kept", async ({ page }) => {
  await page.goto("/markets/prices");
  let current = "English";
  const items = banner(page).locator("[data-menu-item]");
  const open = () =>
    banner(page)
      .getByRole("button", { name: new RegExp(`${current}$`) })
      .click();
  await open();
  await expect(items).toHaveText(
    Object.values(languages).map(({ name }) => name),
  );
  await page.keyboard.press("Escape");
  const others = Object.entries(languages).filter(([code]) => code !== "en");
  for (const [code, { name, markets }] of others) {
    await open();
    await items.filter({ hasText: name }).click();
    await expect(root(page)).toHaveAttribute("lang", code);
    await expect(
      banner(page).getByRole("link", { name: markets, exact: true }),
    ).toBeVisible();
    current = name;
  }
  await page.goto("/");
  await expect(root(page)).toHaveAttribute("lang", "vi");
});

test("an address names a language and forgets it", async ({ page }) => {
  await page.goto("/markets/prices?lang=en&view=1");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(new URL(page.url()).search).toBe("?view=1");
  await page.goto("/markets/prices?lang=tlh");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  await expect(root(page)).toHaveAttribute("lang", "en");
});

// That each of a client's pages does so is tested in site/src/app/access.test.tsx.
test("a guest of a client's page is sent to sign in, and back afterwards", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "guest");
  await page.goto("/trades/trade-chart/ETH");
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByText("Sign in to trade ETH.")).toBeVisible();
  await enterPassword(page, person);
  await expect(page).toHaveURL(/\/trades\/trade-chart\/ETH$/);
});

test("the landing's bar turns solid, and grows, after 100 px", async ({
  page,
}) => {
  await page.goto("/");
  await expectReady(page);
  const clear = "rgba(0, 0, 0, 0)";
  await expect(banner(page)).toHaveCSS("background-color", clear);
  await expect(banner(page)).toHaveCSS("height", "64px");
  await page.evaluate(() => window.scrollTo(0, 100));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(100);
  await expect(banner(page)).toHaveCSS("background-color", clear);
  await page.evaluate(() => window.scrollTo(0, 101));
  await expect(banner(page)).not.toHaveCSS("background-color", clear);
  await expect(banner(page)).toHaveCSS("height", "100px");
});

test("settings work at once and are kept", async ({ page, request }) => {
  const person = await newPerson(request, "settings");
  await page.goto("/settings");
  await page
    .getByRole("radiogroup", { name: "Theme" })
    .getByText("Light")
    .click();
  await expect(root(page)).toHaveClass(/\blight\b/);
  await page
    .getByRole("radiogroup", { name: "Price colors" })
    .getByText("Blue and orange")
    .click();
  await expect(root(page)).toHaveClass(/\bcb\b/);
  // The class changes these colours and nothing else.
  await expect(root(page)).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await page
    .getByRole("combobox", { name: "Start page" })
    .selectOption("Markets");
  await page
    .getByRole("radiogroup", { name: "Balances" })
    .getByText("Hidden")
    .click();

  await page.goto("/signin");
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/markets\/prices$/);
  await expect(root(page)).toHaveClass(/\blight\b/);
  await page.goto("/wallet");
  await expect(
    page.getByRole("button", { name: "Show balances" }),
  ).toBeVisible();
  await expect(page.getByTestId("wallet-total")).not.toContainText("10,000");
});

test("the theme is there before the scripts are", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("cambio.theme", "light"));
  await page.route(/assets\/(site|framework)\..*js$/, (route) => route.abort());
  await page.goto("/wallet");
  await expect(root(page)).toHaveClass(/\blight\b/);
  await expect(root(page)).toHaveCSS("background-color", "rgb(255, 255, 255)");
});

test("a theme that follows the system changes with it", async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem("cambio.theme", "system"),
  );
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/markets/prices");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(root(page)).toHaveClass(/\blight\b/);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(root(page)).not.toHaveClass(/\blight\b/);
  await page.goto("/signin");
  await expect(root(page)).toHaveClass(/\blight\b/);
});

test("account pages stand beside the wallet on large screens only", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "sidebar"));
  await page.goto("/wallet");
  await expect(
    accountPages(page).getByRole("link", { name: "Wallet" }),
  ).toHaveAttribute("aria-current", "page");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(accountPages(page)).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await accountPages(page).getByRole("link", { name: "Settings" }).click();
  await expect(
    page.getByRole("heading", { name: "Settings", level: 1 }),
  ).toBeVisible();
  await expect(accountPages(page)).toHaveCount(0);
});

test("the footer stands below market lists and not below the wallet", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "footer"));
  for (const path of ["/", "/markets/prices", "/markets/favorites"]) {
    await page.goto(path);
    await expect(
      footer(page).getByRole("link", { name: "Android" }),
    ).toHaveAttribute("href", "/api/v3/download-apk");
    await expect(
      footer(page).getByRole("link", { name: "iOS" }),
    ).toHaveAttribute("target", "_blank");
    await expect(
      footer(page).getByRole("button", { name: "Language: English" }),
    ).toBeVisible();
  }
  for (const path of ["/wallet", "/settings", "/trades/spot/BTC", "/nowhere"]) {
    await page.goto(path);
    await expect(
      page.getByRole("heading", { level: 1 }).first(),
    ).toBeAttached();
    await expect(footer(page)).toHaveCount(0);
  }
});

test("ways to add funds, of which two are not offered", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "funds"));
  await page.goto("/markets/prices");
  await banner(page).getByRole("button", { name: "Add funds" }).click();
  const dialog = page.getByRole("dialog", { name: "Add funds" });
  for (const name of [
    /P2P Trading \(Coming Soon\)/,
    /Buy Crypto \(Coming Soon\)/,
  ]) {
    const way = dialog.getByRole("link", { name });
    await expect(way).toHaveAttribute("href", "/page-unavailable");
    await expect(way).toContainText("Not offered by this exchange");
  }
  await dialog.getByRole("link", { name: /P2P Trading/ }).click();
  await expect(
    page.getByRole("heading", {
      name: "This service is not available on this exchange",
    }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Go back to Wallet" }).click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test("the account menu shows the email and that it is unverified", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "menu");
  await signInAs(page, person);
  await page.goto("/markets/prices");
  await banner(page)
    .getByRole("button", { name: /Account menu/ })
    .click();
  await expect(banner(page).getByText(person.email)).toBeVisible();
  await expect(banner(page).getByText("Unverified")).toBeVisible();
  await expect(banner(page).getByText("NO_BADGE")).toHaveCount(0);
  await banner(page).getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/signin$/);
});

test("on a phone the menu is a dialog of the whole screen", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await newPerson(request, "thumb");
  await signInAs(page, person);
  await page.goto("/markets/prices");
  await banner(page).getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByText(person.email)).toBeVisible();
  await expect(
    menu.getByRole("button", { name: "Language: English" }),
  ).toBeVisible();
  expect(await menu.evaluate((element) => element.clientWidth)).toBe(390);
  // What the tab bar has, the menu does not repeat.
  await expect(menu.getByRole("link", { name: "Markets" })).toHaveCount(0);
  await menu.getByRole("link", { name: "Settings" }).click();
  await expect(
    page.getByRole("heading", { name: "Settings", level: 1 }),
  ).toBeVisible();
  await expect(menu).toHaveCount(0);
});

// What else may fail, and how that is said: site/src/ui/failure.test.tsx.
test("a dialog whose code did not come is fetched anew", async ({ page }) => {
  await page.goto("/markets/prices");
  await expectReady(page);
  // What says so must be here before the network goes.
  await expect(page.locator("[popover=manual]")).toBeAttached();
  const scripts = /\/assets\/.*\.js$/;
  await page.route(scripts, (route) => route.abort());
  await page.keyboard.press("?");
  const notice = page.getByRole("alert");
  await expect(notice).toContainText("This could not be loaded");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.unroute(scripts);
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(
    page.getByRole("dialog", { name: "Keyboard shortcuts" }),
  ).toBeVisible();
  await expect(notice).toHaveCount(0);
});
