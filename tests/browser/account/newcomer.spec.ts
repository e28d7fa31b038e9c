// The whole way of a newcomer: test coins come in, earn, move, are traded, and leave to an address on
// the demonstration's chain, where they are exactly what was promised.
import { readFileSync } from "node:fs";
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import {
  etherOf,
  freshAddress,
  hold,
  mine,
  release,
  succeeded,
  tokensOf,
} from "../support/demo_chain";
import { operator } from "../support/operator";
import {
  aMinuteLater,
  beginSignUp,
  codeFor,
  finishSignUp,
  inside,
  newEmail,
  newPerson,
  read,
  personOn,
  signInAs,
  transactionPassword,
  type Person,
} from "../support/people";
import { test } from "../support/test";
import { confirm, fill, form, orders } from "../support/ticket";

// Each block comes when it is called: what a client sees between two is really seen.
test.beforeAll(hold);
test.afterAll(release);

const network = "ERC20";

const dialog = (page: Page) => page.getByRole("dialog");
/** The card of the demonstration's network. */
const choose = (page: Page) =>
  page
    .locator("label")
    .filter({ has: page.getByRole("radio", { name: /Ethereum/ }) })
    .click();

async function signUp(page: Page, request: APIRequestContext): Promise<Person> {
  const email = newEmail("newcomer");
  await page.goto("/signup");
  await beginSignUp(page, email);
  await finishSignUp(page, request, email);
  return personOn(page, email);
}

/** Presses the faucet's button in the outbox. */
async function sendTestCoins(
  page: Page,
  coin: string,
  amount: string,
  to: string,
) {
  await page.goto(inside(process.env["CAMBIO_TEST_URL"] ?? "", "/dev/outbox"));
  await page.getByLabel("Coin").selectOption(coin);
  await page.getByLabel("Amount").fill(amount);
  await page.getByLabel("To", { exact: true }).fill(to);
  await page.getByRole("button", { name: "Send test coins" }).click();
  await expect(page).toHaveURL(/\?sent=1$/);
  await mine(1);
}

const spot = async (request: APIRequestContext, person: Person) => {
  const { wallet } = (await read(
    request,
    person,
    "/api/v3/wallet-balance?name=USDT",
  )) as unknown as { wallet: { wallet_balance: string } };
  return wallet.wallet_balance;
};

/** An amount in its 18 places after the point. */
function units(amount: string): bigint {
  const [whole = "0", rest = ""] = amount.split(".");
  return BigInt(whole + rest.padEnd(18, "0"));
}

const recentDeposit = (page: Page, amount: string) =>
  page.getByRole("button", { name: `Details of the deposit of ${amount}` });

async function deposit(page: Page, request: APIRequestContext, person: Person) {
  await page.goto("/wallet/deposit");
  await choose(page);
  const shown = page.getByTestId("deposit-address");
  await expect(shown).toHaveText(/^0x[0-9a-fA-F]{40}$/);
  const outbox = await page.context().newPage();
  await sendTestCoins(outbox, "USDT", "250", (await shown.textContent()) ?? "");
  await outbox.close();

  // Nobody loads the page again from here on.
  const incoming = page.getByTestId("incoming");
  const bar = incoming.getByRole("progressbar", { name: "Confirmations" });
  await expect(incoming).toContainText("Credited after 6 confirmations");
  await expect(recentDeposit(page, "250 USDT")).toContainText("Pending");
  await expect(bar).toHaveAttribute("aria-valuenow", "1");
  await mine(1);
  await expect(bar).toHaveAttribute("aria-valuenow", "2");
  await mine(4);
  await expect(recentDeposit(page, "250 USDT")).toContainText("Completed");
  expect(await spot(request, person)).toBe("10250");
  await recentDeposit(page, "250 USDT").click();
  const locked = dialog(page).getByText("You can withdraw it after");
  await expect(dialog(page).getByText("Completed")).toBeVisible();
  await expect(locked).toBeVisible();
  await mine(6);
  await expect(locked).toHaveCount(0);
}

