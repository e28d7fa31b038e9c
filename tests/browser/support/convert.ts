// The form of Convert as a person uses it.
import type { Page } from "@playwright/test";

export const form = (page: Page) => page.getByRole("form", { name: "Convert" });

export async function choose(
  page: Page,
  side: "pay" | "receive",
  coin: string,
) {
  await form(page)
    .getByRole("button", { name: new RegExp(`^Coin to ${side}`) })
    .click();
  const dialog = page.getByRole("dialog", { name: `Coin to ${side}` });
  await dialog.getByLabel("Search coin").fill(coin);
  await dialog
    .getByRole("button", { name: new RegExp(`^${coin}`) })
    .first()
    .click();
}
