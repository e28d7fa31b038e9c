// What Earn tells of its past, finding what can be staked, terms, and plans of several coins.
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import {
  countInterest,
  daysLater,
  product,
  redeem,
  stakes,
  subscribe,
  wasWorth,
} from "../support/earnings";
import { expectNotice } from "../support/notices";
import {
  aMinuteLater,
  newPerson,
  order,
  proveByMail,
  read,
  signInAs,
  transactionPassword,
} from "../support/people";
import { test } from "../support/test";

const dialog = (page: Page) => page.getByRole("dialog");

/** The day so many days ago, in UTC. */
const day = (ago: number) =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

test("the transactions are filtered, by days too, and come as a file", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "records");
  await signInAs(page, person);
  await page.goto("/wallet/transactions");
  await expect(page.getByText("No Records Found")).toBeVisible();
  await expect(
    page.getByRole("link", { name: "Subscribe Now" }),
  ).toHaveAttribute("href", "/wallet/simple_earn");

  await subscribe(request, person, "1000", 0);
  await redeem(request, person, "400");
  await subscribe(request, person, "500", 15);
  daysLater(person, 2);
  await redeem(request, person, "100");
  await page.reload();
  const rows = page
    .getByRole("table", { name: "Earn transactions" })
    .getByRole("row");
  const filters = page.getByRole("group", { name: "Filters" });
  const chip = (name: string) =>
    filters.getByRole("button", { name, exact: true });
  const backToSpot = page.getByRole("region", { name: "Earn to Spot" });
  /** Newest first, below the header. */
  const expectRows = async (...wanted: RegExp[]) => {
    await expect(rows).toHaveCount(1 + wanted.length);
    for (const [at, text] of wanted.entries())
      await expect(rows.nth(1 + at)).toHaveText(text);
  };
  await expectRows(
    /Redemption.*Flexible.*[-−]100/,
    /Income.*Flexible.*\+0\.0/,
    /Subscription.*Locked.*500/,
    /Redemption.*Flexible.*[-−]400/,
    /Subscription.*Flexible.*1,000/,
  );
  await expect(backToSpot).toContainText("500.00");

  await chip("Locked").click();
  await expectRows(/Subscription.*Locked.*500/);
  await expect(backToSpot).not.toContainText("500.00");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = readFileSync(await (await saved).path(), "utf8");
  const [header = "", ...lines] = file.trim().split(/\r?\n/);
  expect(header).toContain("Number,Time,Coin,Type,Product,Amount");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("USDT,Subscription,Locked,500,");

  await chip("All").click();
  await filters.getByLabel("Direction").selectOption("Earn to Spot");
  await expectRows(/100/, /400/);
  await filters.getByLabel("To", { exact: true }).fill(day(1));
  await expectRows(/400/);
  await filters.getByLabel("To", { exact: true }).fill("");
  await filters.getByLabel("From").fill(day(1));
  await expectRows(/100/);
  await filters.getByLabel("Direction").selectOption("Spot to Earn");
  await expect(page.getByText("No Records Found")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(6);

  await filters
    .getByRole("combobox", { name: "Type", exact: true })
    .selectOption("Income");
  await expectRows(/Income/);
  await filters.getByLabel("Coin").selectOption("BTC");
  await expect(page.getByText("No Records Found")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(6);
  await filters.getByText("High Yield", { exact: true }).click();
  await expect(page.getByText("No Records Found")).toBeVisible();
  await expect(chip("Dual Investment")).toBeVisible();
});

test("the analysis shows what Earn was worth and what it brought, by 7 and 30 days", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "analyst");
  const term = 180;
  // A tenth of the rate a day: 3,650 × rate ÷ 100 ÷ 365.
  await subscribe(request, person, "3650", term);
  const { durations } = await product(request, person, "USDT");
  const daily =
    Number(durations.find(({ days }) => days === term)?.apr ?? 0) / 10;
  expect(daily).toBeGreaterThan(0);
  daysLater(person, 4);
  wasWorth(person, 10, "1234.5");
  wasWorth(person, 2, "3650");
  countInterest();
  const total = async () => {
    const answer = await read(request, person, "/api/v3/analysis");
    return Number(answer["rewards_total"]);
  };
  // Three days are over since the first that brings interest.
  await expect.poll(total).toBeCloseTo(3 * daily, 9);

  await signInAs(page, person);
  await page.goto("/wallet/analysis");
  const worth = page.getByRole("table", { name: /^Earn balance at the start/ });
  const brought = page.getByRole("table", {
    name: /^Interest for each completed day/,
  });
  const of = (table: typeof worth, ago: number) =>
    table.getByRole("row").filter({ hasText: day(ago) });
  await expect(worth.getByRole("row")).toHaveCount(7);
  await expect(of(worth, 6)).toContainText("1,234.50");
  await expect(of(worth, 2)).toContainText("3,650.00");
  await page.getByText("30D", { exact: true }).click();
  await expect(worth.getByRole("row")).toHaveCount(30);
  await expect(of(worth, 29)).toContainText(`${day(29)}0.00`);
  await expect(of(worth, 10)).toContainText("1,234.50");

  await page.getByRole("tab", { name: "Rewards" }).click();
  await expect(page.getByText("Total interest")).toBeVisible();
  await expect(brought.getByRole("row")).toHaveCount(30);
  await page.getByText("7D", { exact: true }).click();
  await expect(brought.getByRole("row")).toHaveCount(7);
  for (const ago of [1, 2, 3])
    await expect(of(brought, ago)).toContainText(String(daily));
  await expect(of(brought, 4)).not.toContainText(String(daily));
  await expect(
    page.getByRole("table", { name: "Coins" }).getByRole("row"),
  ).toHaveText([
    /Coin/,
    new RegExp(`USDT.*${(3650 + 3 * daily).toLocaleString("en-US")}.*100`),
  ]);
});

