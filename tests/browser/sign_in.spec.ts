// Sign-in in two steps: phone, page of choice, second factor; and sign-up by the keyboard alone.
import { expect, test } from "@playwright/test";
import {
  codeFor,
  newEmail,
  newPerson,
  newPhone,
  password,
  transactionPassword,
} from "./support/people";

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

test("a second factor is asked for", async ({ page, request }) => {
  const person = await newPerson(request, "second");
  const given: string[] = [];
  await page.route("**/api/v3/login", (route) =>
    route.fulfill({
      json: {
        status: 202,
        message: "two_factor_required",
        challenge: "c",
        expires_in: 300,
      },
    }),
  );
  await page.route("**/api/v3/login/two-factor", (route) => {
    const { code } = route.request().postDataJSON() as { code: string };
    given.push(code);
    return code === "000000"
      ? route.fulfill({
          status: 400,
          json: { message: "two_factor_wrong", field: "code" },
        })
      : route.fulfill({ json: person.session });
  });
  await page.goto("/signin");
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(
    page.getByRole("heading", { name: "Two-factor authentication" }),
  ).toBeVisible();
  await page.keyboard.type("000000");
  await expect(
    page.getByText("The code of the authenticator app is not right."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill("abcd-2345-wxyz");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  expect(given).toEqual(["000000", "abcd-2345-wxyz"]);
});

test("a frozen account is told whom to ask", async ({ page, request }) => {
  const person = await newPerson(request, "frozen");
  await page.route("**/api/v3/login", (route) =>
    route.fulfill({ status: 403, json: { message: "frozen_account" } }),
  );
  await page.goto("/signin");
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Freezed Account!" });
  await expect(dialog.getByRole("link", { name: "support" })).toBeVisible();
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(dialog).toBeHidden();
});

test("the keyboard alone signs up", async ({ page, request }) => {
  const email = newEmail("keys");
  await page.goto("/signup");
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Next" })).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(page.getByLabel("Digit 1 of 6")).toBeFocused();
  await page.keyboard.type(await codeFor(request, email));

  await expect(page.getByLabel("Mobile number")).toBeFocused();
  await page.keyboard.type(newPhone());
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(transactionPassword);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/wallet$/);
});
