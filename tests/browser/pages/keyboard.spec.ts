// The keyboard alone, on one person's way: sign-up, verification, the security centre. Nothing here
// clicks, fills or focuses by any other means.
import { expect, type Locator, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { press, tabTo, write } from "../support/keyboard";
import { button, field, heading, row } from "../support/locators";
import {
  aMinuteLater,
  aStepLater,
  codeFor,
  newEmail,
  newPhone,
  password,
  transactionPassword,
} from "../support/people";
import { picture } from "../support/pictures";
import { test } from "../support/test";

async function signUp(page: Page, email: string, code: () => Promise<string>) {
  await page.goto("/");
  await press(
    page,
    page.getByRole("banner").getByRole("link", { name: "Sign up" }),
  );
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  await page.keyboard.type(email);
  await press(page, page.getByRole("checkbox"), "Space");
  await press(page, button(page, "Next"));

  await expect(field(page, "Digit 1 of 6")).toBeFocused();
  // The last digit sends the form.
  await page.keyboard.type(await code());

  await expect(field(page, "Mobile number")).toBeFocused();
  await page.keyboard.type(newPhone());
  await write(page, field(page, "Password"), password);
  await write(page, field(page, "Transaction password"), transactionPassword);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/wallet$/);
}

async function verify(page: Page) {
  const pages = page.getByRole("navigation", { name: "Account pages" });
  await press(page, pages.getByRole("link", { name: "Verification" }));
  await press(
    page,
    page.getByRole("main").getByRole("link", { name: "Verify Now" }),
  );
  await tabTo(page, page.getByRole("radio").first());
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect(
    page.getByRole("radio", { name: "Government ID" }),
  ).toBeChecked();
  await write(page, field(page, "ID number"), "G-12");
  await page.keyboard.press("Enter");
  for (const photo of ["Selfie", "Front of ID", "Back of ID"]) {
    await expect(heading(page, `Upload ${photo}`)).toBeFocused();
    const chooser = page.waitForEvent("filechooser");
    await press(page, page.locator('input[type="file"]'));
    await (await chooser).setFiles(picture(400, 300));
    await press(page, button(page, "Upload"));
  }
  await expect(heading(page, "Pending KYC")).toBeVisible();
}

/** Opens a dialog by its row; the focus is back there when it has closed. */
async function inDialog(
  page: Page,
  opener: Locator,
  work: (dialog: Locator) => Promise<void>,
) {
  await press(page, opener);
  await work(page.getByRole("dialog"));
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** The key of the app that was set up. */
async function setAuthenticatorUp(page: Page, code: () => Promise<string>) {
  let secret = "";
  await inDialog(page, button(page, "Set up authenticator"), async (dialog) => {
    await expect(button(dialog, "Send code")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(/^Send again in/)).toBeVisible();
    await write(page, field(dialog, "Digit 1 of 6"), await code());
    await write(page, field(dialog, "Login password"), password);
    await page.keyboard.press("Enter");
    const key = dialog.locator("code");
    await expect(key).toBeVisible();
    secret = ((await key.textContent()) ?? "").replace(/\s/g, "");
    await tabTo(page, field(dialog, "Digit 1 of 6"));
    await page.keyboard.type(new TOTP({ secret }).generate());
    await expect(dialog.locator("ol li")).toHaveCount(10);
    await press(page, button(dialog, "I have saved them"));
  });
  return secret;
}

async function changePassword(page: Page, code: () => string) {
  const change = button(row(page, "Login password"), "Change");
  await inDialog(page, change, async (dialog) => {
    await write(page, field(dialog, "Old password"), password);
    await write(page, field(dialog, "New password"), "another horse 9");
    await write(page, field(dialog, "Confirm new password"), "another horse 9");
    await press(page, button(dialog, "Change password"));
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    const asked = field(proof, "Authenticator code or recovery code");
    await expect(asked).toBeFocused();
    await page.keyboard.type(code());
    await page.keyboard.press("Enter");
  });
  await expect(row(page, "Login password").getByText(/^Changed/)).toBeVisible();
}

async function turnWhitelistOn(page: Page) {
  const turnOn = button(row(page, "Withdrawal whitelist"), "Turn on");
  await inDialog(page, turnOn, async (dialog) => {
    await press(page, button(dialog, "Add an address"));
    await write(page, field(dialog, "Label"), "Cold wallet");
    const address = "0x52908400098527886E0F7030069857D2E4169EE7";
    await tabTo(page, field(dialog, "Network"));
    await page.keyboard.press("ArrowDown");
    await write(page, field(dialog, "Address"), address);
    await write(
      page,
      field(dialog, "Transaction password"),
      transactionPassword,
    );
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Cold wallet · USDT ERC20")).toBeVisible();
    await press(page, button(dialog, "Turn on"));
    await expect(field(dialog, "Transaction password")).toBeFocused();
    await page.keyboard.type(transactionPassword);
    await page.keyboard.press("Enter");
    // The dialog that asks has a cross of that name, too.
    await expect(button(dialog, "Turn off")).toBeVisible();
    await press(page, button(dialog, "Close"));
  });
  await expect(
    button(row(page, "Withdrawal whitelist"), "Manage"),
  ).toBeVisible();
}

async function createAntiPhishingCode(page: Page, code: () => Promise<string>) {
  await press(
    page,
    row(page, "Anti-phishing code").getByRole("link", { name: "Set up" }),
  );
  await write(page, field(page, "New anti-phishing code"), "bluewhale");
  await press(page, button(page, "Send code"));
  await tabTo(page, field(page, "Digit 1 of 6"));
  await page.keyboard.type(await code());
  await press(page, button(page, "Create"));
  await expect(page).toHaveURL(/\/account\/security$/);
}

/** How many of the seven guards are on. */
const expectOn = (page: Page, count: number) =>
  expect(page.getByText(`${count} of 7 on.`)).toBeVisible();

test("sign-up, verification and security by the keyboard alone", async ({
  page,
  request,
}) => {
  const email = newEmail("keys");
  // The mails have one subject each; a second code within the minute is not sent.
  const code = (words: string) => () => codeFor(request, email, words);
  await test.step("sign-up", () => signUp(page, email, code("code")));
  await test.step("verification", () => verify(page));
  await test.step("security", async () => {
    const pages = page.getByRole("navigation", { name: "Account pages" });
    await press(page, pages.getByRole("link", { name: "Security" }));
    await expectOn(page, 3);
    const secret = await setAuthenticatorUp(page, code("Confirm with"));
    await expectOn(page, 4);
    aStepLater(email);
    await changePassword(page, () => new TOTP({ secret }).generate());
    await turnWhitelistOn(page);
    await expectOn(page, 5);
    aMinuteLater(email);
    await createAntiPhishingCode(page, code("anti-phishing"));
    await expectOn(page, 6);
    await inDialog(
      page,
      button(page, "Sign out everywhere"),
      async (dialog) => {
        await press(page, dialog.getByRole("checkbox"), "Space");
        await write(page, field(dialog, "Login password"), "another horse 9");
        await press(page, button(dialog, "Sign out"));
      },
    );
    await expect(page).toHaveURL(/\/signin$/);
  });
});
