// Convert: by a quote, at a limit, coin to coin, and what is refused.
import { expect, type Page, type Response } from "@playwright/test";
import { choose, form } from "../support/convert";
import { expectNotice } from "../support/notices";
import {
  newPerson,
  password,
  read,
  signInAs,
  transactionPassword,
} from "../support/people";
import { test } from "../support/test";

const give = (page: Page) => form(page).getByLabel("Amount to pay");
const receive = (page: Page) => form(page).getByLabel("Amount to receive");
const press = (page: Page) =>
  form(page).getByRole("button", { name: "Convert", exact: true }).click();

const confirmation = (page: Page) =>
  page.getByRole("dialog", { name: "Confirmation" });

async function confirm(page: Page, secret: string) {
  const dialog = confirmation(page);
  await dialog.getByLabel("Transaction password", { exact: true }).fill(secret);
  await dialog.getByRole("button", { name: "Confirm" }).click();
}

/** Confirms, is told so, and stays with an empty form: whoever converts often goes on from there. */
async function convert(page: Page) {
  await confirm(page, transactionPassword);
  await expectNotice(page, "Order created successfully");
  await expect(page).toHaveURL(/\/wallet\/convert$/);
  await expect(give(page)).toHaveValue("");
}

/** How long a quote holds: the tests' installation makes it longer than any dialog takes. */
async function quoteLife(response: Response): Promise<number> {
  const { quote } = (await response.json()) as { quote: { seconds: number } };
  return quote.seconds * 1000;
}

const quoted = (page: Page) => page.waitForResponse("**/api/v3/convert/quote");

test("USDT becomes BTC at a quote, with the password", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "convert");
  await signInAs(page, person);
  await page.goto("/wallet/convert");
  await expect(page.getByTestId("available-from")).toContainText("10,000");
  await give(page).fill("1a0b0.");
  await expect(give(page)).toHaveValue("100.");
  await expect(receive(page)).not.toHaveValue("");
  await expect(page.getByTestId("rate")).toContainText("1 USDT ≈");
  await expect(page.getByTestId("spread")).toContainText("%");
  const first = await page.getByRole("timer").innerText();
  expect(first).toMatch(/New quote in \d+ s/);
  await press(page);
  await confirm(page, "");
  await expect(page.getByText("Password is required")).toBeVisible();
  await confirm(page, password);
  await expectNotice(page, "Wrong transaction password");
  await expect(
    page.getByRole("dialog").getByText("Wrong transaction password"),
  ).toBeVisible();
  await convert(page);

  await page.goto("/wallet/convert");
  await expect(
    page.getByRole("row", { name: /USDT.*BTC.*Filled/ }),
  ).toBeVisible();
  const { wallet } = (await read(
    request,
    person,
    "/api/v3/wallet-balance?name=USDT",
  )) as unknown as { wallet: { wallet_balance: string } };
  expect(wallet.wallet_balance).toBe("9900");
});

test("the confirmation is bound to one quote, and a new one is taken by a press", async ({
  page,
  request,
}) => {
  await page.clock.install();
  await signInAs(page, await newPerson(request, "bound"));
  await page.goto("/wallet/convert");
  const first = quoted(page);
  await give(page).fill("100");
  // The quote may not be there yet: the press waits for it.
  await press(page);
  const dialog = confirmation(page);
  await expect(dialog.getByTestId("bound-rate")).toContainText("1 USDT ≈");
  await expect(dialog.getByText("Spread")).toBeVisible();
  await expect(dialog.getByRole("timer")).toContainText(/holds for \d+ s/);
  await expect(dialog.getByText(/This rate has expired/)).toBeHidden();
  const { quote } = (await (await first).json()) as { quote: { id: string } };
  await page.clock.runFor(await quoteLife(await first));
  await expect(dialog.getByText(/This rate has expired/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Confirm" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Use the new rate" }).click();
  await expect(dialog.getByText(/This rate has expired/)).toBeHidden();
  const sent = page.waitForRequest("**/api/v2/my-order");
  await convert(page);
  const { quote_id: quoteId } = (await sent).postDataJSON() as {
    quote_id: string;
  };
  expect(quoteId).toMatch(/^\d+$/);
  expect(quoteId).not.toBe(quote.id);
});

test("a quote is replaced before it runs out", async ({ page, request }) => {
  await page.clock.install();
  await signInAs(page, await newPerson(request, "quoted"));
  await page.goto("/wallet/convert");
  const first = quoted(page);
  await give(page).fill("100");
  const life = await quoteLife(await first);
  const rate = page.getByTestId("rate");
  await expect(rate).toBeVisible();
  const second = quoted(page);
  await page.clock.runFor(life - 1_000);
  const { quote } = (await (await second).json()) as {
    quote: { rate: string };
  };
  await expect(page.getByRole("timer")).toHaveText(
    new RegExp(`New quote in ${Math.ceil(life / 1000) - 1} s`),
  );
  expect(Number(quote.rate)).toBeGreaterThan(0);
  await expect(rate).toBeVisible();
});

