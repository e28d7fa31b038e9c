// Strangers guess at an account until every stranger is locked out: its owner, in a browser that
// nobody has signed in with, gets in by a link from the mailbox.
import { expect, type Page } from "@playwright/test";
import { expectNotice } from "../support/notices";
import {
  aMinuteLater,
  change,
  codeFor,
  enterPassword,
  linkFor,
  newPerson,
  signInByPassword,
  type Person,
} from "../support/people";
import { test } from "../support/test";

/** As if twenty networks had each tried a wrong password a moment ago. */
const besiege = (email: string) =>
  change(`insert into password_attempts (subject, at)
    select 'login:${email}/strangers', clock_timestamp() from generate_series(1, 20)`);

/** Tries to sign in where strangers are locked out, and has the link mailed that is offered. */
async function askForLink(
  page: Page,
  person: Pick<Person, "email">,
): Promise<void> {
  await signInByPassword(page, person);
  await expect(page.getByText(/Too many wrong attempts/).first()).toBeVisible();
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByText(/its mailbox has a link now/)).toBeVisible();
}

test("an owner in an unknown browser signs in while strangers guess", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "besieged");
  besiege(person.email);
  await askForLink(page, person);
  const link = await linkFor(request, person.email);
  await page.goto(link);
  await expect(
    page.getByRole("heading", { name: "Is this your browser?" }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
  await page.getByRole("button", { name: "Make this browser known" }).click();
  await expectNotice(page, "This browser is known now. Sign in as always.");
  await enterPassword(page, person);
  await expect(page).toHaveURL(/\/wallet$/);
});

test("strangers who go on guessing keep nobody from the sign-in after a reset", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "besieged_again");
  aMinuteLater(person.email);
  await page.goto("/signin");
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Forgot password?" }).click();
  const verify = page.getByRole("dialog", { name: "Verify Email" });
  await expect(verify).toBeVisible();
  const code = await codeFor(request, person.email, "Reset");
  await verify.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type(code);
  const renew = page.getByRole("dialog", { name: "New Password" });
  await renew.getByLabel("New Password").fill("a new password");
  await renew.getByRole("button", { name: "Change password" }).click();
  await expectNotice(page, "Password successfully changed");

  besiege(person.email);
  await page.getByLabel("Password", { exact: true }).fill("a new password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test("a link is good once, and for no browser but the one that follows it", async ({
  page,
  request,
  browser,
}) => {
  const person = await newPerson(request, "watched");
  besiege(person.email);
  await askForLink(page, person);
  const link = await linkFor(request, person.email);
  await page.goto(link);
  await page.getByRole("button", { name: "Make this browser known" }).click();
  await expectNotice(page, "This browser is known now. Sign in as always.");

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await other.getByRole("button", { name: "Make this browser known" }).click();
  await expect(other.getByRole("alert")).toHaveText(
    "The link has expired or was used before. Please request a new one.",
  );
  await other.getByRole("button", { name: "Back" }).click();
  await enterPassword(other, person);
  await expect(
    other.getByText(/Too many wrong attempts/).first(),
  ).toBeVisible();
  await elsewhere.close();
});
