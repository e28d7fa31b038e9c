// A client whom the operator has frozen is told so, at every way to sign in and where they are already in.
import { expect, test, type Page } from "@playwright/test";
import { Wallet } from "ethers";
import { connect, install, signInWithWallet } from "./support/browser_wallet";
import { OpenIdProvider } from "./support/openid_provider";
import { operator } from "./support/operator";
import {
  newPerson,
  signInAs,
  signInByPassword,
  type Person,
} from "./support/people";

const freeze = ({ email }: Person) =>
  operator("clients", "freeze", email, "--reason", "Test of the dialog");

const dialog = (page: Page) =>
  page.getByRole("dialog", { name: "Freezed Account!" });

/** Told whom to ask, and still outside after the dialog is closed. */
async function expectRefused(page: Page): Promise<void> {
  await expect(dialog(page)).toContainText("Your account has been freezed.");
  await expect(
    dialog(page).getByRole("link", { name: "support" }),
  ).toHaveAttribute("href", "/contactus");
  await dialog(page).getByRole("button", { name: "OK" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/signin$/);
  expect(
    await page.evaluate(() => localStorage.getItem("cambio.session")),
  ).toBeNull();
}

test("by password", async ({ page, request }) => {
  const person = await newPerson(request, "frozen");
  freeze(person);
  await signInByPassword(page, person);
  await expectRefused(page);
});

test("by Google, on the page Redirecting", async ({
  browser,
  page,
  request,
}) => {
  const provider = await OpenIdProvider.start();
  try {
    const person = await newPerson(request, "frozen");
    await provider.connect(page, person, `frozen-${person.email}`);
    freeze(person);
    const fresh = await (await browser.newContext()).newPage();
    await fresh.goto("/signin");
    await fresh.getByRole("button", { name: "Sign in with Google" }).click();
    await expect(dialog(fresh)).toBeVisible();
    await expect(fresh).toHaveURL(/\/redirect$/);
    await expectRefused(fresh);
  } finally {
    await provider.stop();
  }
});

test("by a browser wallet", async ({ page, request }) => {
  const person = await newPerson(request, "frozen");
  const wallet = Wallet.createRandom();
  await install(page, wallet);
  await page.goto("/signin");
  await connect(page, person, wallet.address);
  freeze(person);
  await signInWithWallet(page);
  await expectRefused(page);
});

for (const path of ["/", "/wallet"]) {
  test(`signed in already, with ${path} open`, async ({ page, request }) => {
    const person = await newPerson(request, "frozen");
    await signInAs(page, person);
    await page.goto(path);
    await expect(
      page.getByRole("button", { name: "Account menu" }),
    ).toBeVisible();
    freeze(person);
    await expect(dialog(page)).toContainText(
      "Your account has been freezed. Please contact customer service for more details.",
    );
    await dialog(page).getByRole("button", { name: "OK" }).click();
    await expect(page).toHaveURL(/\/signin$/);
    expect(
      await page.evaluate(() => localStorage.getItem("cambio.session")),
    ).toBeNull();
  });
}

test("somebody who comes back later hears of it too", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "frozen");
  freeze(person);
  await signInAs(page, person);
  await page.goto("/account/security");
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole("button", { name: "OK" }).click();
  await expect(page).toHaveURL(/\/signin$/);
});