test("what can be staked is found by name, and by what the client has", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "finder");
  expect(
    await order(request, person, {
      name: "ETHUSDT",
      delegate_type: "BUY",
      market_type: "MARKET",
      number_of_order: "0.1",
    }),
  ).toMatchObject({ message: "success" });
  await subscribe(request, person, "1000", 0);
  await signInAs(page, person);
  await page.goto("/wallet/stake");
  await expect(
    page.getByRole("region", { name: "Available Balance" }),
  ).toContainText("1,000.00");
  const products = page.getByRole("table", { name: "Products" });
  const row = (coin: string) =>
    products.getByRole("row").filter({
      has: page.getByRole("link", { name: `Stake ${coin}`, exact: true }),
    });
  await expect(row("BTC")).toContainText(/BTC.*%.*Flexible/);
  const search = page.getByRole("searchbox", { name: "Search coins" });
  await search.fill("ETHER");
  await expect(row("ETH")).toBeVisible();
  await expect(row("BTC")).toHaveCount(0);
  await search.fill("no such coin");
  await expect(page.getByText("No products match")).toBeVisible();
  await search.fill("");
  await expect(row("BTC")).toBeVisible();
  await page.getByText("Match my assets").click();
  await expect(row("BTC")).toHaveCount(0);
  await expect(row("ETH")).toBeVisible();
  await expect(row("USDT")).toBeVisible();
  await expect(products.getByRole("row")).toHaveCount(3);
});

test("a term begins anew or not, and is broken off for its principal", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "term");
  await subscribe(request, person, "300", 5);
  await signInAs(page, person);
  await page.goto("/wallet/simple_earn");
  const renews = page.getByRole("checkbox", { name: "Auto-renew USDT" });
  await expect(renews).not.toBeChecked();
  const press = () => renews.dispatchEvent("click");
  await press();
  await expectNotice(page, "A new term starts when this one ends.");
  await expect(renews).toBeChecked();
  expect(await stakes(request, person)).toMatchObject([{ auto_renew: true }]);
  await page.reload();
  await expect(renews).toBeChecked();
  await press();
  await expectNotice(page, "The term is paid out when it ends.");
  await expect(renews).not.toBeChecked();
  expect(await stakes(request, person)).toMatchObject([{ auto_renew: false }]);

  await page.getByRole("button", { name: "Redeem USDT" }).click();
  await expect(
    dialog(page).getByText(
      /you get your 300 USDT back at once, without the interest for this term/,
    ),
  ).toBeVisible();
  await dialog(page)
    .getByLabel("Transaction password")
    .fill(transactionPassword);
  await dialog(page).getByRole("button", { name: "Redeem" }).click();
  await expectNotice(page, "The amount is in your spot wallet.");
  await expect(page.getByText("Redeemed", { exact: true })).toBeVisible();
  const { wallet } = (await read(
    request,
    person,
    "/api/v3/wallet-balance?name=USDT",
  )) as unknown as { wallet: { wallet_balance: string } };
  expect(wallet.wallet_balance).toBe("10000");
});

test("a plan buys several coins: chosen ones by shares, or a basket", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "investor");
  await signInAs(page, person);
  await page.goto("/wallet/auto_invest");
  const create = (name: string) =>
    page.getByRole("button", { name, exact: true });
  const make = async (amount: string) => {
    await dialog(page)
      .getByRole("textbox", { name: "Amount per purchase" })
      .fill(amount);
    const send = dialog(page).getByRole("button", { name: "Create plan" });
    await send.click();
    await proveByMail(page, request, person);
    await page.getByLabel("Transaction password").fill(transactionPassword);
    await send.click();
    aMinuteLater(person.email);
    await expect(page).toHaveURL(/\/home$/);
  };
  const plans = async () => {
    const answer = await read(request, person, "/api/v3/earn/auto-invest");
    const all = answer["plans"] as unknown as {
      amount: string;
      coins: { coin: string; share: number }[];
    }[];
    return all;
  };

  await page.getByRole("tab", { name: "Portfolio" }).click();
  await expect(create("Create plan")).toBeDisabled();
  for (const coin of ["BTC", "ETH"])
    await page
      .getByRole("checkbox", { name: `Choose ${coin}`, exact: true })
      .dispatchEvent("click");
  await expect(page.getByText("2 coins chosen")).toBeVisible();
  await create("Create plan").click();
  const share = (coin: string) =>
    dialog(page).getByRole("textbox", { name: `Share of ${coin}` });
  await expect(share("ETH")).toHaveValue("50");
  await share("BTC").fill("70");
  await expect(
    dialog(page).getByText(
      "The shares must add up to 100 percent. They add up to 120.",
    ),
  ).toBeVisible();
  await share("ETH").fill("30");
  await make("50");
  expect(await plans()).toMatchObject([
    {
      amount: "50",
      coins: [
        { coin: "BTC", share: 70 },
        { coin: "ETH", share: 30 },
      ],
    },
  ]);

  await page.goto("/wallet/auto_invest");
  await expect(
    page.getByRole("row", { name: /BTC, ETH.*Daily.*50\s?USDT/ }),
  ).toBeVisible();
  await page.getByRole("tab", { name: "Linked" }).click();
  await create("Create plan: Top 3").click();
  await expect(
    dialog(page).getByRole("textbox", { name: /^Share of/ }),
  ).toHaveCount(3);
  await make("1000");
  const basket = (await plans()).find(({ amount }) => amount === "1000");
  expect(basket?.coins).toHaveLength(3);
  expect(basket?.coins.reduce((sum, { share: part }) => sum + part, 0)).toBe(
    100,
  );
});
