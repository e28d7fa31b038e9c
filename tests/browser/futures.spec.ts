// Futures: opening, targets, margin, closing, liquidation, refusals, and panels that are arranged.
import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { fund, open } from "./support/futures";
import {
  newPerson,
  password,
  signInAs,
  transactionPassword,
  type Person,
} from "./support/people";
import { clear, pinPrice } from "./support/simulator";

test.afterEach(clear);

const form = (page: Page) =>
  page.getByRole("form", { name: "Open a position" });
const positions = (page: Page) =>
  page.getByRole("region", { name: "Your positions" });
const row = (page: Page, coin: string) =>
  positions(page).getByRole("row", { name: new RegExp(`${coin}/USDT`) });
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

async function trader(
  page: Page,
  request: Parameters<typeof newPerson>[0],
  name: string,
): Promise<Person> {
  const person = await newPerson(request, name);
  await fund(request, person, "2000");
  await signInAs(page, person);
  return person;
}

test("a guest is sent to sign in", async ({ page }) => {
  await page.goto("/trades/futures/BTC");
  await expect(page).toHaveURL(/\/signin$/);
});

test("a position is opened, guarded, given margin and closed", async ({
  page,
  request,
}) => {
  // A whole life of a position, with four checks of the password.
  test.setTimeout(180_000);
  await trader(page, request, "futures");
  await page.goto("/trades/futures/SOL");
  await expect(positions(page).getByText("no margins")).toBeVisible();
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
  await expect(page.getByText("Wrong transaction password")).toHaveCount(2);
  await expect(dialog.getByText("Wrong transaction password")).toBeVisible();
  await dialog.getByRole("button", { name: "Show password" }).click();
  await expect(
    dialog.getByLabel("Transaction password", { exact: true }),
  ).toHaveAttribute("type", "text");
  // It is said for three seconds: whoever looks only after the press may look too late.
  const said = expect(
    page.getByText("Order created successfully"),
  ).toBeVisible();
  await confirm(dialog, transactionPassword);
  await said;
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
  await confirm(margin, transactionPassword);
  await expect(page.getByText("The margin was added")).toBeVisible();
  await expect(row(page, "SOL")).toContainText(/1[45]\d\.\d\d/);

  await row(page, "SOL")
    .getByRole("button", { name: /Close position/ })
    .click();
  const closing = page.waitForRequest("**/api/v3/futures/close");
  // The notice goes after three seconds: it is waited for while the button is pressed.
  await Promise.all([
    expect(
      page.getByText(/Your close request has been submitted/),
    ).toBeVisible(),
    page
      .getByRole("dialog", { name: "Close this position?" })
      .getByRole("button", { name: "Close", exact: true })
      .last()
      .click(),
  ]);
  await expect(page).toHaveURL(/\/home$/);
  expect((await closing).postDataJSON()).toHaveProperty("client_id");

  await page.goto("/trades/futures/SOL");
  await positions(page).getByRole("tab", { name: "Position history" }).click();
  await expect(row(page, "SOL")).toContainText("Closed");
});

