// Futures: opening, targets, margin, closing, liquidation and refusals.
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNotice } from "../support/notices";
import {
  closePosition,
  form,
  open,
  positions,
  row,
  showPinned,
  trader,
} from "../support/futures";
import { instrumentOf } from "../support/instruments";
import { pinMark, pinPrice, releaseAll } from "../support/market";
import { password, signInAs, transactionPassword } from "../support/people";
import { test } from "../support/test";

test.afterEach(releaseAll);

const amount = (page: Page) =>
  form(page).getByRole("textbox", { name: /^Amount/ });

async function choose(page: Page, side: "BUY MORE" | "SELL EMPTY") {
  await form(page).getByText(side, { exact: true }).click();
}

async function submit(page: Page) {
  await form(page)
    .getByRole("button", { name: /Buy more|Sell empty/ })
    .click();
}

async function confirm(dialog: Locator, secret: string) {
  await dialog.getByLabel("Transaction password", { exact: true }).fill(secret);
  await dialog.getByRole("button", { name: "Confirm" }).click();
}

/** Confirms the position: it is opened, and the page says so. */
async function confirmTaken(page: Page) {
  await confirm(
    page.getByRole("dialog", { name: "Confirm position" }),
    transactionPassword,
  );
  await expectNotice(page, "Order created successfully");
}

test("a position is opened, guarded, given margin and closed", async ({
  page,
  request,
}) => {
  await trader(page, request, "futures");
  await page.goto("/trades/futures/SOL");
  await expect(positions(page).getByText("No open positions")).toBeVisible();
  await expect(page.getByTestId("available")).toContainText("2,000.00");

  await form(page).getByLabel("Leverage").selectOption("20");
  await amount(page).fill("100");
  await expect(page.getByTestId("liquidation")).toContainText("≈");
  await submit(page);
  const dialog = page.getByRole("dialog", { name: "Confirm position" });
  await expect(dialog.getByText("Liquidation price")).toBeVisible();
  await confirm(dialog, "");
  await expect(dialog.getByText("Password is required")).toBeVisible();
  await confirm(dialog, password);
  // In the field and in a notice.
  await expectNotice(page, "Wrong transaction password");
  await expect(dialog.getByText("Wrong transaction password")).toBeVisible();
  await dialog.getByRole("button", { name: "Show password" }).click();
  await expect(
    dialog.getByLabel("Transaction password", { exact: true }),
  ).toHaveAttribute("type", "text");
  await confirmTaken(page);
  await expect(row(page, "SOL")).toContainText("20×");

  await row(page, "SOL")
    .getByRole("button", { name: /take-profit/ })
    .click();
  const targets = page.getByRole("dialog", { name: /Take-profit/ });
  await targets.getByLabel("Take-profit").fill("1");
  await targets.getByRole("button", { name: "Save" }).click();
  await expect(
    targets.getByText(/Take-profit must be above the mark price/),
  ).toBeVisible();
  await targets.getByLabel("Take-profit").fill("9000");
  await targets.getByRole("button", { name: "Save" }).click();
  await expect(targets.getByText("Password is required")).toBeVisible();
  await targets
    .getByLabel("Transaction password", { exact: true })
    .fill(transactionPassword);
  const saving = page.waitForRequest("**/api/v3/futures/targets");
  await targets.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "SOL")).toContainText("9,000 / —");
  expect((await saving).postDataJSON()).toHaveProperty("client_id");

  await row(page, "SOL")
    .getByRole("button", { name: /Add margin/ })
    .click();
  const margin = page.getByRole("dialog", { name: "Add margin" });
  await confirm(margin, transactionPassword);
  await expect(margin.getByText("Amount is required")).toBeVisible();
  await margin.getByLabel("Amount").fill("50000");
  await confirm(margin, transactionPassword);
  await expect(margin.getByText(/Insufficient balance \(/)).toBeVisible();
  await margin.getByLabel("Amount").fill("50");
  const added = expect(page.getByText("The margin was added")).toBeVisible();
  await confirm(margin, transactionPassword);
  await added;
  await expect(row(page, "SOL")).toContainText(/1[45]\d\.\d\d/);

  const closing = page.waitForRequest("**/api/v3/futures/close");
  // The notice goes after three seconds: it is waited for while the button is pressed.
  await Promise.all([
    expect(
      page.getByText(/Your close request has been submitted/),
    ).toBeVisible(),
    closePosition(page, "SOL"),
  ]);
  await expect(page).toHaveURL(/\/home$/);
  expect((await closing).postDataJSON()).toHaveProperty("client_id");

  await page.goto("/trades/futures/SOL");
  await positions(page).getByRole("tab", { name: "Position history" }).click();
  await expect(row(page, "SOL")).toContainText("Closed");
});

