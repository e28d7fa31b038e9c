// Deposit addresses and withdrawals. The demonstration's chain is open, Tron and Bitcoin are closed.
import { expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { expectNotice } from "../support/notices";
import { operator } from "../support/operator";
import {
  aDayLater,
  aMinuteLater,
  aStepLater,
  codeFor,
  codeOfAct,
  newPerson,
  password,
  read,
  signInAs,
  transactionPassword,
  type Person,
} from "../support/people";
import { test } from "../support/test";

const receiver = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";

const recipient = (page: Page) =>
  page.getByRole("textbox", { name: "Recipient address" });
const amount = (page: Page) => page.getByRole("textbox", { name: /^Amount/ });
const press = (page: Page) =>
  page.getByRole("button", { name: "Withdraw now" }).click();
const confirmation = (page: Page) =>
  page.getByRole("dialog", { name: "Confirm withdrawal" });

async function confirm(page: Page, code: string, secret: string) {
  const dialog = confirmation(page);
  await dialog.getByLabel("Digit 1 of 6").click();
  for (let digit = 0; digit < 6; digit += 1)
    await dialog.getByLabel(`Digit ${digit + 1} of 6`).fill(code.charAt(digit));
  await dialog.getByLabel("Transaction password", { exact: true }).fill(secret);
  await dialog.getByRole("button", { name: "Confirm withdrawal" }).click();
}

async function balance(
  request: Parameters<typeof read>[0],
  person: Person,
): Promise<string> {
  const { wallet } = (await read(
    request,
    person,
    "/api/v3/wallet-balance?name=USDT",
  )) as unknown as { wallet: { wallet_balance: string } };
  return wallet.wallet_balance;
}

test("closed networks say so, and take nothing", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "closed"));
  await page.goto("/wallet/deposit?coin=BTC&network=BTC");
  await expect(
    page.getByText("Deposits over Bitcoin are closed"),
  ).toBeVisible();
  await expect(page.getByTestId("deposit-address")).toHaveCount(0);
  await expect(page.getByText("No deposits yet")).toBeVisible();
  await page.goto("/wallet/withdraw?coin=BTC");
  await expect(
    page.getByText("Withdrawals over this network are closed").first(),
  ).toBeVisible();
  await press(page);
  await expect(
    page.getByRole("dialog", { name: "This network is closed" }),
  ).toBeVisible();
});

test("the address is the client's own, copied with a word, and its code can be scanned", async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs(page, await newPerson(request, "depositor"));
  await page.goto("/wallet/deposit?coin=USDT&network=ERC20");
  const shown = page.getByTestId("deposit-address");
  await expect(shown).toHaveText(/^0x[0-9a-fA-F]{40}$/);
  const address = (await shown.textContent()) ?? "";
  await page.getByRole("button", { name: "Copy address" }).click();
  await expectNotice(page, "Copied!");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    address,
  );
  await page.getByText("Details", { exact: true }).click();
  await expect(page.getByText("Can be withdrawn after")).toBeVisible();
  await expect(
    page.getByText("Send only USDT on the Ethereum (ERC20) network."),
  ).toBeVisible();
  await page.reload();
  await expect(shown).toHaveText(address);

  const code = page.getByRole("img", { name: /^QR code of your USDT/ });
  await expect(code).toBeVisible();
  const picture = await code.locator("..").screenshot();
  await page.goto("/wallet/withdraw");
  await page.getByRole("button", { name: "Scan a QR code" }).click();
  const file = page.getByLabel("Choose a picture");
  await page.locator('input[type="file"]').setInputFiles({
    name: "nothing.png",
    mimeType: "image/png",
    buffer: await page.screenshot({
      clip: { x: 0, y: 0, width: 80, height: 40 },
    }),
  });
  await expect(page.getByText("No QR code was found")).toBeVisible();
  await expect(file.first()).toBeAttached();
  await page.locator('input[type="file"]').setInputFiles({
    name: "code.png",
    mimeType: "image/png",
    buffer: picture,
  });
  await expect(recipient(page)).toHaveValue(address);
});

test("the address is checked as it is typed", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "typing"));
  await page.goto("/wallet/withdraw");
  const button = page.getByRole("button", { name: "Withdraw now" });
  await recipient(page).fill("TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7");
  await expect(
    page.getByText(
      "This address does not match the currently selected primary network.",
    ),
  ).toBeVisible();
  await expect(button).toBeDisabled();
  await recipient(page).fill("0x123");
  await expect(
    page.getByText(
      "The withdrawal address format is wrong. Please check the withdrawal address length and character content and try again.",
    ),
  ).toBeVisible();
  await button.click();
  await expect(
    page.getByText("The address and the network do not match."),
  ).toBeVisible();
  await recipient(page).fill("");
  await expect(page.getByText("Please enter Recipient Address")).toBeVisible();
  await expect(button).toBeDisabled();
  await recipient(page).fill(receiver);
  await expect(button).toBeEnabled();
  await amount(page).fill("29");
  await expect(
    page.getByText("Amount must be greater than minimum withdrawable (30)"),
  ).toBeVisible();
  await amount(page).fill("10001");
  await expect(
    page.getByText("Amount must be less than or equal to your balance (10000)"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Max" }).click();
  await expect(amount(page)).toHaveValue("10,000");
  await expect(page.getByTestId("receive")).toContainText("9,980");
  // Before any code is sent: nobody may take out more than the day's limit.
  const above = page.getByText(
    "This exceeds what is left of your daily withdrawal limit.",
  );
  await expect(above).toBeVisible();
  await button.click();
  await expect(confirmation(page)).toHaveCount(0);
  await amount(page).fill("500.01");
  await expect(above).toBeVisible();
  await amount(page).fill("500");
  await expect(above).toHaveCount(0);
});

