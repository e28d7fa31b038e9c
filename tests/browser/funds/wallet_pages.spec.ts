// The wallet's dashboard, history, single coin, mining pages and browser wallet.
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { Wallet } from "ethers";
import { install } from "../support/browser_wallet";
import { closePosition, fund, open, positions } from "../support/futures";
import {
  newPerson,
  signInAs,
  transactionPassword,
  type Person,
} from "../support/people";
import { test } from "../support/test";

type Sender = Parameters<typeof newPerson>[0];

/** As the person's own site would send it. */
async function send(
  request: Sender,
  person: Person,
  path: string,
  data: Record<string, string>,
) {
  const answer = await request.post(path, {
    data,
    headers: { Authorization: `Bearer ${person.token}` },
  });
  expect(await answer.json()).toMatchObject({ message: "success" });
}

const order = (
  request: Sender,
  person: Person,
  side: "BUY" | "SELL",
  numberOfOrder: string,
) =>
  send(request, person, "/api/v2/my-order", {
    name: "BTCUSDT",
    delegate_type: side,
    market_type: "MARKET",
    trade_type: "market",
    number_of_order: numberOfOrder,
    transaction_password: transactionPassword,
  });

async function opened(
  page: Page,
  request: Sender,
  name: string,
  path: string,
): Promise<Person> {
  const person = await newPerson(request, name);
  await signInAs(page, person);
  await page.goto(path);
  return person;
}

const tab = (page: Page, name: string) =>
  page.getByRole("tab", { name, exact: true });

test("the overview tells the total, the accounts and the ways to move money", async ({
  page,
  request,
}) => {
  await opened(page, request, "overview", "/wallet");
  await expect(page.getByTestId("wallet-total")).toContainText("10,000");
  await expect(page.getByText("The chart starts")).toBeVisible();
  const money = page.getByRole("navigation", { name: "Move money" });
  for (const [name, to] of [
    ["Deposit", "/wallet/deposit"],
    ["Withdraw", "/wallet/withdraw"],
    ["Transfer", "/wallet/transfer"],
    ["Convert", "/wallet/convert"],
  ] as const) {
    await expect(money.getByRole("link", { name })).toHaveAttribute("href", to);
  }
  await page.getByRole("button", { name: "Hide balances" }).click();
  await expect(page.getByTestId("wallet-total")).not.toContainText("10,000");
  await page.getByRole("button", { name: "Show balances" }).click();
  const accounts = page.getByRole("region", { name: "Allocation" });
  await accounts.getByRole("button", { name: /Futures/ }).click();
  await expect(page).toHaveURL(/#future$/);
  await expect(tab(page, "Future")).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(tab(page, "Overview")).toHaveAttribute("aria-selected", "true");
});

test("the spot tab searches, hides small balances and leads on", async ({
  page,
  request,
}) => {
  await opened(page, request, "spot", "/wallet#spot");
  const assets = page.getByRole("region", { name: "Assets" });
  await assets.getByRole("searchbox").fill("bitcoin");
  await expect(assets.getByRole("row", { name: /BTC/ })).toBeVisible();
  await expect(
    assets.getByRole("link", { name: "Trade BTC", exact: true }),
  ).toHaveAttribute("href", "/trades/trade-chart/BTC");
  await expect(assets.getByRole("link", { name: "Convert" })).toHaveAttribute(
    "href",
    "/wallet/convert",
  );
  await assets.getByText("Hide small balances").click();
  await expect(assets.getByText("No Records Found")).toBeVisible();
  await assets.getByText("Hide small balances").click();
  await assets.getByRole("link", { name: "View BTC", exact: true }).click();
  await expect(page).toHaveURL(/\/wallet\/BTC$/);
  // The address changes before the page does, which keeps what was typed until then.
  await expect(page.getByTestId("coin-balance")).toBeVisible();
  await page.goBack();
  await tab(page, "Spot").click();
  // A press beside the links opens the coin, too.
  await assets.getByRole("cell", { name: "10,000.00" }).first().click();
  await expect(page).toHaveURL(/\/wallet\/USDT$/);
});

test("the future tab has positions and assets", async ({ page, request }) => {
  await opened(page, request, "future", "/wallet#future");
  await expect(page.getByText("No open positions")).toBeVisible();
  await tab(page, "Assets").click();
  await page
    .getByRole("tabpanel", { name: "Future" })
    .getByRole("searchbox")
    .fill("eth");
  await page.getByRole("cell", { name: /ETH/ }).first().click();
  await expect(page).toHaveURL(/\/trades\/trade-chart\/ETH$/);
});

test("the earn tab leads to what earns", async ({ page, request }) => {
  await opened(page, request, "earn", "/wallet#earn");
  for (const [name, to] of [
    ["Simple Earn", "/wallet/simple_earn"],
    ["Auto Invest", "/wallet/auto_invest"],
    ["Loan", "/page-unavailable"],
  ] as const) {
    await expect(
      page.getByRole("tabpanel", { name: "Earn" }).getByRole("link", { name }),
    ).toHaveAttribute("href", to);
  }
  await expect(page.getByText("No Records Found")).toBeVisible();
  await tab(page, "Product").click();
  await expect(
    page.getByRole("link", { name: /Subscribe Now/ }).first(),
  ).toHaveAttribute("href", /^\/wallet\/simple_earn\?coin=/);
});

test("orders stand in the history, filtered, and in its file", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "history");
  await signInAs(page, person);
  await page.goto("/history");
  await expect(page.getByText("No Transactions")).toBeVisible();
  await order(request, person, "BUY", "0.01");
  await order(request, person, "SELL", "0.005");
  await page.reload();
  await tab(page, "Buy").click();
  await expect(
    page.getByRole("row", { name: /BTC.*USDT.*Filled.*0\.01/ }),
  ).toBeVisible();
  const filters = page.getByRole("group", { name: "Filters" });
  await filters.getByLabel("Status").selectOption("Cancelled");
  await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
  await filters.getByRole("button", { name: "Reset" }).click();
  await filters.getByLabel("Coin").selectOption("ETH");
  await expect(page.getByText("No Transactions")).toBeVisible();
  await filters.getByLabel("Coin").selectOption("BTC");
  await filters.getByLabel("To", { exact: true }).fill("2020-01-01");
  await expect(page.getByText("No Transactions")).toBeVisible();
  await filters.getByRole("button", { name: "Reset" }).click();
  await tab(page, "Sell").click();
  await expect(
    page.getByRole("row", { name: /BTC.*USDT.*Filled/ }),
  ).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = readFileSync(await (await saved).path(), "utf8");
  expect(file).toContain("BTCUSDT");
  expect(file).toContain("0.005");
});

