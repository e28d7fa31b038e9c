// Sign-in and sign-up by an OpenID provider, the whole way: authorization code, PKCE, identity token.
// All that needs the provider stands here, because the installation knows one port for it.
import { expect } from "@playwright/test";
import { dialog as frozen, expectRefused, freeze } from "../support/frozen";
import { OpenIdProvider } from "../support/openid_provider";
import {
  finishSignUp,
  newEmail,
  newPerson,
  password,
  proveByMail,
  signInAs,
} from "../support/people";
import {
  answer,
  expectAsked,
  guarded,
  nextCode,
} from "../support/second_factor";
import { test } from "../support/test";

// One after the other in one process, which holds the port.
test.describe.configure({ mode: "default" });

let provider: OpenIdProvider;
let subjects = 0;
const newSubject = () => `subject-${Date.now()}-${(subjects += 1)}`;

test.beforeAll(async () => {
  provider = await OpenIdProvider.start();
});
test.beforeEach(() => {
  provider.refuses = false;
});
test.afterAll(() => provider.stop());

test("somebody new signs up with Google and is signed in with it afterwards", async ({
  page,
  request,
}) => {
  const email = newEmail("googler");
  provider.person = { subject: newSubject(), email };
  await page.goto("/signup");
  await page.getByRole("button", { name: "Sign up with Google" }).click();
  await expect(page.getByText("This field is required")).toBeVisible();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Sign up with Google" }).click();

  await expect(
    page.getByRole("heading", { name: "Check your email" }),
  ).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await finishSignUp(page, request, email);

  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/signin$/);
  // The page Redirecting stands for as long as it is looked at.
  let goOn = () => {};
  const seen = new Promise<void>((resolve) => (goOn = resolve));
  await page.route("**/api/v3/google-login", async (route) => {
    await seen;
    await route.continue();
  });
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await expect(page.getByText("Redirecting, please wait")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  goOn();
  await expect(page).toHaveURL(/\/wallet$/);
});

test("from sign-in, somebody new begins sign-up with the email filled in", async ({
  page,
}) => {
  const email = newEmail("googler");
  provider.person = { subject: newSubject(), email };
  await page.goto("/signin");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
  await expect(page.getByRole("checkbox")).not.toBeChecked();
});

test("an account with the same email is not connected silently", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "own");
  provider.person = { subject: newSubject(), email: person.email };
  await page.goto("/signin");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await expect(
    page.getByText("An account with this email already exists."),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});

test("whoever cancels at Google, or comes with a used address, stays outside", async ({
  page,
}) => {
  provider.refuses = true;
  await page.goto("/signin");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await expect(
    page.getByText("Google did not confirm the sign-in."),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
  await page.goto(`/redirect?data=${"a".repeat(64)}`);
  await expect(page.getByText("This step has expired.")).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});

test("Google is connected and disconnected in the security centre", async ({
  browser,
  page,
  request,
}) => {
  const person = await newPerson(request, "connects");
  provider.person = { subject: newSubject(), email: person.email };
  const fresh = await (await browser.newContext()).newPage();
  const signIn = async () => {
    await fresh.goto("/signin");
    await fresh.getByRole("button", { name: "Sign in with Google" }).click();
  };
  await signInAs(page, person);
  await page.goto("/account/security");
  await page.getByRole("link", { name: "Account connections" }).click();
  const row = page
    .getByRole("listitem")
    .filter({ has: page.getByText("Google", { exact: true }) });
  const dialog = page.getByRole("dialog");
  await row.getByRole("button", { name: "Connect", exact: true }).click();
  await proveByMail(page, request, person);
  await dialog.getByLabel("Login password").fill("not the password");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog.getByText("The password is incorrect.")).toBeVisible();
  await dialog.getByLabel("Login password").fill(password);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(row.getByText(person.email)).toBeVisible();
  await expect(page).toHaveURL(/\/account_connections$/);
  await signIn();
  await expect(fresh).toHaveURL(/\/wallet$/);
  await fresh.evaluate(() => localStorage.clear());

  await row.getByRole("button", { name: "Disconnect" }).click();
  await proveByMail(page, request, person);
  await dialog.getByLabel("Login password").fill(password);
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(
    row.getByRole("button", { name: "Connect", exact: true }),
  ).toBeVisible();
  await signIn();
  await expect(
    fresh.getByText("An account with this email already exists."),
  ).toBeVisible();
});

test("a connected account signs in; without the cookie nobody does", async ({
  browser,
  page,
  request,
}) => {
  const subject = newSubject();
  const person = await newPerson(request, "google");
  await provider.connect(page, person, subject);
  const fresh = await (await browser.newContext()).newPage();
  provider.person = { subject, email: person.email };
  await fresh.goto("/signin");
  await fresh.getByRole("button", { name: "Sign in with Google" }).click();
  await expect(fresh).toHaveURL(/\/wallet$/);

  // Somebody sends another the address that the provider gave to their own browser.
  const attacker = await (await browser.newContext()).newPage();
  const victim = await (await browser.newContext()).newPage();
  let stolen = "";
  attacker.on("response", (response) => {
    const { location } = response.headers();
    if (location?.startsWith("/redirect?data=")) stolen = location;
  });
  await attacker.route("**/api/v3/google-login", (route) => route.abort());
  await attacker.goto("/signin");
  await attacker.getByRole("button", { name: "Sign in with Google" }).click();
  await expect.poll(() => stolen).not.toBe("");
  await victim.goto(stolen);
  await expect(victim.getByText("This step has expired.")).toBeVisible();
  await expect(victim).toHaveURL(/\/signin$/);
});

test("a frozen client is told so on the page Redirecting", async ({
  browser,
  page,
  request,
}) => {
  const person = await newPerson(request, "frozen");
  await provider.connect(page, person, `frozen-${person.email}`);
  freeze(person);
  const fresh = await (await browser.newContext()).newPage();
  await fresh.goto("/signin");
  await fresh.getByRole("button", { name: "Sign in with Google" }).click();
  await expect(frozen(fresh)).toBeVisible();
  await expect(fresh).toHaveURL(/\/redirect$/);
  await expectRefused(fresh);
});

test("the second factor is asked for after Google has said who comes", async ({
  browser,
  page,
  request,
}) => {
  const person = await guarded(page, request);
  await provider.connect(
    page,
    person,
    `guarded-${person.email}`,
    nextCode(person),
  );
  const fresh = await (await browser.newContext()).newPage();
  await fresh.goto("/signin");
  await fresh.getByRole("button", { name: "Sign in with Google" }).click();
  await expectAsked(fresh);
  await answer(fresh, person);
  await expect(fresh).toHaveURL(/\/wallet$/);
});