test("a withdrawal is confirmed, waits for review, and can be taken back", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "sender");
  aMinuteLater(person.email);
  await signInAs(page, person);
  await page.goto("/wallet/withdraw");
  await recipient(page).fill(receiver);
  await amount(page).fill("250");
  await press(page);
  const dialog = confirmation(page);
  await expect(dialog.getByText("230", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(dialog.getByText("Field is required")).toHaveCount(2);
  const code = await codeFor(request, person.email, "Confirm your withdrawal");
  const wrong = code === "000000" ? "000001" : "000000";
  await confirm(page, wrong, transactionPassword);
  await expectNotice(page, "Wrong OTP code");
  await expect(dialog.getByText("Invalid Code")).toBeVisible();
  await confirm(page, code, password);
  await expect(dialog.getByText("Wrong transaction password")).toBeVisible();
  await confirm(page, code, transactionPassword);
  await expectNotice(page, "Withdrawal request sent");
  expect(await balance(request, person)).toBe("9750");

  await page
    .getByRole("button", { name: "Details of the withdrawal of 250 USDT" })
    .click();
  const details = page.getByRole("dialog", { name: "Withdrawal details" });
  await expect(details.getByText("Pending")).toBeVisible();
  await expect(details.getByText("Waiting for review")).toBeVisible();
  await details
    .getByRole("button", { name: "Cancel the withdrawal of 250 USDT" })
    .click();
  await expectNotice(
    page,
    "The withdrawal was cancelled. The amount is available",
  );
  await expect(page.getByText("Freeze")).toBeVisible();
  expect(await balance(request, person)).toBe("10000");
});

test("an address is saved with a name, and used", async ({ page, request }) => {
  await signInAs(page, await newPerson(request, "book"));
  await page.goto("/wallet/withdraw");
  await recipient(page).fill(receiver);
  await page.getByRole("button", { name: "Address book" }).click();
  await page
    .getByRole("button", { name: "Save the address you typed" })
    .click();
  await page.getByLabel("Name").fill("Cold wallet");
  await page
    .getByLabel("Transaction password", { exact: true })
    .fill(transactionPassword);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Save address" })
    .click();
  await expectNotice(page, "Address saved");
  await page.keyboard.press("Escape");
  await recipient(page).fill("");
  await page.getByRole("button", { name: "Address book" }).click();
  await page.getByRole("button", { name: "Use Cold wallet" }).click();
  await expect(recipient(page)).toHaveValue(receiver);
  await expect(page.getByText("Cold wallet")).toBeVisible();
});

test("one-step withdrawal asks for no mailed code, the authenticator's all the same", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "stepper");
  const post = async (path: string, data: Record<string, unknown>) => {
    const headers = { Authorization: `Bearer ${person.token}` };
    const reply = await request.post(path, { data, headers });
    expect(reply.status(), path).toBe(200);
    return (await reply.json()) as Record<string, string>;
  };
  await post("/api/v3/one-step-withdrawal", {
    enabled: true,
    transaction_password: transactionPassword,
    verification_code: await codeOfAct(request, person, "one_step_on"),
  });
  const { secret } = await post("/api/v3/two-factor/begin", {
    password,
    verification_code: await codeOfAct(request, person, "two_factor_on"),
  });
  const totp = new TOTP({ secret: secret ?? "" });
  const used = totp.generate();
  await post("/api/v3/two-factor/confirm", { code: used });
  aDayLater(person.email);
  await signInAs(page, person);
  await page.goto("/wallet/withdraw");
  await recipient(page).fill(receiver);
  await amount(page).fill("250");
  await press(page);
  const dialog = confirmation(page);
  const code = dialog.getByLabel("Code from your authenticator app");
  const act = dialog.getByRole("button", { name: "Confirm withdrawal" });
  await dialog
    .getByLabel("Transaction password", { exact: true })
    .fill(transactionPassword);
  await expect(dialog.getByLabel("Digit 1 of 6")).toHaveCount(0);
  await act.click();
  await expect(dialog.getByText("Field is required")).toHaveCount(1);
  await code.fill(used);
  await act.click();
  await expect(
    dialog.getByText("The authenticator code is incorrect."),
  ).toBeVisible();
  expect(await balance(request, person)).toBe("10000");
  aStepLater(person.email);
  await code.fill(totp.generate());
  await act.click();
  await expectNotice(page, "Withdrawal request sent");
  expect(await balance(request, person)).toBe("9750");
});

test("a restricted client is told why, before any code is sent", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "restricted");
  operator(
    "clients",
    "restrict-withdrawals",
    person.email,
    "--period",
    "48 hours",
    "--reason",
    "A test",
  );
  await signInAs(page, person);
  await page.goto("/wallet/withdraw");
  await press(page);
  await expect(
    page.getByRole("dialog", { name: "Withdrawals are restricted" }),
  ).toContainText("temporarily disabled for 48 hours");
});

test("phones keep the act in sight", async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await newPerson(request, "phone");
  aMinuteLater(person.email);
  await signInAs(page, person);
  await page.goto("/wallet/withdraw");
  const act = page.getByRole("button", { name: "Withdraw", exact: true });
  await expect(act).toBeInViewport();
  await recipient(page).fill(receiver);
  await amount(page).fill("35");
  await act.click();
  await expect(confirmation(page)).toBeVisible();
});
