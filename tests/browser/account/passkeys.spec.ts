// Passkeys with Chromium's virtual authenticator: adding, naming and removing one, signing in, proving
// a change, opening a session for trading, and what a thief and another site come to.
import { expect, type CDPSession, type Page } from "@playwright/test";
import { expectNotice } from "../support/notices";
import {
  inside,
  newPerson,
  password,
  proveByMail,
  signInAs,
  signInByPassword,
  transactionPassword,
  type Person,
} from "../support/people";
import { test } from "../support/test";
import { form } from "../support/ticket";

// Browsers make no passkey for an address in numbers.
const site = String(process.env["CAMBIO_TEST_URL"]).replace(
  "127.0.0.1",
  "localhost",
);
test.use({ baseURL: site });

interface Device {
  devtools: CDPSession;
  authenticatorId: string;
}

/** Gives the browser a device that verifies its owner by itself. */
async function withDevice(page: Page): Promise<Device> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send(
    "WebAuthn.addVirtualAuthenticator",
    {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    },
  );
  return { devtools, authenticatorId };
}

const verifies = ({ devtools, authenticatorId }: Device, right: boolean) =>
  devtools.send("WebAuthn.setUserVerified", {
    authenticatorId,
    isUserVerified: right,
  });

const card = (page: Page) =>
  page.locator("section", {
    has: page.getByRole("heading", { name: "Passkeys" }),
  });

async function openSecurity(page: Page, person: Person): Promise<void> {
  await signInAs(page, person, site);
  await page.goto("/account/security");
  await expect(card(page)).toBeVisible();
}

type Request = Parameters<typeof newPerson>[0];

async function add(page: Page, request: Request, person: Person) {
  await card(page).getByRole("button", { name: "Add a passkey" }).click();
  await proveByMail(page, request, person);
  await page.getByLabel("Login password").fill(password);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expectNotice(page, "Passkey added");
  await expect(card(page).getByText("Passkey 1")).toBeVisible();
}

async function withPasskey(page: Page, request: Request, name: string) {
  const person = await newPerson(request, name);
  const device = await withDevice(page);
  await openSecurity(page, person);
  await add(page, request, person);
  return { person, device };
}

/** The page as a guest: the device keeps its passkeys. */
async function signOut(page: Page): Promise<void> {
  // A page for clients alone would see it, and lead back to itself after the next sign-in.
  await page.goto("/about");
  await page.context().clearCookies();
  await page.addInitScript(() => localStorage.removeItem("cambio.session"));
}

const byPasskey = (page: Page) =>
  page.getByRole("button", { name: "Sign in with a passkey" });