test("what was given and moved stands in the history's last tab", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "others");
  await fund(request, person, "200");
  await signInAs(page, person);
  await page.goto("/history#other");
  await expect(
    page.getByRole("row", {
      name: /USDT.*Transfer.*Spot wallet → Futures wallet.*200/,
    }),
  ).toBeVisible();
  await expect(
    page.getByRole("row", { name: /USDT.*Demo money.*\+10,000/ }),
  ).toBeVisible();
  await page
    .getByRole("group", { name: "Filters" })
    .getByLabel("Type")
    .selectOption("Demo money");
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("the statement comes as a file that reaches the balance", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "statement");
  await order(request, person, "BUY", "0.01");
  await signInAs(page, person);
  await page.goto("/history");
  await page.getByRole("button", { name: "Account statement" }).click();
  const dialog = page.getByRole("dialog", { name: "Account statement" });
  await dialog.getByLabel("From").fill("2999-01-01");
  await expect(dialog.getByText("The end date is before")).toBeVisible();
  await dialog.getByLabel("From").fill(new Date().toISOString().slice(0, 10));
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download CSV" }).click();
  const file = readFileSync(await (await saved).path(), "utf8");
  const answer = (await (
    await request.get("/api/v3/wallet-balance?name=USDT", {
      headers: { Authorization: `Bearer ${person.token}` },
    })
  ).json()) as { wallet: { wallet_balance: string } };
  expect(file).toMatch(
    new RegExp(
      `closing,[^,]*,,USDT,SPOT,free,,${answer.wallet.wallet_balance.replace(".", "\\.")},`,
    ),
  );
});

test("what sales have won comes as a file that a tax return is made of", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "gains");
  await order(request, person, "BUY", "0.01");
  await order(request, person, "SELL", "0.004");
  await fund(request, person, "200");
  await open(request, person, "BTCUSDT", "100");
  await signInAs(page, person);
  await page.goto("/trades/futures/BTC");
  await closePosition(page, "BTC");
  await page.waitForURL("**/home");
  await page.goto("/trades/futures/BTC");
  await expect(positions(page).getByText("No open positions")).toBeVisible();
  await page.goto("/history");
  await page.getByRole("button", { name: "Tax files" }).click();
  const dialog = page.getByRole("dialog", { name: "Tax files" });
  await dialog.getByLabel("Cost of what is sold").selectOption("AVERAGE");
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download CSV" }).click();
  const download = await saved;
  const year = new Date().getUTCFullYear();
  expect(download.suggestedFilename()).toContain(
    `cambio-realized-gains-${year}-01-01-${year}-`,
  );
  const lines = readFileSync(await download.path(), "utf8").split("\r\n");
  expect(lines).toHaveLength(4);
  // No purchase by itself: the average has no day.
  expect(lines[1]).toMatch(
    /^BTC,0\.004,,\d{4}-[^,]*Z,[\d.]+,[\d.]+,-?[\d.]+,SPOT$/,
  );
  expect(lines[2]).toMatch(/^BTC,.*Z,.*Z,.*,-?[\d.]+,FUTURES_LONG$/);
  await expect(dialog).toBeHidden();
});

