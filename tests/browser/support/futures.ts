// What people of the tests have in their futures wallet, positions that they opened before, and the
// parts of the screen.
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import type { Instrument } from "./instruments";
import { pinMark, pinPrice } from "./market";
import {
  newPerson,
  signInAs,
  transactionPassword,
  type Person,
} from "./people";

let sent = 0;
const key = () => `${Date.now().toString(36)}-${process.pid}-${(sent += 1)}`;

async function change(
  request: APIRequestContext,
  person: Person,
  path: string,
  data: Record<string, unknown>,
): Promise<void> {
  const reply = await request.post(path, {
    data: {
      transaction_password: transactionPassword,
      client_id: key(),
      ...data,
    },
    headers: { Authorization: `Bearer ${person.token}` },
  });
  expect(await reply.json(), path).toMatchObject({ message: "success" });
}

/** Moves USDT from the spot wallet to the futures wallet. */
export const fund = (
  request: APIRequestContext,
  person: Person,
  amount: string,
) =>
  change(request, person, "/api/v3/futures/transfer", {
    coin_name: "USDT",
    state: "PENDING",
    draw_type: "DRAW_IN",
    transfer_amount: amount,
  });

/** Until positions can be opened: soon after the start a contract waits for its first mark. */
const expectMark = (request: APIRequestContext, name: string) =>
  expect
    .poll(async () => {
      const reply = await request.get("/api/v3/futures/contracts");
      const { contracts } = (await reply.json()) as {
        contracts: { name: string; stale: boolean }[];
      };
      return contracts.find((contract) => contract.name === name)?.stale;
    })
    .toBe(false);

/** Opens a position. */
export async function open(
  request: APIRequestContext,
  person: Person,
  name: string,
  margin: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  await expectMark(request, name);
  await change(request, person, "/api/v2/buy-more", {
    name,
    delegate_type: "BUY_MORE",
    margin,
    leverage: 10,
    ...more,
  });
}

/** The contract's screen, with its price and its mark at the instrument's own. */
export async function showPinned(
  page: Page,
  instrument: Instrument,
): Promise<void> {
  const { coin, at } = instrument;
  await pinPrice(instrument, at(100));
  await pinMark(instrument, at(100));
  await page.goto(`/trades/futures/${coin}`);
  await expect(page.getByTestId("mark-price")).toContainText(at(100));
}

export const form = (page: Page) =>
  page.getByRole("form", { name: "Open a position" });
export const positions = (page: Page) =>
  page.getByRole("region", { name: "Your positions" });

export const row = (page: Page, coin: string) =>
  positions(page).getByRole("row", { name: new RegExp(`${coin}/USDT`) });

/** Asks for the position of `coin` to be closed, and says yes. */
export async function closePosition(page: Page, coin: string): Promise<void> {
  await row(page, coin)
    .getByRole("button", { name: /Close position/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Close this position?" });
  await dialog.getByLabel("Transaction password").fill(transactionPassword);
  await dialog
    .getByRole("button", { name: "Close", exact: true })
    .last()
    .click();
}

/** Somebody new who is signed in, with 2,000 USDT in the futures wallet. */
export async function trader(
  page: Page,
  request: APIRequestContext,
  name: string,
): Promise<Person> {
  const person = await newPerson(request, name);
  await fund(request, person, "2000");
  await signInAs(page, person);
  return person;
}