test("one is added, named, signs in, and is nothing once removed", async ({
  page,
  request,
}) => {
  const { person } = await withPasskey(page, request, "passkey");
  await card(page).getByRole("button", { name: "Rename Passkey 1" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("My laptop");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(card(page).getByText("My laptop")).toBeVisible();

  await signOut(page);
  await page.goto("/signin");
  await byPasskey(page).click();
  await expect(page).toHaveURL(/\/wallet$/);

  await openSecurity(page, person);
  await card(page).getByRole("button", { name: "Remove My laptop" }).click();
  await page.getByLabel("Login password").fill(password);
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await expectNotice(page, "Passkey removed");
  await expect(card(page).getByText("My laptop")).toBeHidden();

  await signOut(page);
  await page.goto("/signin");
  await byPasskey(page).click();
  await expect(
    page.getByText("No account has this passkey.", { exact: false }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});

test("after the password one is the second factor, of its owner alone", async ({
  page,
  request,
}) => {
  const { person, device } = await withPasskey(page, request, "second.passkey");
  await signOut(page);
  await signInByPassword(page, person);
  await expect(
    page.getByText("Confirm with a passkey of your account."),
  ).toBeVisible();
  await verifies(device, false);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(
    page.getByText("No passkey was used. Please try again."),
  ).toBeVisible();
  await verifies(device, true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test("one proves a change of security, and opens a session for trading", async ({
  page,
  request,
}) => {
  await withPasskey(page, request, "unlocks.passkey");
  await page
    .getByRole("button", { name: "Turn on", exact: true })
    .last()
    .click();
  await page.getByLabel("Transaction password").fill(transactionPassword);
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();

  await page.goto("/trades/spot/BTC");
  const buying = form(page, { side: "Buy", coin: "BTC" });
  await buying.getByRole("button", { name: "Unlock trading" }).click();
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await expect(buying.getByText(/^Unlocked until/)).toBeVisible();
});

test("a stolen session adds none: it needs the password and a factor", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "stolen");
  await withDevice(page);
  await openSecurity(page, person);
  await card(page).getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Login password").fill("a guess of the thief");
  await page.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type("123456");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("The password is incorrect.")).toBeVisible();

  // What the page does after the proof, without it: with options that the thief made up.
  const refused = await page.evaluate(async () => {
    const made = (await navigator.credentials.create({
      publicKey: {
        rp: { id: "localhost", name: "Cambio" },
        user: { id: new Uint8Array(32), name: "thief", displayName: "thief" },
        challenge: new Uint8Array(32),
        pubKeyCredParams: [{ type: "public-key", alg: -7 }],
        authenticatorSelection: {
          residentKey: "required",
          userVerification: "required",
        },
      },
    })) as PublicKeyCredential;
    const text = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replace(/=+$/, "");
    const response = made.response as AuthenticatorAttestationResponse;
    return {
      type: made.type,
      id: made.id,
      rawId: text(made.rawId),
      response: {
        clientDataJSON: text(response.clientDataJSON),
        attestationObject: text(response.attestationObject),
      },
    };
  });
  const answer = await request.post("/api/v3/passkeys/add", {
    headers: { Authorization: `Bearer ${person.token}` },
    data: { name: "Mine", passkey: JSON.stringify(refused) },
  });
  expect(answer.status()).toBe(400);
  expect(await answer.json()).toMatchObject({ message: "token_expired" });
});

test("the email field suggests one to whoever turns to it", async ({
  page,
  request,
}) => {
  await withPasskey(page, request, "suggested");
  await signOut(page);
  let begun = 0;
  page.on("request", (one) => {
    if (one.url().endsWith("/api/v3/passkey-login/begin")) begun += 1;
  });
  await page.goto("/signin");
  const email = page.getByRole("textbox", { name: "Email" });
  await expect(email).toBeFocused();
  // The page has asked the same, and has its answer before this one.
  const suggests = await page.evaluate(() =>
    PublicKeyCredential.isConditionalMediationAvailable(),
  );
  expect(suggests).toBe(true);
  expect(begun).toBe(0);
  // The device chooses by itself what its owner would have chosen in the list.
  await email.click();
  await expect(page).toHaveURL(/\/wallet$/);
  expect(begun).toBe(1);
});

test("an answer counts once", async ({ page, request }) => {
  await withPasskey(page, request, "replayed");
  await signOut(page);
  await page.goto("/signin");
  const sent = page.waitForRequest((one) =>
    one.url().endsWith("/api/v3/passkey-login"),
  );
  await byPasskey(page).click();
  await expect(page).toHaveURL(/\/wallet$/);
  const again = await page.request.post("/api/v3/passkey-login", {
    data: (await sent).postDataJSON() as Record<string, string>,
  });
  expect(again.status()).toBe(400);
  expect(await again.json()).toMatchObject({ message: "token_expired" });
});

test("another origin is refused, and its page is told where they work", async ({
  page,
  request,
}) => {
  const { person } = await withPasskey(page, request, "elsewhere");
  await signOut(page);
  // Another port of this machine is another origin with the same host: the browser lets its page ask.
  const begun = await page.request.post("/api/v3/passkey-login/begin");
  const { challenge } = (await begun.json()) as { challenge: string };
  await page.goto(inside(site, "/dev/outbox"));
  const passkey = await page.evaluate(async (asked) => {
    const text = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replace(/=+$/, "");
    const letters = atob(asked.replaceAll("-", "+").replaceAll("_", "/"));
    const used = (await navigator.credentials.get({
      publicKey: {
        challenge: Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
        rpId: "localhost",
        userVerification: "required",
      },
    })) as PublicKeyCredential;
    const response = used.response as AuthenticatorAssertionResponse;
    return JSON.stringify({
      type: used.type,
      id: used.id,
      rawId: text(used.rawId),
      response: {
        clientDataJSON: text(response.clientDataJSON),
        authenticatorData: text(response.authenticatorData),
        signature: text(response.signature),
        userHandle: response.userHandle && text(response.userHandle),
      },
    });
  }, challenge);
  const refused = await page.request.post("/api/v3/passkey-login", {
    data: { passkey },
  });
  expect(refused.status()).toBe(400);
  expect(await refused.json()).toMatchObject({ message: "passkey_wrong" });

  const numbers = String(process.env["CAMBIO_TEST_URL"]);
  const context = await page.context().browser()!.newContext();
  const other = await context.newPage();
  await signInAs(other, person, numbers);
  await other.goto(new URL("/account/security", numbers).href);
  await expect(
    card(other).getByRole("link", {
      name: `Passkeys work at ${new URL(site).origin}`,
    }),
  ).toBeVisible();
  await expect(
    card(other).getByRole("button", { name: "Add a passkey" }),
  ).toBeHidden();
  await context.close();
});
