// The security centre: the authenticator app, devices, the whitelist, passwords, the activity.
import { expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { press, tabTo } from "../support/keyboard";
import { expectNotice } from "../support/notices";
import {
  aMinuteLater,
  codeFor,
  newPerson,
  password,
  proveByMail,
  signInAs,
  transactionPassword,
  type Person,
} from "../support/people";
import { test } from "../support/test";

async function open(page: Page, person: Person): Promise<void> {
  await signInAs(page, person);
  await page.goto("/account/security");
  await expect(page.getByText("Protection")).toBeVisible();
}

test("an authenticator app is set up with its QR code, gets new recovery codes, and is removed", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "totp");
  await open(page, person);
  await expect(page.getByText("3 of 7 on.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Set up authenticator" }).click();
  await proveByMail(page, request, person);
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
  const kept = await codes.allTextContents();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe(
    "cambio-recovery-codes.txt",
  );
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("4 of 7 on.", { exact: false })).toBeVisible();

  const either = page.getByLabel("Authenticator code or recovery code");
  await page.getByRole("button", { name: "Manage" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await page.getByLabel("Login password").fill(password);
  await either.fill(kept[0] ?? "");
  await page.getByRole("button", { name: "Create new codes" }).click();
  await expect(codes).toHaveCount(10);
  const renewed = await codes.allTextContents();
  await page.getByRole("button", { name: "I have saved them" }).click();

  // One of the old ones that was never used: none of them is good any more.
  await page.getByRole("button", { name: "Manage" }).click();
  await page.getByRole("button", { name: "Remove the app" }).click();
  await page.getByLabel("Login password").fill(password);
  await either.fill(kept[1] ?? "");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(
    page.getByText("The authenticator code is incorrect."),
  ).toBeVisible();
  await either.fill(renewed[0] ?? "");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("3 of 7 on.", { exact: false })).toBeVisible();
});

test("other devices are signed out", async ({ page, request }) => {
  const person = await newPerson(request, "devices");
  await request.post("/api/v3/login", {
    data: { username: person.email, password },
  });
  await open(page, person);
  await expect(page.getByText("This device", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Sign out (?!everywhere)/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Login password").fill(password);
  await dialog.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(
    page.getByRole("button", { name: /^Sign out (?!everywhere)/ }),
  ).toHaveCount(0);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByLabel("Sign out here too").check();
  await dialog.getByLabel("Login password").fill(password);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Sign out" })
    .click();
  await expect(page).toHaveURL(/\/signin$/);
});

test("an address is saved and the whitelist turned on; off again, and the address removed", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "whitelist");
  await open(page, person);
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
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("On", { exact: true })).toBeVisible();

  await dialog.getByRole("button", { name: "Turn off" }).click();
  await proveByMail(page, request, person);
  await page.getByLabel("Transaction password").fill(password);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(dialog.getByText("The password is incorrect.")).toBeVisible();
  await page.getByLabel("Transaction password").fill(transactionPassword);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(dialog.getByText("Off", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Remove Cold wallet" }).click();
  await page.getByLabel("Transaction password").fill(transactionPassword);
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(dialog.getByText("No saved addresses yet")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row.getByText("Off", { exact: true })).toBeVisible();
});

test("one-step withdrawal and a new login password are kept, and stand in the activity", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "activity");
  await open(page, person);
  const rowOf = (text: string) =>
    page.getByRole("listitem").filter({ hasText: text });
  const oneStep = rowOf("No code needed up to 10,000 USDT in 24 hours");
  await oneStep.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog");
  await proveByMail(page, request, person);
  await dialog.getByLabel("Transaction password").fill(password);
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText("The password is incorrect.")).toBeVisible();
  await dialog.getByLabel("Transaction password").fill(transactionPassword);
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(oneStep.getByText("On", { exact: true })).toBeVisible();

  aMinuteLater(person.email);
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: "Login password" }) })
    .getByRole("button", { name: "Change" })
    .click();
  await dialog.getByLabel("Old password").fill(password);
  const fresh = "another horse 9";
  await dialog.getByLabel("New password", { exact: true }).fill(fresh);
  await dialog.getByLabel("Confirm new password").fill(fresh);
  await dialog.getByRole("button", { name: "Change password" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByRole("button", { name: "Send code" }).click();
  await expect(proof.getByText(/^Send again in/)).toBeVisible();
  const code = await codeFor(request, person.email, "Confirm with");
  await proof.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type(code === "000000" ? "111111" : "000000");
  await proof.getByRole("button", { name: "Change password" }).click();
  await expect(proof.getByText(/code is incorrect/)).toBeVisible();
  await proof.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type(code);
  await proof.getByRole("button", { name: "Change password" }).click();
  await expect(dialog).toHaveCount(0);
  const enter = (secret: string) =>
    request.post("/api/v3/login", {
      data: { username: person.email, password: secret },
    });
  expect((await enter(password)).status()).toBe(401);
  expect((await enter(fresh)).status()).toBe(200);

  // It is read anew, as on the next visit.
  await page.getByRole("link", { name: "Account connections" }).click();
  await page
    .getByRole("link", { name: "Security", exact: true })
    .first()
    .click();
  await expect(oneStep.getByText("On", { exact: true })).toBeVisible();
  const activity = page.getByRole("table", { name: "Account activity" });
  for (const what of [
    "One-step withdrawal turned on",
    "Login password changed",
    "Sign-in failed",
  ])
    await expect(activity.getByRole("row", { name: what })).toHaveCount(1);
});

test("the keyboard alone gets through the security centre", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "keyboard");
  await open(page, person);
  const limit = page
    .getByRole("listitem")
    .filter({ hasText: "Crypto withdrawal limit" })
    .getByRole("button");
  await press(page, limit);
  await expect(page.getByRole("dialog")).toBeVisible();
  await tabTo(page, page.getByRole("radio", { name: "500 USDT", exact: true }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const send = page.getByRole("button", { name: "Send code" });
  await expect(send).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Send again in/)).toBeVisible();
  await tabTo(page, page.getByLabel("Digit 1 of 6"));
  await page.keyboard.type(
    await codeFor(request, person.email, "Confirm with"),
  );
  await tabTo(page, page.getByLabel("Transaction password"));
  await page.keyboard.type(transactionPassword);
  await page.keyboard.press("Enter");
  await expectNotice(page, "Withdraw Limit Saved");
  await expect(limit).toBeFocused();
  await expect(page.getByText("1,000 USDT")).toBeVisible();
});
