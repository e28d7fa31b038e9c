// API keys: made, used by programs, restricted and ended; and the examples of handlers/PROGRAMS.md,
// word for word.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { expectNotice } from "../support/notices";
import {
  aMinuteLater,
  newPerson,
  password,
  proveByMail,
  read,
  signInAs,
  transactionPassword,
  type Person,
} from "../support/people";
import { test } from "../support/test";

const programs = fileURLToPath(
  new URL("../../../handlers/PROGRAMS.md", import.meta.url),
);

/** The example in that language, as it stands in the document. */
function example(language: string): string {
  const text = readFileSync(programs, "utf8");
  const found = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(text);
  if (!found?.[1]) throw new Error(`no example in ${language}`);
  return found[1];
}

const interpreters: Readonly<Record<string, readonly [string, string]>> = {
  sh: ["bash", "example.sh"],
  js: [process.execPath, "example.mjs"],
  python: ["python3", "example.py"],
};

/** Runs an example in its own folder; throws where it fails. */
function runExample(
  language: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): string {
  const [program, file] = interpreters[language] ?? ["", ""];
  writeFileSync(join(folder, file), example(language));
  return execFileSync(program, [file], {
    cwd: folder,
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      CAMBIO_URL: String(process.env["CAMBIO_TEST_URL"]),
      ...settings,
    },
  });
}

const openssl = (folder: string, words: readonly string[]) =>
  execFileSync("openssl", words, { cwd: folder, encoding: "utf8" });

async function open(
  page: Page,
  request: APIRequestContext,
  name: string,
): Promise<Person> {
  const person = await newPerson(request, name);
  await signInAs(page, person);
  await page.goto("/account/security");
  await page.getByRole("link", { name: /^API keys/ }).click();
  await expect(page.getByText("No API keys")).toBeVisible();
  return person;
}

const form = (page: Page) => page.getByRole("dialog").first();

/** Sends the form that is filled in, proves it, and reads what the key is called by. */
async function make(
  page: Page,
  request: APIRequestContext,
  person: Person,
): Promise<string> {
  // The next code may go out.
  aMinuteLater(person.email);
  await form(page).getByRole("button", { name: "Create API key" }).click();
  await proveByMail(page, request, person);
  const proof = page.getByRole("dialog").last();
  await proof.getByLabel("Transaction password").fill(transactionPassword);
  await proof.getByRole("button", { name: "Create API key" }).click();
  const made = page.getByRole("dialog", { name: "API key created" });
  return (await made.locator(".mono").first().textContent()) ?? "";
}

async function confirmByPassword(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole("dialog").last();
  await dialog.getByLabel("Login password").fill(password);
  await dialog.getByRole("button", { name: button, exact: true }).click();
}

/** The address that a key was last used from, as it is written by now. */
async function lastUse(
  request: APIRequestContext,
  person: Person,
  name: string,
): Promise<string | undefined> {
  const { keys } = (await read(
    request,
    person,
    "/api/v3/api-keys",
  )) as unknown as { keys: { label: string; last_used_ip: string }[] };
  return keys.find(({ label }) => label === name)?.last_used_ip;
}

test("programs trade with keys, as the examples say, until a key ends", async ({
  page,
  request,
}, info) => {
  const folder = info.outputPath("programs");
  mkdirSync(folder, { recursive: true });
  const person = await open(page, request, "programs");

  openssl(folder, ["genpkey", "-algorithm", "ed25519", "-out", "key.pem"]);
  const publicKey = openssl(folder, ["pkey", "-in", "key.pem", "-pubout"]);
  await page.getByRole("button", { name: "Create API key" }).click();
  await form(page).getByLabel("Name").fill("Market maker");
  await form(page).getByLabel("Public key").fill(publicKey);
  await form(page).getByLabel("Permissions").selectOption("trade");
  await form(page).getByLabel("Markets").fill("btcusdt");
  const key = await make(page, request, person);
  expect(key).toMatch(/^[1-9A-Za-z]{64}$/);
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Market maker" });
  await expect(row.getByText("Read and trade")).toBeVisible();
  await expect(row.getByText("Never used")).toBeVisible();

  const pair = { CAMBIO_KEY: key };
  expect(runExample("js", folder, pair)).toContain('"message":"success"');
  expect(runExample("sh", folder, pair)).toContain("BTCUSDT");

  await page.getByRole("button", { name: "Create API key" }).click();
  await form(page).getByLabel("Name").fill("Canceller");
  await form(page).getByLabel("Type").selectOption("hmac");
  await form(page).getByLabel("Permissions").selectOption("trade");
  const other = await make(page, request, person);
  const made = page.getByRole("dialog", { name: "API key created" });
  const secret = (await made.locator(".mono").last().textContent()) ?? "";
  await made.getByRole("button", { name: "I have saved the secret" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  const shared = { CAMBIO_KEY: other, CAMBIO_SECRET: secret };
  expect(runExample("python", folder, shared)).toContain("BTCUSDT");
  expect(runExample("sh", folder, pair)).not.toContain('"BTCUSDT"');

  // The last use is written within some seconds, for whoever looks again.
  await expect
    .poll(() => lastUse(request, person, "Market maker"))
    .toBe("127.0.0.1");
  await page.reload();
  await expect(row.getByText(/^Last used .* from 127\.0\.0\.1$/)).toBeVisible();

  await row.getByRole("button", { name: "Change: Market maker" }).click();
  await form(page).getByLabel("Permissions").selectOption("read");
  await form(page).getByRole("button", { name: "Save" }).click();
  await confirmByPassword(page, "Save");
  await expectNotice(page, "Saved");
  expect(() => runExample("js", folder, pair)).toThrow();
  expect(runExample("sh", folder, pair)).toContain('"total"');

  await row.getByRole("button", { name: "Revoke: Market maker" }).click();
  await confirmByPassword(page, "Revoke");
  await expectNotice(page, "API key revoked");
  await expect(row).toHaveCount(0);
  expect(() => runExample("sh", folder, pair)).toThrow();
});

test("what is wrong stands beside its field, and a key is made all the same", async ({
  page,
  request,
}) => {
  const person = await open(page, request, "wrong");
  await page.getByRole("button", { name: "Create API key" }).click();
  await form(page).getByLabel("Name").fill("Reader");
  await form(page).getByLabel("Public key").fill("nonsense");
  await form(page).getByLabel("IP addresses").fill("203.0.113.0/24");
  await form(page).getByRole("button", { name: "Create API key" }).click();
  await proveByMail(page, request, person);
  const proof = page.getByRole("dialog").last();
  await proof.getByLabel("Transaction password").fill(transactionPassword);
  await proof.getByRole("button", { name: "Create API key" }).click();
  await expect(
    page.getByText("This is not a public key of Ed25519."),
  ).toBeVisible();
  await form(page).getByLabel("Type").selectOption("hmac");
  await expect(form(page).getByLabel("Public key")).toHaveCount(0);
  await make(page, request, person);
  await page.getByRole("button", { name: "I have saved the secret" }).click();
  await expect(page.getByText("203.0.113.0/24")).toBeVisible();
});
