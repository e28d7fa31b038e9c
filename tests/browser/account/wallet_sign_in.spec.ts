// Sign-in by a browser wallet that signs for real.
import { expect } from "@playwright/test";
import { Wallet } from "ethers";
import { connect, install, signInWithWallet } from "../support/browser_wallet";
import { newPerson, password, proveByMail, signInAs } from "../support/people";
import { test } from "../support/test";

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

test("a wallet is connected and disconnected in the security centre", async ({
  browser,
  page,
  request,
}) => {
  const wallet = Wallet.createRandom();
  const fresh = await (await browser.newContext()).newPage();
  await install(fresh, wallet);
  await install(page, wallet);
  const person = await newPerson(request, "connects");
  await signInAs(page, person);
  await page.goto("/account/security/account_connections");
  const row = page
    .getByRole("listitem")
    .filter({ has: page.getByText("Browser wallet", { exact: true }) });
  const dialog = page.getByRole("dialog");
  await row.getByRole("button", { name: "Connect", exact: true }).click();
  await proveByMail(page, request, person);
  await dialog.getByLabel("Login password").fill("not the password");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog.getByText("The password is incorrect.")).toBeVisible();
  await dialog.getByLabel("Login password").fill(password);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(row.getByText(`••• ${wallet.address.slice(-3)}`)).toBeVisible();
  await fresh.goto("/signin");
  await signInWithWallet(fresh);
  await expect(fresh).toHaveURL(/\/wallet$/);
  await fresh.evaluate(() => localStorage.clear());

  await row.getByRole("button", { name: "Disconnect" }).click();
  await proveByMail(page, request, person);
  await dialog.getByLabel("Login password").fill(password);
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(
    row.getByRole("button", { name: "Connect", exact: true }),
  ).toBeVisible();
  await fresh.goto("/signin");
  await signInWithWallet(fresh);
  await expect(
    fresh.getByText("No account is connected to this wallet."),
  ).toBeVisible();
});

test("whoever refuses in the wallet stays outside", async ({ page }) => {
  await install(page, Wallet.createRandom(), { refuses: true });
  await page.goto("/signin");
  await signInWithWallet(page);
  await expect(
    page.getByText("The request was rejected in your wallet."),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});
