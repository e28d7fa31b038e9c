// A new key for sessions: nobody is signed out by it, and once the one before is forgotten, all whom it
// had signed in are. It starts the installation's programs again three times.
import { expect, type APIRequestContext } from "@playwright/test";
import { forgetFormerKeys, rotateTokenKey } from "../support/installation";
import { newPerson, signInAs, type Person } from "../support/people";
import { test } from "../support/test";

/** What a token says of the key that signed it. */
const keyOf = ({ token }: Person) =>
  Buffer.from(token.split(".")[3] ?? "", "base64url").toString();

/** The status of a call of the person's, in each program that has a call of its own. */
async function statuses(request: APIRequestContext, { token }: Person) {
  const found = [];
  for (const path of [
    "/api/v3/sessions",
    "/api/v2/client-margin",
    "/api/v3/trades/order-histories",
    "/api/v3/withdrawal-limits",
  ]) {
    const reply = await request.get(path, {
      headers: { Authorization: `Bearer ${token}` },
    });
    found.push(reply.status());
  }
  return found;
}

test("a new key signs nobody out until the one before it is forgotten", async ({
  page,
  request,
}) => {
  const before = await newPerson(request, "before");
  await signInAs(page, before);
  await page.goto("/wallet");
  await expect(
    page.getByRole("button", { name: /^Account menu/ }),
  ).toBeVisible();

  rotateTokenKey();
  expect(await statuses(request, before)).toEqual([200, 200, 200, 200]);
  await page.reload();
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(
    page.getByRole("button", { name: /^Account menu/ }),
  ).toBeVisible();
  const after = await newPerson(request, "after");
  expect(keyOf(before)).not.toBe("");
  expect(keyOf(after)).not.toBe(keyOf(before));

  forgetFormerKeys();
  expect(await statuses(request, before)).toEqual([401, 401, 401, 401]);
  expect(await statuses(request, after)).toEqual([200, 200, 200, 200]);
  await page.reload();
  await expect(page).toHaveURL(/\/signin/);
});