test("a part of a position is closed, and the rest stays open", async ({
  page,
  request,
}) => {
  const person = await trader(page, request, "parts");
  const instrument = instrumentOf("futures: parts");
  const { coin, pair } = instrument;
  await showPinned(page, instrument);
  await open(request, person, pair, "100");
  await row(page, coin)
    .getByRole("button", { name: /Close position/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Close this position?" });
  const quantity = dialog.getByRole("textbox", { name: /^Amount to close/ });
  const whole = (await quantity.inputValue()).replaceAll(",", "");
  await expect(dialog.getByRole("button", { name: "100%" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await quantity.fill(`${Number(whole) * 2}`);
  await expect(
    dialog.getByText(/Amount must be less than or equal to the maximum amount/),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "25%" }).click();
  await expect(dialog.getByTestId("closing-returns")).toContainText("≈");
  const rest = await dialog.getByTestId("closing-rest").textContent();
  const sent = page.waitForRequest("**/api/v3/futures/close");
  await dialog.getByLabel("Transaction password").fill(transactionPassword);
  await Promise.all([
    expectNotice(page, /Your request to close part of the position/),
    dialog.getByRole("button", { name: "Close", exact: true }).last().click(),
  ]);
  const asked = (await sent).postDataJSON() as Record<string, string>;
  expect(Number(asked.quantity)).toBeLessThan(Number(whole) / 2);
  await expect(page).toHaveURL(new RegExp(`/trades/futures/${coin}$`));
  // The part is gone within seconds, and one row is left.
  await expect(row(page, coin)).toContainText([rest?.split(coin)[0] ?? "?"]);
  await expect(
    row(page, coin).getByRole("button", { name: /Close position/ }),
  ).toBeVisible();
  await positions(page).getByRole("tab", { name: "Position history" }).click();
  await expect(row(page, coin)).toHaveCount(1);
  await expect(row(page, coin)).toContainText("Partly closed");

  // The rest is closed as it always was.
  await positions(page)
    .getByRole("tab", { name: /^Positions/ })
    .click();
  await closePosition(page, coin);
  await expect(page).toHaveURL(/\/home$/);
});

test("a position is reversed: it is closed, and the other side stands in its place", async ({
  page,
  request,
}) => {
  const person = await trader(page, request, "reversal");
  const instrument = instrumentOf("futures: reversal");
  const { coin, pair } = instrument;
  await showPinned(page, instrument);
  await open(request, person, pair, "100");
  await expect(row(page, coin)).toContainText("Long");

  await row(page, coin)
    .getByRole("button", { name: /Reverse position/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Reverse this position?" });
  await expect(dialog).toContainText("Closes long");
  await expect(dialog).toContainText("Opens short");
  const shown = async (place: Locator) =>
    Number((await place.innerText()).replace(/[^\d.]/g, ""));
  const available = page.getByTestId("available");
  const before = await shown(available);
  const needs = await shown(dialog.getByTestId("reversing-needs"));
  const returns = await shown(dialog.getByTestId("reversing-returns"));
  expect(needs).toBeGreaterThan(returns);
  const reverse = dialog.getByRole("button", { name: "Reverse" });
  await reverse.click();
  await expect(dialog.getByText("Password is required")).toBeVisible();
  await dialog.getByLabel("Transaction password").fill(transactionPassword);
  const sent = page.waitForRequest("**/api/v3/futures/reverse");
  await Promise.all([
    expectNotice(page, /The position is reversed in a moment/),
    reverse.click(),
  ]);
  expect((await sent).postDataJSON()).toHaveProperty("client_id");
  await expect(row(page, coin)).toContainText("Short");
  await expect(row(page, coin)).toHaveCount(1);
  await expect
    .poll(() => shown(available))
    .toBeCloseTo(before + returns - needs, 1);

  // On a phone it is a card, whose button is large enough, and nothing of the head is cut off.
  await page.setViewportSize({ width: 390, height: 844 });
  const again = positions(page).getByRole("button", {
    name: /Reverse position/,
  });
  await expect(again.locator("svg")).toHaveCSS("width", "18px");
  await expect(again).toHaveCSS("width", "40px");
  const countdown = await page.getByRole("timer").boundingBox();
  expect((countdown?.x ?? 390) + (countdown?.width ?? 0)).toBeLessThan(390);
  await page.setViewportSize({ width: 1440, height: 900 });

  await positions(page).getByRole("tab", { name: "Position history" }).click();
  await expect(row(page, coin)).toContainText("Closed");
});

test("what cannot be opened is refused with its sentence; the slider takes a share, and all can be opened short", async ({
  page,
  request,
}) => {
  await trader(page, request, "refused");
  await page.goto("/trades/futures/ETH");
  await expect(page.getByTestId("available")).toContainText("2,000.00");
  await submit(page);
  await expect(form(page).getByText("Amount is required")).toBeVisible();
  await amount(page).fill("0.01");
  await submit(page);
  await expect(
    form(page).getByText(/Amount must be greater than minimum buy amount \(/),
  ).toBeVisible();
  await amount(page).fill("2000.01");
  await submit(page);
  await expect(
    form(page).getByText("Insufficient balance (2,000)"),
  ).toBeVisible();
  await choose(page, "SELL EMPTY");
  await amount(page).fill("0.01");
  await submit(page);
  await expect(
    form(page).getByText(/Amount must be greater than minimum sell amount \(/),
  ).toBeVisible();
  await form(page).getByLabel("Amount unit").selectOption("COIN");
  await amount(page).fill("5000");
  await submit(page);
  await expect(form(page).getByText(/Insufficient balance \(/)).toBeVisible();

  await form(page).getByLabel("Amount unit").selectOption("USDT");
  await amount(page).fill("");
  await form(page).getByRole("slider").focus();
  await page.keyboard.press("ArrowRight");
  await expect(amount(page)).toHaveValue("500");
  for (let share = 25; share < 100; share += 25) {
    await page.keyboard.press("ArrowRight");
  }
  await expect(amount(page)).toHaveValue("1,990.04");
  await submit(page);
  await confirmTaken(page);
  await expect(row(page, "ETH")).toContainText("Short");
});

test("a position that is opened elsewhere appears without a reload; an amount of the coin is sent as a margin the server takes", async ({
  page,
  request,
}) => {
  const person = await trader(page, request, "pushed");
  await page.goto("/trades/futures/BTC");
  await expect(positions(page).getByText("No open positions")).toBeVisible();
  await open(request, person, "BTCUSDT", "50");
  await expect(row(page, "BTC")).toContainText("Long");
  await expect(
    positions(page).getByRole("tab", { name: "Positions (1)" }),
  ).toBeVisible();
  await page.goto("/trades/futures/ETH");
  await expect(row(page, "BTC")).toBeVisible();
  await positions(page).getByText("Hide other contracts").click();
  await expect(row(page, "BTC")).toBeHidden();

  await expect(page.getByTestId("available")).toContainText(/1,9[45]\d\.\d\d/);
  await form(page).getByLabel("Amount unit").selectOption("COIN");
  await amount(page).fill("0.03333333");
  await expect(form(page).getByText(/^Margin: \d+\.\d+ USDT$/)).toBeVisible();
  const sent = page.waitForRequest("**/api/v2/buy-more");
  await submit(page);
  await confirmTaken(page);
  const { margin } = (await sent).postDataJSON() as { margin: string };
  expect(margin).toMatch(/^\d+(\.\d{1,8})?$/);
  await expect(row(page, "ETH")).toContainText("Long");
});

test("what is done in one browser is seen in the client's other one", async ({
  page,
  browser,
  request,
}) => {
  const person = await trader(page, request, "two-browsers");
  const other = await (await browser.newContext()).newPage();
  await signInAs(other, person);
  for (const open of [page, other]) {
    await open.goto("/trades/futures/ETH");
    await expect(positions(open).getByText("No open positions")).toBeVisible();
    await expect(open.getByTestId("available")).toContainText("2,000.00");
  }
  await amount(page).fill("100");
  await submit(page);
  await confirm(
    page.getByRole("dialog", { name: "Confirm position" }),
    transactionPassword,
  );
  await expect(row(other, "ETH")).toContainText("Long");
  await expect(other.getByTestId("available")).toContainText(/1,89\d\.\d\d/);

  // And back: the other browser closes it.
  await expect(row(page, "ETH")).toBeVisible();
  await closePosition(other, "ETH");
  await expect(positions(page).getByText("No open positions")).toBeVisible();
  await other.context().close();
});

test("a liquidation is explained to its owner", async ({ page, request }) => {
  const person = await trader(page, request, "liquidated");
  const instrument = instrumentOf("futures: liquidation");
  const { coin, pair, at } = instrument;
  await showPinned(page, instrument);
  await open(request, person, pair, "100", { leverage: 20 });
  await expect(row(page, coin)).toBeVisible();
  await pinPrice(instrument, at(93));
  await pinMark(instrument, at(93));
  await expect(positions(page).getByText("No open positions")).toBeVisible();
  await positions(page).getByRole("tab", { name: "Position history" }).click();
  await expect(row(page, coin)).toContainText("Liquidated");
  await page.getByRole("button", { name: "Why was I liquidated?" }).click();
  const dialog = page.getByRole("dialog", { name: "Why was I liquidated?" });
  const today = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format();
  await expect(dialog).toContainText(`At ${today}, `);
  await expect(dialog).toContainText(
    `the mark price reached ${Number(at(93))} USDT`,
  );
  await expect(dialog).toContainText(/Margin of the position(99|100)\.\d{4}/);
  await expect(dialog).toContainText("Maintenance margin required");
  const formula = dialog.getByText("How it was calculated").locator("~ p");
  await expect(formula).toHaveText(/\d.* ≤ \d/);
});
