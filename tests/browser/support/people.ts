// People of the tests: made through the public calls, as the site makes them.
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { expect, type APIRequestContext, type Page } from "@playwright/test";

export const password = "correct horse 7";
export const transactionPassword = "battery staple 8";

let made = 0;
const unique = () => `${Date.now().toString(36)}${process.pid}${(made += 1)}`;

export const newEmail = (name: string) => `${name}.${unique()}@example.com`;
/** Ten digits of a number that nobody else here has. */
export const newPhone = () => `2${String(randomInt(1e9)).padStart(9, "0")}`;

interface Message {
  to: string;
  subject: string;
  text: string;
}

/** A page that only the machine of the installation sees; the address of any page of the site. */
export function inside(page: string, path: string): string {
  const address = new URL(path, page);
  address.port = String(Number(address.port) + 4);
  return address.href;
}

const codeWords = /\b(\d{6})\b/;
const linkWords = /(\S+#known-browser=[0-9a-f]{64})\b/;

/** What the newest message to an address says that has these words; waits until it is there. */
async function mailed(
  request: APIRequestContext,
  address: string,
  found: RegExp,
  words: string,
): Promise<string> {
  let said = "";
  const site = (await request.head("/")).url();
  const outbox = inside(site, "/dev/outbox.json");
  const newest = async () => {
    const messages = (await (await request.get(outbox)).json()) as Message[];
    const message = messages.find(
      ({ to, subject, text }) =>
        to === address.toLowerCase() &&
        subject.includes(words) &&
        found.test(text),
    );
    said = found.exec(message?.text ?? "")?.[1] ?? "";
    return said;
  };
  const message = `${String(found)} for ${address}`;
  await expect.poll(newest, { message }).not.toBe("");
  return said;
}

/** The newest code that was sent to an address, with a subject of these words; waits until it is there. */
export const codeFor = (
  request: APIRequestContext,
  address: string,
  words = "",
): Promise<string> => mailed(request, address, codeWords, words);

/** The newest link that makes a browser known; waits until it is there. */
export const linkFor = (
  request: APIRequestContext,
  address: string,
): Promise<string> => mailed(request, address, linkWords, "");

/** Runs a statement in the installation's database; what it answers, as text. */
export function inDatabase(statement: string): string {
  const host = `${process.env["CAMBIO_TEST_VAR"]}/run`;
  const words = ["-X", "-q", "-A", "-t", "-h", host, "-U", "postgres"];
  return execFileSync("psql", [...words, "-d", "cambio", "-c", statement], {
    encoding: "utf8",
  }).trim();
}

/** What no call can do: to let time pass. */
export function change(statement: string): void {
  inDatabase(statement);
}

/** As if the last codes for an address had been sent a minute ago: the next may go out. */
export const aMinuteLater = (address: string) =>
  change(`update one_time_codes set created_at = created_at - interval '61 seconds'
    where address = '${address}' or address like '%:${address}'`);

/** As if the authenticator app's next code had come: the one that it shows is good again. */
export const aStepLater = (email: string) =>
  change(`update two_factor set last_step = 0
    where client_id = (select id from clients where email = '${email}')`);

/** As if a day had passed since the account's security was changed: withdrawals rest no longer. */
export const aDayLater = (email: string) =>
  change(`update clients set withdrawals_rest_until = now()
    where email = '${email}'`);

export interface Person {
  email: string;
  token: string;
  session: unknown;
}

const send = (
  request: APIRequestContext,
  path: string,
  data: Record<string, string>,
  token?: string,
) => {
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  return request.post(path, { data, ...(headers ? { headers } : {}) });
};

/** What nobody refuses: a test that goes on after a refusal would look for what is not there. */
async function post(...call: Parameters<typeof send>) {
  const reply = await send(...call);
  expect(reply.ok(), `${call[1]}: ${await reply.text()}`).toBe(true);
  return (await reply.json()) as Record<string, unknown>;
}

/** Signs a person up, perhaps with somebody's referral code, and in through the calls. */
export async function newPerson(
  request: APIRequestContext,
  name: string,
  referral?: string,
): Promise<Person> {
  const email = newEmail(name);
  await post(request, "/api/v2/send-code", { email });
  const registered = await post(request, "/api/v2/register", {
    code: await codeFor(request, email),
    username: email,
    mobile_number: `+1${newPhone()}`,
    password,
    password_confirmation: password,
    transaction_password: transactionPassword,
    ...(referral ? { referral } : {}),
  });
  expect(registered).toMatchObject({ message: "SUCCESS" });
  return signIn(request, email);
}

/** Signs somebody in who is known by their password alone. */
export async function signIn(
  request: APIRequestContext,
  email: string,
): Promise<Person> {
  const session = await post(request, "/api/v3/login", {
    username: email,
    password,
  });
  expect(session).toHaveProperty("token");
  return { email, token: String(session["token"]), session };
}

/** A code that proves that a person asks for an act, by the calls. */
export async function codeOfAct(
  request: APIRequestContext,
  person: Pick<Person, "email" | "token">,
  act: string,
): Promise<string> {
  const sent = await post(
    request,
    "/api/v3/step-up/send-code",
    { act },
    person.token,
  );
  expect(sent).toMatchObject({ message: "success" });
  return codeFor(request, person.email, "Confirm with");
}

/** Has the code mailed in the dialog that asks for one, and types it. */
export async function proveByMail(
  page: Page,
  request: APIRequestContext,
  { email }: Pick<Person, "email">,
  words = "Confirm with",
): Promise<void> {
  const dialog = page.getByRole("dialog").last();
  await dialog.getByRole("button", { name: "Send code" }).click();
  await expect(dialog.getByText(/^Send again in/)).toBeVisible();
  await dialog.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type(await codeFor(request, email, words));
}

/** The first step of sign-up on its page, which is open. */
export async function beginSignUp(page: Page, email: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Next" }).click();
}

/** The other two: the code that was mailed, then number and passwords; the wallet is open after. */
export async function finishSignUp(
  page: Page,
  request: APIRequestContext,
  email: string,
): Promise<void> {
  await expect(
    page.getByRole("heading", { name: "Check your email" }),
  ).toBeVisible();
  const code = await codeFor(request, email);
  await page.getByLabel("Digit 1 of 6").click();
  // The last digit sends the form.
  await page.keyboard.type(code);
  await page.getByLabel("Mobile number").fill(newPhone());
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Transaction password").fill(transactionPassword);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/wallet$/);
}

/** The name of the cookie that holds the session of the site's pages. */
export const sessionCookie = (base: string) =>
  `cambio-${new URL(base).port || "80"}`;

/** Opens the site as this person: the cookie, and what its pages know of the client. */
export async function signInAs(
  page: Page,
  person: Person,
  base = String(process.env["CAMBIO_TEST_URL"]),
): Promise<void> {
  await page.context().addCookies([
    {
      name: sessionCookie(base),
      value: person.token,
      url: base,
      httpOnly: true,
      sameSite: "Strict",
    },
  ]);
  const { user, client } = person.session as Record<string, unknown>;
  await page.addInitScript(
    (session) => {
      localStorage.setItem("cambio.session", JSON.stringify(session));
    },
    { user, client, began: Date.now() },
  );
}

/** Who is signed in on a page, by its cookie; the page itself cannot read it. */
export async function personOn(page: Page, email: string): Promise<Person> {
  const base = String(process.env["CAMBIO_TEST_URL"]);
  const cookies = await page.context().cookies(base);
  const cookie = cookies.find(({ name }) => name === sessionCookie(base));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  const session = await page.evaluate(
    () => JSON.parse(localStorage.getItem("cambio.session") ?? "{}") as unknown,
  );
  expect(JSON.stringify(session)).not.toContain("v4.public.");
  return { email, token: cookie?.value ?? "", session };
}

type Order = [
  request: APIRequestContext,
  person: Person,
  fields: Record<string, string>,
];

const orderCall = ([request, person, fields]: Order) =>
  [
    request,
    "/api/v2/my-order",
    {
      trade_type: "market",
      transaction_password: transactionPassword,
      client_id: unique(),
      ...fields,
    },
    person.token,
  ] as const;

/** Places an order through the call. */
export const order = (...asked: Order) => post(...orderCall(asked));

/** The same where it is refused: the answer. */
export async function refusedOrder(...asked: Order) {
  const reply = await send(...orderCall(asked));
  expect(reply.ok(), await reply.text()).toBe(false);
  return (await reply.json()) as Record<string, unknown>;
}

/** A call that reads, as this person. */
export async function read(
  request: APIRequestContext,
  person: Person,
  path: string,
) {
  const reply = await request.get(path, {
    headers: { Authorization: `Bearer ${person.token}` },
  });
  return (await reply.json()) as Record<string, never>;
}

/** Signs in on the page with email and password, as far as these two go. */
export async function signInByPassword(
  page: Page,
  person: Pick<Person, "email">,
): Promise<void> {
  await page.goto("/signin");
  await enterPassword(page, person);
}

/** The same where the page asks for the two already. */
export async function enterPassword(
  page: Page,
  { email }: Pick<Person, "email">,
  secret: string = password,
): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
