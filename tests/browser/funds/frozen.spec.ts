// A client whom the operator has frozen is told so, at the ways to sign in and where they are already
// in; by Google it is in google.spec.ts.
import { expect } from "@playwright/test";
import { Wallet } from "ethers";
import { connect, install, signInWithWallet } from "../support/browser_wallet";
import { dialog, expectRefused, freeze } from "../support/frozen";
import { newPerson, signInAs, signInByPassword } from "../support/people";
import { test } from "../support/test";

test("by password", async ({ page, request }) => {
  const person = await newPerson(request, "frozen");
  freeze(person);
  await signInByPassword(page, person);
  await expectRefused(page);
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
      "Your account has been frozen. Please contact customer service for more details.",
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