async function earn(page: Page) {
  await page.goto("/wallet/simple_earn");
  await page.getByRole("button", { name: "Subscribe to USDT" }).click();
  await dialog(page).getByText("Flexible").click();
  await dialog(page)
    .getByRole("textbox", { name: /amount/i })
    .fill("250");
  await dialog(page).getByRole("button", { name: "Subscribe" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto("/wallet/simple_earn");
  await expect(page.getByRole("button", { name: "Redeem USDT" })).toBeVisible();
}

async function transfer(page: Page, from: "SPOT" | "FUTURE") {
  await page.goto("/wallet/transfer");
  const fields = page.getByRole("form", { name: "Transfer" });
  if (from === "FUTURE")
    await fields.getByRole("button", { name: "Swap the wallets" }).click();
  await expect(fields.getByLabel("From")).toHaveValue(from);
  await fields.getByLabel("Coin").selectOption("USDT");
  await fields.getByRole("textbox").fill("400");
  await fields.getByRole("button", { name: "Transfer", exact: true }).click();
  await dialog(page)
    .getByLabel("Transaction password", { exact: true })
    .fill(transactionPassword);
  await dialog(page).getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/wallet$/);
}

async function trade(page: Page) {
  await page.goto("/trades/spot/BTC");
  await expect(
    form(page, { side: "Buy", coin: "BTC" }).getByText("Available"),
  ).toContainText(/\d/);
  await fill(page, {
    side: "Buy",
    coin: "BTC",
    kind: "Market",
    total: "1000",
  });
  await confirm(page, "Buy");
  await orders(page).getByRole("tab", { name: "Order history" }).click();
  await expect(orders(page).getByRole("row", { name: /BTC/ })).toContainText(
    "Filled",
  );
}

/** Asks for a withdrawal through the page; one above 200 USDT waits for the operator's review. */
async function withdraw(
  page: Page,
  request: APIRequestContext,
  person: Person,
  sent: { coin: string; amount: string; to: string; reviewed: boolean },
) {
  aMinuteLater(person.email);
  await page.goto(`/wallet/withdraw?coin=${sent.coin}`);
  await choose(page);
  await page.getByRole("textbox", { name: "Recipient address" }).fill(sent.to);
  await page.getByRole("textbox", { name: /^Amount/ }).fill(sent.amount);
  await page.getByRole("button", { name: "Withdraw now" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm withdrawal" });
  await confirmation.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type(
    await codeFor(request, person.email, "Confirm your withdrawal"),
  );
  await confirmation
    .getByLabel("Transaction password", { exact: true })
    .fill(transactionPassword);
  await confirmation
    .getByRole("button", { name: "Confirm withdrawal" })
    .click();
  const row = page.getByRole("button", {
    name: `Details of the withdrawal of ${sent.amount} ${sent.coin}`,
  });
  await expect(row).toBeVisible();
  if (sent.reviewed) {
    const { id } = await newest(request, person);
    operator("withdrawals", "approve", id, "--reason", "A newcomer's");
  }
  return row;
}

/** The signer takes it, the job sends it, blocks come: all of it is seen without a reload. */
async function arrives(row: ReturnType<Page["getByRole"]>) {
  await expect(row).toContainText("Sent to the network");
  await mine(12);
  await expect(row).toContainText("Completed");
}

interface Sent {
  id: string;
  txid: string;
  receive_amount: string;
}

const newest = async (request: APIRequestContext, person: Person) => {
  const { withdraw: all } = (await read(
    request,
    person,
    "/api/v3/withdraw-history",
  )) as unknown as { withdraw: Sent[] };
  const [first] = all;
  if (!first) throw new Error("there is no withdrawal");
  return first;
};

async function contractOf(
  request: APIRequestContext,
  person: Person,
  coin: string,
) {
  const { coins } = (await read(
    request,
    person,
    "/api/v3/networks",
  )) as unknown as {
    coins: {
      coin: string;
      networks: { value: string; contract: string | null }[];
    }[];
  };
  const carried = coins
    .find((one) => one.coin === coin)
    ?.networks.find(({ value }) => value === network);
  return carried?.contract ?? "";
}

/** The row of a list of the history, and its line in the list's file, which is exact. */
async function expectInHistory(
  page: Page,
  tab: "Deposit" | "Withdrawal",
  row: RegExp,
  line: RegExp,
) {
  await page.goto("/history");
  await page.getByRole("tab", { name: tab, exact: true }).click();
  await expect(page.getByRole("row", { name: row })).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = readFileSync(await (await saved).path(), "utf8");
  const lines = file.trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(line);
}

interface Totals {
  chains: { network: string; coin: string; difference: string | null }[];
}

/** The books are right by themselves, and by what lies on the chain. */
async function expectBooksBalance() {
  expect(operator("audit")).toMatchObject({ passed: true });
  await mine(12);
  await expect
    .poll(() =>
      (operator("totals") as Totals).chains
        .filter((one) => one.network === network)
        .map(({ coin, difference }) => `${coin} ${difference}`),
    )
    .toEqual(["USDT 0", "USDC 0", "ETH 0"]);
}

test("coins come in, earn, move, are traded and leave for the chain", async ({
  page,
  request,
}) => {
  const person = await signUp(page, request);
  await deposit(page, request, person);
  await earn(page);
  await transfer(page, "SPOT");
  await transfer(page, "FUTURE");
  await trade(page);

  const before = await spot(request, person);
  const to = freshAddress();
  const row = await withdraw(page, request, person, {
    coin: "USDT",
    amount: "150",
    to,
    reviewed: false,
  });
  await arrives(row);
  const { txid, receive_amount: receiveAmount } = await newest(request, person);
  await row.click();
  await expect(dialog(page).getByText("Arrived")).toBeVisible();
  await expect(dialog(page).getByText(txid.slice(0, 6))).toBeVisible();

  expect(receiveAmount).toBe("130");
  const contract = await contractOf(request, person, "USDT");
  expect(await tokensOf(contract, to)).toBe(130_000_000n);
  expect(await succeeded(txid)).toBe(true);
  expect(units(before) - units(await spot(request, person))).toBe(units("150"));
  await expectBooksBalance();
});

test("ether comes and leaves to the last unit", async ({ page, request }) => {
  const person = await newPerson(request, "ether");
  await signInAs(page, person);
  // The faucet sends to an email whose owner has an address.
  await page.goto("/wallet/deposit");
  await choose(page);
  await expect(page.getByTestId("deposit-address")).toHaveText(/^0x/);
  await sendTestCoins(page, "ETH", "0.4", person.email);
  await page.goto("/wallet/deposit?coin=ETH");
  await expect(recentDeposit(page, "0.4 ETH")).toContainText("Pending");
  await mine(12);
  await expect(recentDeposit(page, "0.4 ETH")).toContainText("Completed");
  await expect(page.getByText(/Credited · can be withdrawn after/)).toHaveCount(
    0,
  );

  const to = freshAddress();
  // Between the review above 200 USDT and the limit of 500.
  const market = await request.get(
    "/binance/api/v3/ticker/price?symbol=ETHUSDT",
  );
  const { price } = (await market.json()) as { price: string };
  const amount = (350 / Number(price)).toFixed(8).replace(/0$/, "1");
  const row = await withdraw(page, request, person, {
    coin: "ETH",
    amount,
    to,
    reviewed: true,
  });
  await arrives(row);
  const sent = BigInt(amount.replace(".", "")) * 10n ** 10n;
  expect(await etherOf(to)).toBe(sent - 2_500_000_000_000_000n);

  await expectInHistory(
    page,
    "Deposit",
    /ETH.*Completed.*0\.400\s?ETH/,
    /,ETH,ERC20,[^,]+,Completed,0\.4$/,
  );
  const short = `${to.slice(0, 8)}…${to.slice(-6)}`;
  const told = amount.replace(".", "\\.");
  await expectInHistory(
    page,
    "Withdrawal",
    new RegExp(`ETH.*${short}.*Completed.*${told}\\s?ETH`, "i"),
    new RegExp(`,ETH,ERC20,[^,]+,${to},Completed,${told}$`, "i"),
  );
  await expectBooksBalance();
});