test("what cannot be opened is refused with its sentence", async ({
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
  await form(page).getByLabel("Unit of the amount").selectOption("COIN");
  await amount(page).fill("5000");
  await submit(page);
  await expect(form(page).getByText(/Insufficient balance \(/)).toBeVisible();
});

test("an answer that nobody expects, none, and a refusal are said", async ({
  page,
  request,
}) => {
  await trader(page, request, "odd");
  await page.goto("/trades/futures/ETH");
  await expect(page.getByTestId("available")).toContainText("2,000.00");
  const dialog = page.getByRole("dialog", { name: "Confirm position" });
  const answered = async (json: object, status = 200) => {
    await page.route("**/api/v2/buy-more", (route) =>
      route.fulfill({ status, json }),
    );
    await confirm(dialog, transactionPassword);
  };
  await amount(page).fill("100");
  await submit(page);
  await answered({ message: "neither here nor there" });
  await expect(page.getByText("Something went wrong")).toBeVisible();
  await page.route("**/api/v2/buy-more", (route) => route.abort());
  await confirm(dialog, transactionPassword);
  await expect(page.getByText("No answer from the server")).toBeVisible();
  // One that the site has no sentence for: the server's own stands there.
  const text = "Positions rest until noon.";
  await answered({ message: "resting", text }, 409);
  await expect(page.getByText("The position was not opened")).toBeVisible();
  await expect(page.getByText(text)).toBeVisible();
  await expect(dialog).toBeHidden();
  // The form is as it was.
  await page.unroute("**/api/v2/buy-more");
  await submit(page);
  const told = expect(
    page.getByText("Order created successfully"),
  ).toBeVisible();
  await confirm(dialog, transactionPassword);
  await told;
  await expect(row(page, "ETH")).toHaveCount(1);
});

test("the slider takes a share, and all of it can be opened short", async ({
  page,
  request,
}) => {
  await trader(page, request, "slider");
  await page.goto("/trades/futures/ETH");
  await expect(page.getByTestId("available")).toContainText("2,000.00");
  await choose(page, "SELL EMPTY");
  await form(page).getByRole("slider").focus();
  await page.keyboard.press("ArrowRight");
  await expect(amount(page)).toHaveValue("500");
  for (const _ of [50, 75, 100]) await page.keyboard.press("ArrowRight");
  await expect(amount(page)).toHaveValue("1990.04");
  await submit(page);
  await confirm(
    page.getByRole("dialog", { name: "Confirm position" }),
    transactionPassword,
  );
  await expect(page.getByText("Order created successfully")).toBeVisible();
  await expect(row(page, "ETH")).toContainText("Short");
});

test("an amount of the coin is sent as a margin the server takes", async ({
  page,
  request,
}) => {
  await trader(page, request, "coins");
  await page.goto("/trades/futures/ETH");
  await expect(page.getByTestId("available")).toContainText("2,000.00");
  await form(page).getByLabel("Unit of the amount").selectOption("COIN");
  await amount(page).fill("0.03333333");
  await expect(form(page).getByText(/^Margin: \d+\.\d+ USDT$/)).toBeVisible();
  const sent = page.waitForRequest("**/api/v2/buy-more");
  await submit(page);
  await confirm(
    page.getByRole("dialog", { name: "Confirm position" }),
    transactionPassword,
  );
  const { margin } = (await sent).postDataJSON() as { margin: string };
  expect(margin).toMatch(/^\d+(\.\d{1,8})?$/);
  await expect(page.getByText("Order created successfully")).toBeVisible();
  await expect(row(page, "ETH")).toContainText("Long");
});

test("a position that is opened elsewhere appears without a reload", async ({
  page,
  request,
}) => {
  const person = await trader(page, request, "pushed");
  await page.goto("/trades/futures/BTC");
  await expect(positions(page).getByText("no margins")).toBeVisible();
  await open(request, person, "BTCUSDT", "50");
  await expect(row(page, "BTC")).toContainText("Long");
  await expect(
    positions(page).getByRole("tab", { name: "Positions (1)" }),
  ).toBeVisible();
  await page.goto("/trades/futures/ETH");
  await expect(row(page, "BTC")).toBeVisible();
  await positions(page).getByText("Hide other contracts").click();
  await expect(row(page, "BTC")).toBeHidden();
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
    await expect(positions(open).getByText("no margins")).toBeVisible();
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
  await row(other, "ETH")
    .getByRole("button", { name: /Close position/ })
    .click();
  await other
    .getByRole("dialog", { name: "Close this position?" })
    .getByRole("button", { name: "Close", exact: true })
    .last()
    .click();
  await expect(positions(page).getByText("no margins")).toBeVisible({
    timeout: 30_000,
  });
  await other.context().close();
});

test.describe("the answers to a close request", () => {
  async function close(
    page: Page,
    request: Parameters<typeof newPerson>[0],
    answer: (page: Page) => Promise<void>,
  ) {
    const person = await trader(page, request, "closing");
    await open(request, person, "BTCUSDT", "50");
    await answer(page);
    await page.goto("/trades/futures/BTC");
    await row(page, "BTC")
      .getByRole("button", { name: /Close position/ })
      .click();
    await page
      .getByRole("dialog", { name: "Close this position?" })
      .getByRole("button", { name: "Close", exact: true })
      .last()
      .click();
  }
  const address = "**/api/v3/futures/close";

  test("too early", async ({ page, request }) => {
    await close(page, request, (opened) =>
      opened.route(address, (route) =>
        route.fulfill({
          json: {
            message: "closePositionError",
            daysLeft: 12,
            futureTarget: "1500",
            futureFundsToAdd: "300",
          },
        }),
      ),
    );
    await expect(
      page.getByText(
        "Remaining days: 12. If your income amount is greater than or equal to 1,500, or total assets is less than or equal to 300, it can be closed in advance directly.",
      ),
    ).toBeVisible();
    await expect(page).toHaveURL(/futures\/BTC$/);
  });

  test("none", async ({ page, request }) => {
    await close(page, request, (opened) =>
      opened.route(address, (route) => route.abort()),
    );
    await expect(page.getByText("No response from the server")).toBeVisible();
  });

  test("any other", async ({ page, request }) => {
    await close(page, request, (opened) =>
      opened.route(address, (route) =>
        route.fulfill({ json: { message: "neither here nor there" } }),
      ),
    );
    await expect(page.getByText("Something went wrong")).toBeVisible();
    await expect(page).toHaveURL(/futures\/BTC$/);
  });

  test("a failure", async ({ page, request }) => {
    await close(page, request, (opened) =>
      opened.route(address, (route) =>
        route.fulfill({ status: 500, json: { message: "internal" } }),
      ),
    );
    await expect(
      page.getByText("An error occurred while making the request"),
    ).toBeVisible();
  });
});

test("a liquidation is explained to its owner", async ({ page, request }) => {
  const person = await trader(page, request, "liquidated");
  await pinPrice("DOT-USDT", "10.000");
  await pinPrice("DOT-USDT-SWAP", "10.000");
  await page.goto("/trades/futures/DOT");
  await expect(page.getByTestId("mark-price")).toContainText(/^(9\.9|10\.0)/);
  await open(request, person, "DOTUSDT", "100", { leverage: 20 });
  await expect(row(page, "DOT")).toBeVisible();
  await pinPrice("DOT-USDT", "9.300");
  await pinPrice("DOT-USDT-SWAP", "9.300");
  await expect(positions(page).getByText("no margins")).toBeVisible({
    timeout: 30_000,
  });
  await positions(page).getByRole("tab", { name: "Position history" }).click();
  await expect(row(page, "DOT")).toContainText("Liquidated");
  await page.getByRole("button", { name: "Why was I liquidated?" }).click();
  const dialog = page.getByRole("dialog", { name: "Why was I liquidated?" });
  await expect(dialog).toContainText("Maintenance margin needed");
  await expect(dialog).toContainText("How it was calculated");
});

test("the mark price is live: pushes bring it", async ({ page, request }) => {
  await trader(page, request, "marks");
  await page.goto("/trades/futures/DOT");
  const mark = page.getByTestId("mark-price");
  await expect(mark).toContainText(/\d/);
  await page.route("**/api/v3/futures/contracts", (route) => route.abort());
  await pinPrice("DOT-USDT", "11.000");
  await pinPrice("DOT-USDT-SWAP", "11.000");
  await expect(mark).toContainText(/^(10\.9|11\.0)/, { timeout: 30_000 });
});

test("another coin is chosen, and the book follows it", async ({
  page,
  request,
}) => {
  await trader(page, request, "chooser");
  await page.goto("/trades/futures/BTC");
  await page.getByRole("button", { name: /Choose a contract/ }).click();
  const picker = page.getByRole("dialog", { name: "Choose a contract" });
  await picker.getByRole("button", { name: "24h Change" }).click();
  await expect(
    picker.getByRole("columnheader", { name: "24h Change" }),
  ).toHaveAttribute("aria-sort", "descending");
  await picker.getByLabel("Search coin").fill("nothing of this name");
  await expect(picker.getByText("No Records Found")).toBeVisible();
  await picker.getByLabel("Search coin").fill("ada");
  await picker.getByRole("link", { name: /ADA/ }).click();
  await expect(page).toHaveURL(/\/trades\/futures\/ADA$/);
  await expect(page.getByText("Amount(ADA)").first()).toBeVisible();
  // No price is taken from the book here: its levels are no buttons.
  await expect(page.locator("[data-index]").first()).toBeVisible();
  await expect(page.locator("button[data-index]")).toHaveCount(0);

  const markets = page.getByRole("region", { name: "Markets" });
  await markets.getByLabel("Search coin").fill("zzz");
  await expect(markets.getByText("No Records Found")).toBeVisible();
  await markets.getByLabel("Search coin").fill("eth");
  await markets.getByRole("link", { name: /ETH/ }).click();
  await expect(page).toHaveURL(/\/trades\/futures\/ETH$/);
  await expect(page.getByText("Amount(ETH)").first()).toBeVisible();
});

test("the panels are arranged with the keyboard, kept, and reset", async ({
  page,
  request,
}) => {
  await trader(page, request, "arranger");
  await page.goto("/trades/futures/BTC");
  const book = page.locator('[data-panel="book"]');
  const before = await book.boundingBox();
  // The page ends with its last panel, however long the lists in them are.
  await expect(page.locator("[data-index]").first()).toBeVisible();
  const below = () =>
    page.locator("[data-panel]").evaluateAll((panels) => {
      const ends = panels.map((panel) => panel.getBoundingClientRect().bottom);
      const end = window.scrollY + Math.max(...ends);
      return document.documentElement.scrollHeight - end;
    });
  expect(await below()).toBeLessThan(20);
  await page.getByRole("button", { name: "Arrange panels" }).click();
  const handle = page.getByRole("group", { name: "Arrange: Order book" });
  await handle.getByRole("button", { name: "Move to the left" }).focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await book.boundingBox())?.x)
    .toBeLessThan(before?.x ?? 0);
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await expect
    .poll(async () => (await book.boundingBox())?.x)
    .toBeLessThan(before?.x ?? 0);
  await page.getByRole("button", { name: "Arrange panels" }).click();
  await page.getByRole("button", { name: "Reset layout" }).click();
  await expect.poll(async () => (await book.boundingBox())?.x).toBe(before?.x);
});

