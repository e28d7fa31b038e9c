// The page of the API: it shows the calls, and nothing of it breaks the security policy.
import { expect } from "@playwright/test";
import { test } from "../support/test";

test("the API's page shows its calls", async ({ page, baseURL }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL ?? "")) elsewhere.push(request.url());
  });

  await page.goto("/docs");
  await expect(page).toHaveTitle(/API/);
  const menu = page.getByRole("navigation").first();
  await expect(menu.getByText("Signs in with an email address")).toBeVisible();
  // What programs need to know, with the examples that api_keys.spec.ts runs.
  await expect(page.getByText("X-Cambio-Signature").first()).toBeVisible();
  for (const words of ["openssl pkeyutl", "node:crypto", "import hmac"])
    await expect(page.getByText(words).first()).toBeVisible();
  await menu.getByText("Places an order", { exact: true }).click();
  await expect(
    page.getByRole("heading", { name: "Places an order", exact: true }),
  ).toBeVisible();
  await expect(page.getByText("transaction_password").first()).toBeVisible();
  await expect(page.getByText("/dev/outbox")).toHaveCount(0);
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);
});
