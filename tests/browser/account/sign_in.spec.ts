// Sign-in in two steps, by phone and to the page of choice.
import { expect } from "@playwright/test";
import {
  change,
  codeFor,
  newEmail,
  newPhone,
  password,
  transactionPassword,
} from "../support/people";
import { test } from "../support/test";

test("a phone number signs in, and the page of choice opens", async ({
  page,
  request,
}) => {
  const email = newEmail("caller");
  const phone = newPhone();
  await request.post("/api/v2/send-code", { data: { email } });
  await request.post("/api/v2/register", {
    data: {
      code: await codeFor(request, email),
      username: email,
      mobile_number: `+1${phone}`,
      password,
      password_confirmation: password,
      transaction_password: transactionPassword,
    },
  });
  // As if the code of a text message had come back.
  change(
    `update clients set mobile_proved_at = now() where email = '${email}'`,
  );
  await page.addInitScript(() =>
    localStorage.setItem("cambio.start_page", "/markets/prices"),
  );
  await page.goto("/signin");
  await page.getByText("Phone", { exact: true }).click();
  await expect(page.getByLabel("Country")).toHaveValue("US");
  await page.getByLabel("Mobile number").fill(phone);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute(
    "type",
    "text",
  );
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/markets\/prices$/);
});
