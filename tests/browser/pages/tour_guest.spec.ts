// The pages that everybody sees.
import { expect } from "@playwright/test";
import { inside } from "../support/people";
import { addresses, guestRoutes } from "../support/routes";
import { test } from "../support/test";
import { tour } from "../support/tour";

tour("guests' pages", addresses(guestRoutes));

test("the outbox asks for nothing that the content security policy forbids", async ({
  page,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text()))
      refused.push(message.text());
  });
  await page.goto("/");
  await page.goto(inside(page.url(), "/dev/outbox"));
  await expect(page.locator("h1")).toHaveCSS("font-size", "24px");
  expect(refused).toEqual([]);
});