test("a coin has its balance, its cost, its movements and its pair", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "coin");
  await order(request, person, "BUY", "0.01");
  await signInAs(page, person);
  await page.goto("/wallet/BTC");
  await expect(page.getByTestId("coin-balance")).toContainText("0.00999");
  await expect(page.getByText("Average Cost")).toBeVisible();
  await expect(page.getByText("Today's PnL")).toBeVisible();
  await expect(page.getByRole("row", { name: /Buy.*\+0\.00999/ })).toBeHidden();
  await expect(page.getByRole("row", { name: /Buy.*\+0\.01/ })).toBeVisible();
  const trading = page.getByRole("region", { name: "Trading" });
  await expect(
    trading.getByRole("link", { name: /BTC.*USDT/ }),
  ).toHaveAttribute("href", "/trades/trade-chart/BTC");
  for (const chip of ["Deposit", "Withdraw"]) {
    await page
      .getByRole("radiogroup", { name: "Transactions in this coin" })
      .getByText(chip, { exact: true })
      .click();
    await expect(page.getByText("No Records Found")).toBeVisible();
  }
  await expect(
    trading.getByRole("link", { name: "Deposit", exact: true }),
  ).toHaveAttribute("href", "/wallet/deposit?coin=BTC");
  // What has no address here offers none: its page would be that of another coin.
  await page.goto("/wallet/SOL");
  await expect(trading.getByRole("link", { name: "Transfer" })).toBeVisible();
  await expect(
    trading.getByRole("link", { name: /Deposit|Withdraw/ }),
  ).toHaveCount(0);
  await page.goto("/wallet/NOPE");
  await expect(page.getByText("This coin does not exist")).toBeVisible();
});

test("the mining pages say what they are", async ({ page, request }) => {
  await opened(page, request, "miner", "/wallet/live");
  await expect(page.getByText("LIVE", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "TRADE BTC" })).toHaveAttribute(
    "href",
    "/trades/trade-chart/BTC",
  );
  await page.getByRole("link", { name: "Add miner" }).click();
  const miner = page.getByRole("region", { name: "N2 (Experience)" });
  await expect(miner.getByText("Example", { exact: true })).toBeVisible();
  await expect(miner.getByRole("term")).toHaveText([
    "Minimum term",
    "Upper limit",
    "Days remaining",
    "Output",
  ]);
  await expect(miner.getByRole("definition")).toHaveText([
    "90 days",
    "1 per platform",
    "30",
    "0.81 TRX per day",
  ]);
  await expect(
    page.getByRole("region", { name: "Available Balance" }),
  ).toContainText("10,000.00USDT");
  await page.getByRole("link", { name: "RENT FOR MINING" }).click();
  await expect(page).toHaveURL(/\/page-unavailable$/);
});

test("without a browser wallet it is said so", async ({ page, request }) => {
  await opened(page, request, "nowallet", "/wallet#web3");
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page
    .getByRole("dialog", { name: "Connect wallet" })
    .getByRole("button", { name: "MetaMask" })
    .click();
  await expect(page.getByText("MetaMask not found")).toBeVisible();
});

test("a browser wallet is connected by its signature, shows its ether and leaves", async ({
  page,
  request,
}) => {
  const wallet = Wallet.createRandom();
  await install(page, wallet, { balance: "0x1bc16d674ec80000" });
  await opened(page, request, "web3", "/wallet#web3");
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page
    .getByRole("dialog", { name: "Connect wallet" })
    .getByRole("button", { name: "MetaMask" })
    .click();
  await expect(page.getByText(wallet.address)).toBeVisible();
  await expect(page.getByTestId("eth-balance")).toContainText("2.0000");
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("No wallet connected")).toBeVisible();
  await page
    .getByRole("tabpanel", { name: "Web3" })
    .getByRole("button", { name: "History" })
    .click();
  const history = page.getByRole("dialog", { name: "History" });
  await expect(history.getByRole("row")).toHaveCount(3);
  await expect(history.getByText(wallet.address).first()).toBeVisible();
});

test("a balance on another network is not called ether", async ({
  page,
  request,
}) => {
  const wallet = Wallet.createRandom();
  await install(page, wallet, { balance: "0x1bc16d674ec80000", chain: "0x38" });
  await opened(page, request, "web3bsc", "/wallet#web3");
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page
    .getByRole("dialog", { name: "Connect wallet" })
    .getByRole("button", { name: "MetaMask" })
    .click();
  await expect(page.getByText(wallet.address)).toBeVisible();
  await expect(page.getByTestId("eth-balance")).toHaveText(
    "Your wallet is on another network. Switch it to Ethereum to see its ETH balance.",
  );
});

test("whoever refuses in the wallet connects nothing", async ({
  page,
  request,
}) => {
  await install(page, Wallet.createRandom(), { refuses: true });
  await opened(page, request, "refuses", "/wallet#web3");
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page
    .getByRole("dialog", { name: "Connect wallet" })
    .getByRole("button", { name: "MetaMask" })
    .click();
  await expect(
    page.getByText("The request was rejected in your wallet."),
  ).toBeVisible();
});
