// A forgotten password: Verify Email, then New Password.
import { expect } from "@playwright/test";
import { expectNotice } from "../support/notices";
import { aMinuteLater, codeFor, newPerson, password } from "../support/people";
import { test } from "../support/test";

test("a forgotten password is replaced by a code from the email", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "forgetful");
  aMinuteLater(person.email);
  await page.goto("/signin");
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Forgot password?" }).click();

  const verify = page.getByRole("dialog", { name: "Verify Email" });
  await expect(verify).toBeVisible();
  const code = await codeFor(request, person.email, "Reset");
  await verify.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type(code === "000000" ? "111111" : "000000");
  await expect(page.getByText("The code does not match").first()).toBeVisible();
  await verify.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type(code);

  const renew = page.getByRole("dialog", { name: "New Password" });
  await renew.getByLabel("New Password").fill("short");
  await renew.getByRole("button", { name: "Change password" }).click();
  await expect(
    renew.getByText("Too short: at least 9 characters"),
  ).toBeVisible();
  await renew.getByLabel("New Password").fill(password);
  await renew.getByRole("button", { name: "Change password" }).click();
  await expect(
    renew.getByText("Recently used password. Please make another."),
  ).toBeVisible();
  await renew.getByLabel("New Password").fill("a new password");
  await renew.getByRole("button", { name: "Change password" }).click();
  await expectNotice(page, "Password successfully changed");

  const field = page.getByLabel("Password", { exact: true });
  await field.fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Login Failed").first()).toBeVisible();
  await field.fill("a new password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/wallet$/);
});
