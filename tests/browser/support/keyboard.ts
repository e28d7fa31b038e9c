// A person without a mouse: Tab goes on and Shift+Tab back, keys do the rest.
import { expect, type Locator, type Page } from "@playwright/test";

/** No page has more stops than this on the way round. */
const mostStops = 150;

/** The key that goes nearer to an element from where the focus is; null when it is there. */
const keyTowards = (element: Element): "Tab" | "Shift+Tab" | null => {
  const { activeElement } = document;
  if (element === activeElement) return null;
  const position = activeElement?.compareDocumentPosition(element) ?? 0;
  return position & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
};

/** Goes there from stop to stop; what these keys do not reach cannot be reached. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < mostStops; stops += 1) {
    const key = await target.evaluate(keyTowards);
    if (!key) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

export async function press(
  page: Page,
  target: Locator,
  key: "Enter" | "Space" = "Enter",
): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

export async function write(
  page: Page,
  target: Locator,
  text: string,
): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
