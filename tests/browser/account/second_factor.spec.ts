// The second factor, switched on in the security centre for real, at the ways to sign in; after
// Google it is in google.spec.ts.
import { expect, type Page } from "@playwright/test";
import { Wallet } from "ethers";
import { TOTP } from "otpauth";
import { connect, install, signInWithWallet } from "../support/browser_wallet";
import { signInByPassword } from "../support/people";
import {
  answer,
  expectAsked,
  guarded,
  nextCode,
  type Guarded,
} from "../support/second_factor";
import { test } from "../support/test";

const useRecoveryCode = async (page: Page, code: string) => {
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(code);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

/** Something else than what the app shows now, a moment ago or in a moment. */
function wrongCode({ secret }: Guarded): string {
  const near = [-30_000, 0, 30_000].map((ms) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + ms }),
  );
  return ["000000", "111111", "222222", "333333"].find(
    (code) => !near.includes(code),
  )!;
}

test("it is asked for after the password, and a wrong code is refused", async ({
  page,
  request,
}) => {
  const person = await guarded(page, request);
  await signInByPassword(page, person);
  await expectAsked(page);
  await page.keyboard.type(wrongCode(person));
  await expect(
    page.getByText("The authenticator code is incorrect."),
  ).toBeVisible();
  await expect(page.getByLabel("Digit 1 of 6")).toBeFocused();
  await answer(page, person);
  await expect(page).toHaveURL(/\/wallet$/);
});

test("a recovery code signs in once", async ({ browser, page, request }) => {
  const person = await guarded(page, request);
  await signInByPassword(page, person);
  await expectAsked(page);
  await useRecoveryCode(page, person.recovery);
  await expect(page).toHaveURL(/\/wallet$/);

  const again = await (await browser.newContext()).newPage();
  await signInByPassword(again, person);
  await expectAsked(again);
  await useRecoveryCode(again, person.recovery);
  await expect(
    again.getByText("The authenticator code is incorrect."),
  ).toBeVisible();
  await expect(again).toHaveURL(/\/signin$/);
});

test("it is asked for after a wallet has signed", async ({ page, request }) => {
  const person = await guarded(page, request);
  const wallet = Wallet.createRandom();
  await install(page, wallet);
  await page.goto("/signin");
  await connect(page, person, wallet.address, nextCode(person));
  await signInWithWallet(page);
  await expectAsked(page);
  await answer(page, person);
  await expect(page).toHaveURL(/\/wallet$/);
});
