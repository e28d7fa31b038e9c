// What suites find on a page by its exact name.
import type { Locator, Page } from "@playwright/test";

export const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("button", { name, exact: true });
export const field = (place: Page | Locator, name: string) =>
  place.getByLabel(name, { exact: true });
export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { name, exact: true });
/** Something of a list, by a text in it. */
export const row = (page: Page, name: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByText(name, { exact: true }) });