test("the coins and the amounts change places, and Max takes all", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "swap"));
  await page.goto("/wallet/convert");
  await form(page).getByRole("button", { name: "Max" }).click();
  await expect(give(page)).toHaveValue("10,000");
  await expect(receive(page)).not.toHaveValue("");
  await form(page)
    .getByRole("button", { name: /Swap the coins/ })
    .click();
  await expect(receive(page)).toHaveValue("10,000");
  await expect(
    form(page).getByRole("button", { name: /^Coin to pay: BTC/ }),
  ).toBeVisible();
});

test("what cannot be converted is refused with its sentence", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "unable"));
  await page.goto("/wallet/convert");
  await press(page);
  await expect(form(page).getByText("Amount is required")).toBeVisible();
  await give(page).fill("0.01");
  await press(page);
  await expect(
    form(page).getByText(/Amount must be greater than minimum buy amount \(/),
  ).toBeVisible();
  await give(page).fill("10001");
  await expect(
    form(page).getByText("Insufficient balance (10,000)"),
  ).toBeVisible();
  await form(page)
    .getByRole("button", { name: /Swap the coins/ })
    .click();
  await give(page).fill("0.000001");
  await press(page);
  await expect(
    form(page).getByText(/Amount must be greater than minimum sell amount \(/),
  ).toBeVisible();
});

test("a limit waits, and is cancelled", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "limit"));
  await page.goto("/wallet/convert");
  await page.getByRole("tab", { name: "Limit" }).click();
  const price = form(page).getByLabel("Price of 1 BTC");
  await expect(price).not.toHaveValue("");
  await price.fill("");
  await give(page).fill("500");
  await press(page);
  await expect(form(page).getByText("Price is required")).toBeVisible();
  await price.fill("40000");
  await expect(receive(page)).toHaveValue("0.0125");
  await press(page);
  await convert(page);
  await page.goto("/wallet/convert");
  await expect(page.getByTestId("available-from")).toContainText("9,500");
  await expect(
    page.getByRole("row", { name: /USDT.*BTC.*Pending/ }),
  ).toBeVisible();
  await page
    .getByRole("button", { name: /Cancel the conversion of USDT into BTC/ })
    .click();
  await expectNotice(page, /The conversion was cancelled/);
  await expect(
    page.getByRole("row", { name: /USDT.*BTC.*Cancelled/ }),
  ).toBeVisible();
  await expect(page.getByTestId("available-from")).toContainText("10,000");
});

test("one coin becomes another in one step", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "cross"));
  await page.goto("/wallet/convert");
  await form(page)
    .getByRole("button", { name: /^Coin to receive/ })
    .click();
  const picker = page.getByRole("dialog", { name: "Coin to receive" });
  await picker.getByLabel("Search coin").fill("nothing of this name");
  await expect(picker.getByText("No Records Found")).toBeVisible();
  await picker.getByRole("button", { name: "Close" }).click();
  await choose(page, "receive", "ETH");
  await give(page).fill("1000");
  await expect(receive(page)).not.toHaveValue("");
  await press(page);
  await convert(page);
  await page.goto("/wallet/convert");
  await choose(page, "pay", "ETH");
  await choose(page, "receive", "BTC");
  await form(page).getByRole("button", { name: "Max" }).click();
  await expect(page.getByTestId("rate")).toContainText("1 ETH ≈");
  await expect(receive(page)).not.toHaveValue("");
  await press(page);
  await convert(page);
  await page.goto("/wallet/convert");
  await expect(page.getByRole("row", { name: /ETH.*BTC/ })).toBeVisible();
});

test("a conversion is seen in the client's other browser, without a reload", async ({
  page,
  browser,
  request,
}) => {
  const person = await newPerson(request, "two-browsers");
  const other = await (await browser.newContext()).newPage();
  await signInAs(page, person);
  await signInAs(other, person);
  for (const open of [page, other]) {
    await open.goto("/wallet/convert");
    await expect(open.getByTestId("available-from")).toContainText("10,000");
  }
  await give(page).fill("100");
  await press(page);
  await convert(page);
  await expect(
    other.getByRole("row", { name: /USDT.*BTC.*Filled/ }),
  ).toBeVisible();
  await expect(other.getByTestId("available-from")).toContainText("9,900");
  await other.context().close();
});
