// Inviting a friend, what it earns, rewards, and the bell that tells of it.
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { expectNotice } from "../support/notices";
import { instrumentOf } from "../support/instruments";
import { onlyPeopleMeet, releaseAll } from "../support/market";
import {
  change,
  codeFor,
  newEmail,
  newPerson,
  newPhone,
  order,
  password,
  read,
  signInAs,
  transactionPassword,
  type Person,
} from "../support/people";
import { test } from "../support/test";

test.afterEach(releaseAll);

const bell = (page: Page) =>
  page.getByRole("button", { name: /^Notifications/ });

async function feeCredit(
  request: APIRequestContext,
  person: Person,
): Promise<string> {
  const { own } = (await read(
    request,
    person,
    "/api/v3/fee-rates",
  )) as unknown as {
    own: { fee_credit: string };
  };
  return own.fee_credit;
}

async function signUpBy(
  page: Page,
  request: APIRequestContext,
  link: string,
  email: string,
): Promise<void> {
  await page.goto(new URL(link).pathname);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type(await codeFor(request, email));
  await page.getByLabel("Mobile number").fill(newPhone());
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Transaction password").fill(transactionPassword);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/wallet$/);
}

test("a friend who signs up by the link brings credit to both, and the bell says so", async ({
  page,
  browser,
  request,
}) => {
  const inviter = await newPerson(request, "inviter");
  await signInAs(page, inviter);
  await page.goto("/account/referral");
  await expect(
    page.getByText("Nobody has signed up with your link yet"),
  ).toBeVisible();
  await expect(
    page.getByRole("img", { name: "QR code of your link" }),
  ).toBeVisible();
  const link = (await page.getByTestId("referral-link").textContent()) ?? "";
  expect(link).toContain("/signup/");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expectNotice(page, "Copied to clipboard");

  const theirs = await browser.newContext();
  const friend = await theirs.newPage();
  await signUpBy(friend, request, link, newEmail("friend"));

  // Without a reload: the page polls, the bell is told.
  await expect(page.getByTestId("credits-earned")).toContainText("100.00");
  await expect(
    page.getByRole("row", { name: /f\*\*\*@example\.com/ }),
  ).toContainText("Credited");
  await expect(page.getByTestId("unread")).toHaveText("2");
  await bell(page).click();
  await expect(
    page.getByRole("link", { name: /A friend has joined/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByTestId("unread")).toBeHidden();

  await friend.goto("/fee-rate");
  await expect(friend.getByTestId("fee-credit")).toContainText("100.00");
  await theirs.close();
});

test("fee credit gives the fee of a trade back", async ({ request }) => {
  const inviter = await newPerson(request, "inviter");
  const { referral } = (await read(
    request,
    inviter,
    "/api/v3/get-referral",
  )) as unknown as { referral: string };
  const friend = await newPerson(request, "trader", referral);
  await expect.poll(() => feeCredit(request, friend)).toBe("100");

  const bought = await order(request, friend, {
    name: "BTCUSDT",
    delegate_type: "BUY",
    market_type: "MARKET",
    total: "1000",
  });
  expect(bought).toMatchObject({ message: "success" });
  // A tenth of a percent of 1,000 is paid from credit, and the purchase brings another hundred to each.
  await expect
    .poll(async () => Number(await feeCredit(request, friend)))
    .toBeGreaterThan(198.9);
  expect(Number(await feeCredit(request, friend))).toBeLessThan(199.1);
  await expect.poll(() => feeCredit(request, inviter)).toBe("200");
});

test("a task is done, its reward claimed once, and found under Completed", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "worker");
  await signInAs(page, person);
  await page.goto("/account/rewards");
  await page.getByRole("tab", { name: "Completed" }).click();
  await expect(
    page.getByText("You have not completed any task yet."),
  ).toBeVisible();

  const bought = await order(request, person, {
    name: "BTCUSDT",
    delegate_type: "BUY",
    market_type: "MARKET",
    total: "600",
  });
  expect(bought).toMatchObject({ order: { state: "APPROVED" } });
  await page.getByRole("tab", { name: "Daily" }).click();
  // A reward is for verified people.
  await expect(
    page.getByRole("link", { name: "Verify to claim" }).first(),
  ).toBeVisible();
  await expect(
    page.getByText(/Rewards are paid to verified clients/),
  ).toBeVisible();
  change(
    `update clients set account_status = 'Verified' where email = '${person.email}'`,
  );
  await page
    .getByRole("button", { name: /Claim the reward of: Trade 500 USDT/ })
    .click();
  await expectNotice(
    page,
    "Claimed Rewards\nYou have successfully claimed the rewards!",
  );
  await expect(
    page.getByRole("button", { name: /Claim the reward of: Trade 500 USDT/ }),
  ).toBeHidden();
  await page.getByRole("tab", { name: "Completed" }).click();
  await expect(
    page.getByRole("listitem").filter({ hasText: "Trade 500 USDT" }),
  ).toContainText("Claimed");
  await expect(
    page.getByRole("listitem").filter({ hasText: "Trade 500 USDT" }),
  ).toContainText("Can be withdrawn from");
  await expect(
    page.getByText(
      "A reward can be traded at once and withdrawn after 7 days.",
    ),
  ).toBeVisible();

  await page.goto("/account/tasks");
  await expect(
    page.getByRole("heading", { name: "Make your first trade" }),
  ).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "Trade 500 USDT today" }),
  ).toBeHidden();
});

test("notifications are listed, read and lead to what they are about", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "reader");
  await signInAs(page, person);
  await page.goto("/account/notifications");
  await expect(page.getByText("No notifications yet")).toBeVisible();

  // Somebody else meets the order while the page is open.
  const seller = await newPerson(request, "seller");
  const instrument = instrumentOf("rewards: notifications");
  const { coin, pair, at, lots } = instrument;
  await onlyPeopleMeet(request, instrument, seller);
  const two = (delegateType: string) => ({
    name: pair,
    delegate_type: delegateType,
    market_type: "LIMIT",
    order_per_unit: at(105),
    number_of_order: lots(2),
  });
  expect(await order(request, person, two("BUY"))).toMatchObject({
    message: "success",
  });
  expect(await order(request, seller, two("SELL"))).toMatchObject({
    message: "success",
  });
  const filled = page.getByRole("link", { name: /Your buy order was filled/ });
  await expect(filled).toBeVisible();
  await expect(filled).toContainText(
    `Bought 2 ${coin} for ${2 * Number(at(105))} USDT.`,
  );
  await expect(page.getByTestId("unread")).toHaveText("1");
  await filled.click();
  await expect(page).toHaveURL(new RegExp(`/trades/spot/${coin}$`));
  await page.goBack();
  await expect(page.getByTestId("unread")).toBeHidden();
});
