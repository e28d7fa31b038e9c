// Convert: by a quote, at a limit, coin to coin, and what is refused.
import { expect, test, type Page } from "@playwright/test";
import {
  newPerson,
  password,
  read,
  signInAs,
  transactionPassword,
} from "./support/people";

const form = (page: Page) => page.getByRole("form", { name: "Convert" });
const give = (page: Page) => form(page).getByLabel("Amount to give");
const receive = (page: Page) => form(page).getByLabel("Amount to receive");
const press = (page: Page) =>
  form(page).getByRole("button", { name: "Convert", exact: true }).click();

async function confirm(page: Page, secret: string) {
  const dialog = page.getByRole("dialog", { name: "Confirmation" });
  await dialog.getByLabel("Transaction password", { exact: true }).fill(secret);
  const button = dialog.getByRole("button", { name: "Confirm" });
  // A quote holds for ten seconds: where it has run out, the new one is taken. A press that waits
  // for the page which it leads to counts too, however long that takes.
  await expect(async () => {
    if (await dialog.isHidden()) return;
    if (await button.isDisabled({ timeout: 2_000 }))
      await dialog
        .getByRole("button", { name: "Use the new rate" })
        .click({ timeout: 2_000 });
    await button.click({ timeout: 2_000 });
  }).toPass();
}

/** Confirms until it is carried out: on a busy machine a quote runs out on the way. */
async function convert(page: Page) {
  const told = page.getByText("Order created successfully");
  const carriedOut = told.waitFor({ timeout: 60_000 });
  await confirm(page, transactionPassword);
  const carryOn = page.getByRole("button", { name: "Use the new rate" });
  await expect(async () => {
    if (await carryOn.isVisible()) await confirm(page, transactionPassword);
    await expect(page).toHaveURL(/\/home$/, { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await carriedOut;
}

async function choose(page: Page, side: "give" | "receive", coin: string) {
  await form(page)
    .getByRole("button", { name: new RegExp(`^Coin to ${side}`) })
    .click();
  const dialog = page.getByRole("dialog", { name: `Coin to ${side}` });
  await dialog.getByLabel("Search coin").fill(coin);
  await dialog
    .getByRole("button", { name: new RegExp(`^${coin}`) })
    .first()
    .click();
}

test("a guest is sent to sign in", async ({ page }) => {
  await page.goto("/wallet/convert");
  await expect(page).toHaveURL(/\/signin$/);
});

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
  // In the field and in a notice.
  await expect(page.getByText("Wrong transaction password")).toHaveCount(2);
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
  await signInAs(page, await newPerson(request, "bound"));
  await page.goto("/wallet/convert");
  await give(page).fill("100");
  // The quote may not be there yet: the press waits for it.
  await press(page);
  const dialog = page.getByRole("dialog", { name: "Confirmation" });
  await expect(dialog.getByTestId("bound-rate")).toContainText("1 USDT ≈");
  await expect(dialog.getByText("Spread")).toBeVisible();
  await expect(dialog.getByRole("timer")).toContainText(/holds for \d+ s/);
  await expect(dialog.getByText(/This rate has expired/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Confirm" })).toBeDisabled();
  const sent = page.waitForRequest("**/api/v2/my-order");
  await convert(page);
  expect((await sent).postDataJSON()).toHaveProperty("quote_id");
});

test("a quote is replaced before it runs out", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "quoted"));
  await page.goto("/wallet/convert");
  const quotes: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/convert/quote")) quotes.push(response.url());
  });
  await give(page).fill("100");
  await expect.poll(() => quotes.length, { timeout: 20_000 }).toBe(2);
  await expect(page.getByTestId("rate")).toBeVisible();
});

test("the coins and the amounts change places, and Max takes all", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "swap"));
  await page.goto("/wallet/convert");
  await form(page).getByRole("button", { name: "Max" }).click();
  await expect(give(page)).toHaveValue("10000");
  await expect(receive(page)).not.toHaveValue("");
  const bitcoins = await receive(page).inputValue();
  await form(page)
    .getByRole("button", { name: /Exchange the coins/ })
    .click();
  await expect(receive(page)).toHaveValue("10000");
  await expect(
    form(page).getByRole("button", { name: /^Coin to give: BTC/ }),
  ).toBeVisible();
  expect(bitcoins).not.toBe("");
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
    .getByRole("button", { name: /Exchange the coins/ })
    .click();
  await give(page).fill("0.00001");
  await press(page);
  await expect(
    form(page).getByText(/Amount must be greater than minimum sell amount \(/),
  ).toBeVisible();
});

test("an answer that nobody expects, none, and a refusal are said", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "odd"));
  await page.goto("/wallet/convert");
  await page.getByRole("tab", { name: "Limit" }).click();
  await form(page).getByLabel("Price of 1 BTC").fill("40000");
  await give(page).fill("500");
  await press(page);
  const answered = async (json: object, status = 200) => {
    await page.route("**/api/v2/my-order", (route) =>
      route.fulfill({ status, json }),
    );
    await confirm(page, transactionPassword);
  };
  await answered({ message: "neither here nor there" });
  await expect(page.getByText("Something went wrong")).toBeVisible();
  await page.route("**/api/v2/my-order", (route) => route.abort());
  await confirm(page, transactionPassword);
  await expect(page.getByText("No answer from the server")).toBeVisible();
  // One that the site has no sentence for: the server's own stands there.
  const text = "Conversions rest until noon.";
  await answered({ message: "resting", text }, 409);
  await expect(page.getByText("Nothing was converted")).toBeVisible();
  await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  // The form is as it was.
  await page.unroute("**/api/v2/my-order");
  await press(page);
  await convert(page);
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
  await expect(page.getByText(/The conversion was cancelled/)).toBeVisible();
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
  await choose(page, "give", "ETH");
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