test("a panel is dragged to another place", async ({ page, request }) => {
  await trader(page, request, "dragger");
  await page.goto("/trades/futures/BTC");
  const account = page.locator('[data-panel="account"]');
  await page.getByRole("button", { name: "Arrange panels" }).click();
  const name = page
    .getByRole("group", { name: "Arrange: Margin account" })
    .getByText("Margin account");
  const from = await name.boundingBox();
  const before = await account.boundingBox();
  if (!from || !before) throw new Error("the panel is not there");
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, 300, { steps: 12 });
  await page.mouse.up();
  await expect
    .poll(async () => (await account.boundingBox())?.y)
    .toBeLessThan(before.y);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("one column has the two options, and nothing hangs over", async ({
    page,
    request,
  }) => {
    const person = await trader(page, request, "phone");
    await open(request, person, "BTCUSDT", "50");
    await page.goto("/trades/futures/BTC");
    await expect(form(page)).toBeVisible();
    await page.getByRole("tab", { name: "Order Books" }).click();
    await expect(form(page)).toBeHidden();
    await expect(page.getByText("Amount(BTC)")).toBeVisible();
    await page.getByRole("tab", { name: "Buy and Sell" }).click();
    await expect(
      positions(page).getByRole("button", { name: /Close position/ }),
    ).toBeVisible();
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(over).toBeLessThanOrEqual(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    // A wider window goes on with the same list.
    const list = positions(page).getByRole("tab", { name: "Funding" });
    await list.click();
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(page.getByRole("tab", { name: "Order Books" })).toBeHidden();
    await expect(list).toHaveAttribute("aria-selected", "true");
  });
});
