// What Earn says when something fails: no list that is shown is a wrong one, and nothing is lost.
import { expect, test, type Page } from "@playwright/test";
import { newPerson, signInAs } from "./support/people";

const dialog = (page: Page) => page.getByRole("dialog");

/** The call fails as it does while a program starts anew; every other one passes. */
const breakCall = (page: Page, path: string) =>
  page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status: 502, body: "" }),
  );

test("a subscription that is refused, unknown or answered with anything else is said so", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "unlucky"));
  await page.goto("/wallet/simple_earn");
  await page.getByRole("button", { name: "Subscribe USDT" }).click();
  await dialog(page)
    .getByRole("textbox", { name: /amount/i })
    .fill("100");
  const keys: string[] = [];
  const answer = async (status: number, body: object) => {
    await page.unrouteAll();
    await page.route("**/api/v2/earn/store", async (route) => {
      const { client_id: key } = route.request().postDataJSON() as {
        client_id: string;
      };
      keys.push(key);
      await route.fulfill({ status, json: body });
    });
    await dialog(page).getByRole("button", { name: "Subscribe" }).click();
  };
  const alert = (text: string) =>
    expect(page.getByText(text).last()).toBeVisible();
  await answer(502, {});
  await alert("Something went wrong");
  await answer(409, { message: "earn_closed" });
  await alert("This product cannot be subscribed at the moment.");
  await answer(200, { message: "anything" });
  await alert("Something went wrong");
  await expect(dialog(page)).toBeVisible();
  // What may have arrived is sent again as the same; after a refusal it is something new.
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);

  await page.unrouteAll();
  await dialog(page).getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Investment successful")).toBeVisible();
});

test("a list that cannot be loaded says so, and is tried again", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "outage"));
  const fails = async (paths: readonly string[], call: string) => {
    await breakCall(page, call);
    for (const path of paths) {
      await page.goto(path);
      await expect(
        page.getByRole("button", { name: "Try again" }).first(),
      ).toBeVisible();
    }
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).first().click();
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(
      0,
    );
  };
  await fails(
    ["/wallet/earn", "/wallet/auto_invest", "/wallet/simple_earn"],
    "/api/v3/earn/view",
  );
  await fails(["/wallet/transactions"], "/api/v3/earn/transaction");
});

test("nothing is said to match, and no basket to follow, what is not known", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "unknown"));
  await breakCall(page, "/api/v3/wallets/spot");
  await page.goto("/wallet/stake");
  const products = page.getByRole("region", { name: "Products" });
  await expect(products.getByRole("link", { name: "Stake BTC" })).toBeVisible();
  await page.getByText("Match my assets").click();
  await expect(products.getByRole("link", { name: /^Stake/ })).toHaveCount(0);
  await expect(
    products.getByRole("button", { name: "Try again" }),
  ).toBeVisible();
  await page.unrouteAll();
  await products.getByRole("button", { name: "Try again" }).click();
  await expect(
    products.getByRole("link", { name: "Stake USDT" }),
  ).toBeVisible();
  await expect(products.getByRole("link", { name: /^Stake/ })).toHaveCount(1);

  await breakCall(page, "/api/v3/all-pairs");
  await page.goto("/wallet/auto_invest");
  await page.getByRole("tab", { name: "Linked" }).click();
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await page.unrouteAll();
  await again.click();
  await expect(
    page.getByRole("button", { name: "Create plan: Top 3" }),
  ).toBeVisible();
});
