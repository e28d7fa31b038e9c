// The way in: sign-up in three steps, the wallet, sign-out, sign-in in two steps.
import { expect } from "@playwright/test";
import {
  beginSignUp,
  enterPassword,
  finishSignUp,
  newEmail,
  newPerson,
} from "../support/people";
import { test } from "../support/test";

test("a newcomer signs up, sees the demo money, signs out and in again", async ({
  page,
  request,
}) => {
  const email = newEmail("newcomer");
  await page.goto("/");
  await page.getByRole("textbox", { name: "Your email" }).fill(email);
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await page.reload();
  await expect(
    page.getByRole("heading", { name: "Create your account" }),
  ).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);

  await beginSignUp(page, email);
  const outbox = await page
    .getByRole("link", { name: "open its outbox" })
    .getAttribute("href");
  expect(await (await request.get(outbox ?? "")).text()).toContain(email);
  await finishSignUp(page, request, email);
  await expect(page.getByTestId("wallet-total")).toContainText("10,000.00");
  const firstSteps = page.getByRole("region", { name: "First steps" });
  await expect(firstSteps).toContainText("You have 10,000 USDT of play money");
  await firstSteps.getByRole("button", { name: "Close first steps" }).click();
  await expect(firstSteps).toHaveCount(0);

  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/signin$/);

  await enterPassword(page, { email });
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(page.getByTestId("wallet-total")).toContainText("10,000.00");
  await expect(firstSteps).toHaveCount(0);
});

test("the sign-up page is one press away from the sign-in page", async ({
  page,
}) => {
  await page.goto("/signin");
  await expect(
    page.getByRole("heading", { name: "Welcome back" }),
  ).toBeVisible();
  await page
    .getByRole("link", { name: /Sign up|Create/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/signup$/);
});

test("an unknown address is told so, and a wrong password is refused", async ({
  page,
  request,
}) => {
  await page.goto("/signin");
  await page.getByRole("textbox", { name: "Email" }).fill(newEmail("nobody"));
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Email not found").first()).toBeVisible();

  const person = await newPerson(request, "somebody");
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Login Failed").first()).toBeVisible();
  await expect(page).toHaveURL(/\/signin/);
});

test("an address that has an account cannot sign up again", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "again");
  await page.goto("/signup");
  await beginSignUp(page, person.email);
  await expect(
    page.getByText("This email already has an account").first(),
  ).toBeVisible();
});
