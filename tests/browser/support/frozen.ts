// Clients whom the operator has frozen, and the dialog that tells them.
import { expect, type Page } from "@playwright/test";
import { operator } from "./operator";
import type { Person } from "./people";

export const freeze = ({ email }: Person) =>
  operator("clients", "freeze", email, "--reason", "Test of the dialog");

export const dialog = (page: Page) =>
  page.getByRole("dialog", { name: "Account frozen" });

/** Told whom to ask, and still outside after the dialog is closed. */
export async function expectRefused(page: Page): Promise<void> {
  await expect(dialog(page)).toContainText("Your account has been frozen.");
  await expect(
    dialog(page).getByRole("link", { name: "support" }),
  ).toHaveAttribute("href", "/contactus");
  await dialog(page).getByRole("button", { name: "OK" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/signin$/);
  expect(
    await page.evaluate(() => localStorage.getItem("cambio.session")),
  ).toBeNull();
}
