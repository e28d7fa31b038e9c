// What no address leads to, by axe: steps of forms, dialogs, and what they say of mistakes.
import { expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { expectNoViolation, inEachLook, phone, wide } from "../support/axe";
import { button, field, heading, row } from "../support/locators";
import {
  aMinuteLater,
  codeFor,
  newEmail,
  newPhone,
  password,
  proveByMail,
  transactionPassword,
} from "../support/people";
import { picture } from "../support/pictures";

const look = expectNoViolation;
const dialog = (page: Page) => page.getByRole("dialog");

async function typeCode(page: Page, code: string): Promise<void> {
  await field(page, "Digit 1 of 6").click();
  await page.keyboard.type(code);
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/signup");
  await page.getByRole("textbox", { name: "Email" }).fill("nobody");
  await button(page, "Next").click();
  await expect(page.getByText("Email must be valid")).toBeVisible();
  await look(page, "sign-up, refused email");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("checkbox").check();
  await button(page, "Next").click();
  await expect(heading(page, "Check your email")).toBeVisible();
  await look(page, "sign-up, code");
  await typeCode(page, await codeFor(page.request, email));
  await field(page, "Password").fill("short");
  await button(page, "Create account").click();
  await expect(
    page.getByText("Too short: at least 9 characters"),
  ).toBeVisible();
  await look(page, "sign-up, refused password");
  await field(page, "Mobile number").fill(newPhone());
  await field(page, "Password").fill(password);
  await field(page, "Transaction password").fill(transactionPassword);
  await button(page, "Create account").click();
  await expect(page).toHaveURL(/\/wallet$/);
}

async function verification(page: Page): Promise<void> {
  await page.goto("/verification/kyc");
  await button(page, "Continue").click();
  await expect(page.getByText("Field is required").first()).toBeVisible();
  await look(page, "verification, refused document");
  await page.getByText("Passport", { exact: true }).click();
  await field(page, "ID number").fill("X-4711");
  await button(page, "Continue").click();
  for (const photo of ["Selfie", "Front of ID", "Back of ID"]) {
    await expect(heading(page, `Upload ${photo}`)).toBeVisible();
    if (photo === "Selfie") {
      await button(page, "Upload").click();
      await expect(page.getByText("Photo is required")).toBeVisible();
    }
    await look(page, `verification, ${photo}`);
    await page
      .locator('input[type="file"]')
      .setInputFiles(picture(400, 300, "photo.png"));
    await expect(button(page, "Replace")).toBeVisible();
    if (photo === "Selfie") await look(page, "verification, chosen photo");
    await button(page, "Upload").click();
  }
  await expect(heading(page, "Pending KYC")).toBeVisible();
  await look(page, "verification, pending");
}

async function profile(page: Page): Promise<void> {
  await page.goto("/profile");
  await button(page, "Edit personal information").click();
  await expect(dialog(page)).toBeVisible();
  await look(page, "profile, edit");
  await button(page, "Save").click();
  await button(page, "Confirm").click();
  await expect(dialog(page).getByText("Field is required")).toBeVisible();
  await look(page, "profile, password");
  await page.goto("/account/security/account_connections");
  for (const [name, act] of [
    ["Mobile number", "Connect"],
    ["Browser wallet", "Connect"],
  ] as const) {
    await button(row(page, name), act).click();
    await expect(dialog(page)).toBeVisible();
    await look(page, `connections, ${name}`);
    await page.keyboard.press("Escape");
  }
}

/** Sets the authenticator app up and looks at each step. */
async function authenticator(page: Page, email: string): Promise<void> {
  await button(page, "Set up authenticator").click();
  await button(dialog(page), "Continue").click();
  await expect(dialog(page).getByText("Field is required")).toBeVisible();
  await look(page, "authenticator, password");
  await proveByMail(page, page.request, { email });
  await field(dialog(page), "Login password").fill(password);
  await button(dialog(page), "Continue").click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await button(dialog(page), "Turn on").click();
  await expect(page.getByText("Enter all six digits")).toBeVisible();
  await look(page, "authenticator, QR code");
  const key = (await dialog(page).locator("code").textContent()) ?? "";
  await typeCode(page, new TOTP({ secret: key.replace(/\s/g, "") }).generate());
  await expect(dialog(page).locator("ol li")).toHaveCount(10);
  await look(page, "authenticator, recovery codes");
  await button(page, "I have saved them").click();
  for (const act of ["New recovery codes", "Remove the app"]) {
    await button(row(page, "Authenticator app"), "Manage").click();
    await expect(button(page, act)).toBeVisible();
    if (act === "Remove the app") await look(page, "authenticator, choice");
    await button(page, act).click();
    await expect(dialog(page).getByText(/recovery code$/)).toBeVisible();
    await look(page, `authenticator, ${act}`);
    await page.keyboard.press("Escape");
  }
}

async function securityCentre(page: Page, email: string): Promise<void> {
  await page.goto("/account/security");
  await authenticator(page, email);
  for (const [name, act] of [
    ["Login password", "Change"],
    ["Transaction password", "Change"],
    ["One-step withdrawal", "Turn on"],
    ["Withdrawal whitelist", "Turn on"],
  ] as const) {
    await button(row(page, name), act).click();
    await expect(dialog(page)).toBeVisible();
    await look(page, `security, ${name}`);
    if (name !== "Withdrawal whitelist") await page.keyboard.press("Escape");
  }
  await button(page, "Add an address").click();
  await button(dialog(page), "Save").click();
  await expect(dialog(page).getByText("Field is required")).toHaveCount(2);
  await look(page, "security, new address");
  await button(dialog(page), "Back").click();
  await button(dialog(page), "Turn on").click();
  await expect(field(dialog(page), "Transaction password")).toBeVisible();
  await look(page, "security, turn the whitelist on");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await button(page, "Sign out everywhere").click();
  await look(page, "security, sign out everywhere");
  await dialog(page).getByRole("checkbox").check();
  await field(dialog(page), "Login password").fill(password);
  await button(dialog(page), "Sign out").click();
  await expect(page).toHaveURL(/\/signin$/);
}

/** The forgotten password as far as its last dialog; then the second factor, with the old one. */
async function signIn(page: Page, email: string): Promise<void> {
  aMinuteLater(email);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await button(page, "Next").click();
  await expect(field(page, "Password")).toBeVisible();
  await look(page, "sign-in, password");
  await button(page, "Forgot password?").click();
  await expect(dialog(page)).toBeVisible();
  await look(page, "forgotten password, code");
  await typeCode(page, await codeFor(page.request, email, "Reset"));
  const fresh = page.getByRole("dialog", { name: "New Password" });
  await fresh.getByLabel("New Password", { exact: true }).fill("short");
  await button(fresh, "Change password").click();
  await expect(
    fresh.getByText("Too short: at least 9 characters"),
  ).toBeVisible();
  await look(page, "forgotten password, refused password");
  await page.keyboard.press("Escape");
  await field(page, "Password").fill(password);
  await button(page, "Sign in").click();
  await expect(heading(page, "Two-factor authentication")).toBeVisible();
  await look(page, "sign-in, authenticator's code");
  await button(page, "Use a recovery code").click();
  await look(page, "sign-in, recovery code");
}

inEachLook("steps and dialogs", [wide, phone], async (page) => {
  const email = newEmail("axe");
  await signUp(page, email);
  await verification(page);
  await profile(page);
  await securityCentre(page, email);
  await signIn(page, email);
});
