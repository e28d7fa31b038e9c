// Sign-in by a browser wallet that signs for real.
import { expect, test } from "@playwright/test";
import { Wallet } from "ethers";
import { connect, install, signInWithWallet } from "./support/browser_wallet";
import { newPerson } from "./support/people";

test("without a wallet it is said so", async ({ page }) => {
  await page.goto("/signin");
  await signInWithWallet(page);
  await expect(page.getByText("MetaMask not found")).toBeVisible();
});

test("a wallet that nobody connected is told what to do; a connected one signs in", async ({
  page,
  request,
}) => {
  const wallet = Wallet.createRandom();
  const person = await newPerson(request, "wallet");
  await install(page, wallet);
  await page.goto("/signin");
  await signInWithWallet(page);
  await expect(
    page.getByText("No account is connected to this wallet."),
  ).toBeVisible();
  await connect(page, person, wallet.address);
  await signInWithWallet(page);
  await expect(page).toHaveURL(/\/wallet$/);
});

test("whoever refuses in the wallet stays outside", async ({ page }) => {
  await install(page, Wallet.createRandom(), { refuses: true });
  await page.goto("/signin");
  await signInWithWallet(page);
  await expect(
    page.getByText("The request was refused in your wallet."),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});
