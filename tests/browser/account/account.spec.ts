// The account's pages: profile, passwords, connections, and what they say.
import { expect, type Page } from "@playwright/test";
import { expectNotice } from "../support/notices";
import {
  aMinuteLater,
  codeFor,
  newPerson,
  password,
  proveByMail,
  read,
  signInAs,
  transactionPassword,
  type Person,
} from "../support/people";
import { test } from "../support/test";

async function open(page: Page, person: Person, path: string): Promise<void> {
  await signInAs(page, person);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test("personal information is saved with the login password", async ({
  page,
  request,
}) => {
  await open(page, await newPerson(request, "profile"), "/profile");
  await expect(page.getByText("Unverified").first()).toBeVisible();
  await expect(page.getByText("50K USD daily")).toBeVisible();
  await expect(page.getByText("500 USDT daily")).toBeVisible();
  await page.getByRole("button", { name: "Edit personal information" }).click();
  await page.getByLabel("Name").fill("Mira Voss");
  await page.getByLabel("Gender").selectOption("Female");
  await page.getByLabel("Date of birth").fill("1990-02-28");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByLabel("Login password").fill("not the password");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("The password is incorrect.")).toBeVisible();
  await page.getByLabel("Login password").fill(password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Mira Voss")).toBeVisible();
  await expect(page.getByText("28 Feb 1990")).toBeVisible();
});

test("a picture is shown, and removed again", async ({ page, request }) => {
  await open(page, await newPerson(request, "avatar"), "/profile");
  await page.getByRole("button", { name: /Change profile picture/ }).click();
  const picture = await page.screenshot({
    type: "png",
    clip: { x: 0, y: 0, width: 300, height: 200 },
  });
  await page
    .getByLabel("Choose a picture")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
  await expect(page.locator("main img")).toBeVisible();
  await page.getByRole("button", { name: /Change profile picture/ }).click();
  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.locator("main img")).toHaveCount(0);
});

test("the password changes, this device stays in and the other is out", async ({
  page,
  request,
  browser,
}) => {
  const person = await newPerson(request, "password");
  const phone = await browser.newPage();
  await open(phone, person, "/profile");
  await open(page, person, "/account/change_password");
  await page.getByLabel("Old password").fill("not the password");
  await page
    .getByLabel("New password", { exact: true })
    .fill("another horse 9");
  await page.getByLabel("Confirm new password").fill("another horse 9");
  await page.getByRole("button", { name: "Change password" }).click();
  await expectNotice(page, "Invalid Old Password");
  await expect(page.locator("main")).toContainText("Invalid Old Password");
  await page.getByLabel("Old password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  // The code of the sign-up went to the same address.
  aMinuteLater(person.email);
  await proveByMail(page, request, person);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Change password" })
    .click();
  await expectNotice(page, "Password changed successfully");
  await expect(page).toHaveURL(/\/account\/security$/);
  await expect(page.getByText(/^Withdrawals are paused until/)).toBeVisible();
  const reply = await request.post("/api/v3/language", {
    data: { language: "en" },
    headers: { Authorization: `Bearer ${person.token}` },
  });
  expect(reply.status()).toBe(401);
  await phone.close();
});

test("a mobile number is bound by its code", async ({ page, request }) => {
  const person = await newPerson(request, "mobile");
  await open(page, person, "/account/security/account_connections");
  // A mobile number of Portugal: nine digits, of which the first two are 91.
  const number = `+35191${Date.now().toString().slice(-7)}`;
  // The one of the sign-up counts for nothing before it is proved.
  await page
    .getByRole("listitem")
    .filter({ hasText: "Mobile number" })
    .getByRole("button", { name: "Connect", exact: true })
    .click();
  await expect(page.getByLabel("Country")).toHaveValue("US");
  await page.getByLabel("Country").selectOption("PT");
  await page
    .getByRole("textbox", { name: "Mobile number" })
    .fill(number.slice(4));
  await page.getByRole("button", { name: "Send code" }).click();
  await expectNotice(page, "Verification Sent!");
  const code = await codeFor(request, number);
  await page.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type(code);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Code from your email")).toBeVisible();
  await proveByMail(page, request, person);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`••• ${number.slice(-3)}`)).toBeVisible();
});

test("the anti-phishing code is created", async ({ page, request }) => {
  const person = await newPerson(request, "phishing");
  await open(page, person, "/account/security/anti_phishing");
  await page.getByLabel("New anti-phishing code").fill("bad!");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(
    page.getByText("4 to 20 letters and digits, without special symbols"),
  ).toBeVisible();
  // The code of the sign-up went to the same address.
  aMinuteLater(person.email);
  await page.getByRole("button", { name: "Send code" }).click();
  await expectNotice(page, "Verification Sent!");
  await page.getByLabel("New anti-phishing code").fill("bluewhale");
  await page.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type(await codeFor(request, person.email));
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page).toHaveURL(/\/account\/security$/);
});

const refusedForItsToken = (tab: Page) =>
  tab.waitForResponse((answer) => answer.status() === 401);

test("the transaction password changes, and both tabs stay in though their token is refused before the new one comes", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "transaction");
  await open(page, person, "/account/change_transaction_password");
  const tab = await page.context().newPage();
  await tab.goto("/profile");
  const security = tab.getByRole("link", { name: "Security", exact: true });
  await expect(security).toBeVisible();
  await page.route("**/update-transaction-password", async (route) => {
    const { verification_code: verificationCode } = route
      .request()
      .postDataJSON() as Record<string, string>;
    if (verificationCode === undefined) return route.continue();
    const refusals = [refusedForItsToken(page), refusedForItsToken(tab)];
    const context = page.context();
    const before = await context.cookies();
    const response = await route.fetch();
    // The browser has the new cookie with the answer, and not before.
    const renewed = await context.cookies();
    expect(renewed).not.toEqual(before);
    await context.addCookies(before);
    // The other programs hear of it a moment later.
    for (const path of ["/api/v3/notifications/unread", "/api/v3/security"]) {
      await expect
        .poll(() => read(request, person, path))
        .toMatchObject({ message: "unauthorized" });
    }
    // A dialog stands before the page's own button.
    await page
      .getByRole("button", { name: /^Notifications/ })
      .dispatchEvent("click");
    await security.click();
    await Promise.all(refusals);
    await context.addCookies(renewed);
    await route.fulfill({ response });
  });
  await page.getByLabel("Old transaction password").fill(transactionPassword);
  await page
    .getByLabel("New transaction password", { exact: true })
    .fill("another staple 9");
  await page
    .getByLabel("Confirm new transaction password")
    .fill("another staple 9");
  await page
    .getByRole("button", { name: "Change transaction password" })
    .click();
  await proveByMail(page, request, person);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Change transaction password" })
    .click();
  await expectNotice(page, "Passwords Successfully Set up");
  for (const one of [page, tab]) {
    await expect(one).toHaveURL(/\/account\/security$/);
    await expect(one.getByText("Transaction password").first()).toBeVisible();
    await one.getByRole("link", { name: "Profile", exact: true }).click();
    await expect(one).toHaveURL(/\/profile$/);
    await expect(one.getByText(person.email).first()).toBeVisible();
  }
});

test("empty pages say so", async ({ page, request }) => {
  const person = await newPerson(request, "empty");
  await open(page, person, "/account/security/app_authorization");
  await expect(
    page.getByText(
      "You haven't given any apps or services permission to access your account",
    ),
  ).toBeVisible();
  await page.goto("/account/pay");
  await expect(page.getByText("No payment method yet.")).toBeVisible();
});
