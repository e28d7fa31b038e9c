// The security centre: the authenticator app, devices, the whitelist, and all of it by keyboard.
import { expect, test, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import {
  newPerson,
  password,
  signInAs,
  transactionPassword,
  type Person,
} from "./support/people";

async function open(page: Page, person: Person): Promise<void> {
  await signInAs(page, person);
  await page.goto("/account/security");
  await expect(page.getByText("Protection")).toBeVisible();
}

test("an authenticator app is set up with its QR code and recovery codes, and removed", async ({
  page,
  request,
}) => {
  await open(page, await newPerson(request, "totp"));
  await expect(page.getByText("4 of 7 on.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Set up authenticator" }).click();
  await page.getByLabel("Login password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = (
    (await page.locator("dialog code").textContent()) ?? ""
  ).replace(/\s/g, "");
  await page.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type(new TOTP({ secret }).generate());
  const codes = page.locator("dialog ol li");
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? "";
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe(
    "cambio-recovery-codes.txt",
  );
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("5 of 7 on.", { exact: false })).toBeVisible();

  await page.getByRole("button", { name: "Manage" }).click();
  await page.getByRole("button", { name: "Remove the app" }).click();
  await page.getByLabel("Login password").fill(password);
  await page.getByLabel("Code of the app, or a recovery code").fill(recovery);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("4 of 7 on.", { exact: false })).toBeVisible();
});

test("other devices are signed out", async ({ page, request }) => {
  const person = await newPerson(request, "devices");
  await request.post("/api/v3/login", {
    data: { username: person.email, password },
  });
  await open(page, person);
  await expect(page.getByText("This device", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Sign out (?!everywhere)/ }).click();
  await expect(
    page.getByRole("button", { name: /^Sign out (?!everywhere)/ }),
  ).toHaveCount(0);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByLabel("Sign out here too").check();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Sign out" })
    .click();
  await expect(page).toHaveURL(/\/signin$/);
});

test("an address is saved and the whitelist turned on", async ({
  page,
  request,
}) => {
  await open(page, await newPerson(request, "whitelist"));
  const row = page
    .getByRole("listitem")
    .filter({ hasText: "Withdrawal whitelist" });
  await row.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "Add an address" }).click();
  await page.getByLabel("Label").fill("Cold wallet");
  await page
    .getByLabel("Address", { exact: true })
    .fill("0x52908400098527886E0F7030069857D2E4169EE7");
  await page.getByLabel("Transaction password").fill(transactionPassword);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText(
      "This address does not match the currently selected primary network.",
    ),
  ).toBeVisible();
  await page
    .getByLabel("Address", { exact: true })
    .fill("TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Cold wallet")).toBeVisible();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Turn on" })
    .click();
  await page.getByLabel("Transaction password").fill(transactionPassword);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Turn on" })
    .click();
  await expect(
    page.getByRole("dialog").getByText("On", { exact: true }),
  ).toBeVisible();
});

test("the keyboard alone gets through the security centre", async ({
  page,
  request,
}) => {
  await open(page, await newPerson(request, "keyboard"));
  const limit = page
    .getByRole("listitem")
    .filter({ hasText: "Crypto withdrawal limit" })
    .getByRole("button");
  for (let presses = 0; presses < 80; presses += 1) {
    if (await limit.evaluate((button) => button === document.activeElement))
      break;
    await page.keyboard.press("Tab");
  }
  await expect(limit).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  for (let presses = 0; presses < 5; presses += 1) {
    if (
      await page
        .getByRole("radio", { name: "500 USDT", exact: true })
        .evaluate((radio) => radio === document.activeElement)
    )
      break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Withdraw Limit Saved")).toBeVisible();
  await expect(limit).toBeFocused();
  await expect(page.getByText("1,000 USDT")).toBeVisible();
});
