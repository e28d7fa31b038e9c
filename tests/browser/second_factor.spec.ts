// The second factor, switched on in the security centre for real, at every way to sign in.
import {
  expect,
  test,
  type APIRequestContext,
  type Page,
} from "@playwright/test";
import { Wallet } from "ethers";
import { TOTP } from "otpauth";
import { connect, install, signInWithWallet } from "./support/browser_wallet";
import { OpenIdProvider } from "./support/openid_provider";
import {
  aStepLater,
  newPerson,
  password,
  signInAs,
  signInByPassword,
  type Person,
} from "./support/people";

interface Guarded extends Person {
  secret: string;
  /** The first of the ten recovery codes. */
  recovery: string;
}

/** A person who has set up an authenticator app in the security centre, in a browser of its own. */
async function guarded(
  page: Page,
  request: APIRequestContext,
): Promise<Guarded> {
  const person = await newPerson(request, "guarded");
  const context = await page.context().browser()!.newContext();
  const own = await context.newPage();
  await signInAs(own, person);
  await own.goto("/account/security");
  await own.getByRole("button", { name: "Set up authenticator" }).click();
  await own.getByLabel("Login password").fill(password);
  await own.getByRole("button", { name: "Continue" }).click();
  await expect(own.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = (
    (await own.locator("dialog code").textContent()) ?? ""
  ).replace(/\s/g, "");
  await own.getByLabel("Digit 1 of 6").click();
  await own.keyboard.type(new TOTP({ secret }).generate());
  const codes = own.locator("dialog ol li");
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? "";
  await own.getByRole("button", { name: "I have kept them" }).click();
  await context.close();
  return { ...person, secret, recovery };
}

async function expectAsked(page: Page): Promise<void> {
  await expect(
    page.getByRole("heading", { name: "Two-factor authentication" }),
  ).toBeVisible();
  await expect(page.getByLabel("Digit 1 of 6")).toBeFocused();
}

async function answer(page: Page, person: Guarded): Promise<void> {
  aStepLater(person.email);
  await page.keyboard.type(new TOTP({ secret: person.secret }).generate());
}

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
    page.getByText("The code of the authenticator app is not right."),
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
    again.getByText("The code of the authenticator app is not right."),
  ).toBeVisible();
  await expect(again).toHaveURL(/\/signin$/);
});

test("it is asked for after Google has said who comes", async ({
  browser,
  page,
  request,
}) => {
  const person = await guarded(page, request);
  const provider = await OpenIdProvider.start();
  try {
    await provider.connect(page, person, `guarded-${person.email}`);
    const fresh = await (await browser.newContext()).newPage();
    await fresh.goto("/signin");
    await fresh.getByRole("button", { name: "Sign in with Google" }).click();
    await expectAsked(fresh);
    await answer(fresh, person);
    await expect(fresh).toHaveURL(/\/wallet$/);
  } finally {
    await provider.stop();
  }
});

test("it is asked for after a wallet has signed", async ({ page, request }) => {
  const person = await guarded(page, request);
  const wallet = Wallet.createRandom();
  await install(page, wallet);
  await page.goto("/signin");
  await connect(page, person, wallet.address);
  await signInWithWallet(page);
  await expectAsked(page);
  await answer(page, person);
  await expect(page).toHaveURL(/\/wallet$/);
});
