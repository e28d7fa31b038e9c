// A price alert from the trading screen: made beside the price, met by the market, told by the bell
// and by mail.
import { expect } from "@playwright/test";
import { instrumentOf } from "../support/instruments";
import { pinPrice, releaseAll } from "../support/market";
import { expectNotice } from "../support/notices";
import { inside, newPerson, signInAs } from "../support/people";
import { test } from "../support/test";

test.afterEach(releaseAll);

test("an alert waits beside the price, and its owner hears when the price is there", async ({
  page,
  request,
}) => {
  const theta = instrumentOf("alerts: reached");
  await pinPrice(theta, theta.at(100));
  const person = await newPerson(request, "alert");
  await signInAs(page, person);
  await page.goto("/trades/spot/THETA");
  await page.getByRole("button", { name: "Price alert" }).click();
  const dialog = page.getByRole("dialog", {
    name: "Price alert · THETA/USDT",
  });
  await dialog.getByRole("textbox", { name: /^Price/ }).fill(theta.at(110));
  await dialog.getByRole("button", { name: "Create alert" }).click();
  await expectNotice(page, "Price alert created");
  const waiting = dialog.getByRole("list", { name: "Alerts for THETA/USDT" });
  await expect(waiting.getByRole("listitem")).toHaveText([
    `Rises to ${Number(theta.at(110))}`,
  ]);
  await dialog.getByRole("link", { name: "All price alerts" }).click();
  const row = page.getByRole("row", { name: /THETA\/USDT/ });
  await expect(row).toContainText("Waiting");

  await pinPrice(theta, theta.at(111));
  // Without a reload: the client's own stream tells page and bell.
  await expect(row).toContainText(`Reached ${Number(theta.at(111))}`);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByText(`THETAUSDT rose to ${Number(theta.at(110))}`).click();
  await expect(page).toHaveURL(/\/trades\/spot\/THETA$/);
  await expect
    .poll(async () => {
      const outbox = inside(page.url(), "/dev/outbox.json");
      const mails = (await (await request.get(outbox)).json()) as {
        to: string;
        subject: string;
      }[];
      return mails
        .filter(({ to }) => to === person.email)
        .map(({ subject }) => subject);
    })
    .toContain(`THETAUSDT rose to ${Number(theta.at(110))}`);

  // The list of markets has the same form, in its rows.
  await page.goto("/markets/prices");
  await page
    .getByRole("searchbox", { name: "Search coin or pair" })
    .fill("THETA");
  const bell = page.getByRole("button", { name: "Price alert for THETA/USDT" });
  await bell.press("Enter");
  await dialog.getByText("Falls to", { exact: true }).click();
  await dialog.getByRole("textbox", { name: /^Price/ }).fill(theta.at(90));
  await dialog.getByRole("button", { name: "Create alert" }).click();
  await expect(waiting.getByRole("listitem")).toHaveText([
    `Falls to ${Number(theta.at(90))}`,
  ]);
  await dialog.getByRole("button", { name: /^Remove: Falls to/ }).click();
  await expect(waiting).toBeHidden();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(bell).toBeFocused();
  await expect(page).toHaveURL(/\/markets\/prices$/);

  await page.goto("/price-alerts");
  await page.getByRole("button", { name: "Remove reached alerts" }).click();
  await expect(page.getByText("No price alerts")).toBeVisible();
});
