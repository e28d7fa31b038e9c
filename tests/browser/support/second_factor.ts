// People with an authenticator app, and the step that asks them for its code.
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import {
  aStepLater,
  newPerson,
  password,
  proveByMail,
  signInAs,
  type Person,
} from "./people";

export interface Guarded extends Person {
  secret: string;
  /** The first of the ten recovery codes. */
  recovery: string;
}

/** A person who has set up an authenticator app in the security centre, in a browser of its own. */
export async function guarded(
  page: Page,
  request: APIRequestContext,
): Promise<Guarded> {
  const person = await newPerson(request, "guarded");
  const context = await page.context().browser()!.newContext();
  const own = await context.newPage();
  await signInAs(own, person);
  await own.goto("/account/security");
  await own.getByRole("button", { name: "Set up authenticator" }).click();
  await proveByMail(own, request, person);
  await own.getByLabel("Login password").fill(password);
  await own.getByRole("button", { name: "Continue" }).click();
  await expect(own.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = (
    (await own.locator("dialog code").textContent()) ?? ""
  ).replace(/\s/g, "");
  await own.getByLabel("Digit 1 of 6").click();
  await own.keyboard.type(new TOTP({ secret }).generate());
  const codes = own.locator("dialog ol li");
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? "";
  await own.getByRole("button", { name: "I have saved them" }).click();
  await context.close();
  return { ...person, secret, recovery };
}

export async function expectAsked(page: Page): Promise<void> {
  await expect(
    page.getByRole("heading", { name: "Two-factor authentication" }),
  ).toBeVisible();
  await expect(page.getByLabel("Digit 1 of 6")).toBeFocused();
}

/** The app's next code, as if the last one had been used long ago. */
export function nextCode({ email, secret }: Guarded): string {
  aStepLater(email);
  return new TOTP({ secret }).generate();
}

export async function answer(page: Page, person: Guarded): Promise<void> {
  await page.keyboard.type(nextCode(person));
}
