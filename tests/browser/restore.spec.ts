// A backup that nobody has restored is none: another installation is made of one, and its clients go
// on where they were.
import { mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, type APIRequestContext } from "@playwright/test";
import { backUp, Beside } from "./support/installation";
import { newPerson, order, read, type Person } from "./support/people";

test.describe.configure({ timeout: 400_000 });

const scratch = dirname(process.env["CAMBIO_TEST_VAR"] ?? "");
const beside = new Beside(mkdtempSync(join(scratch, "restored-")));
test.afterAll(() => beside.down());

const asked = {
  name: "BTCUSDT",
  delegate_type: "BUY",
  market_type: "LIMIT",
  order_per_unit: "20000",
  number_of_order: "0.01",
  client_id: "before-the-backup",
};

/** What a client would miss first. */
async function whatIsMine(request: APIRequestContext, person: Person) {
  const wallet = await read(
    request,
    person,
    "/api/v3/wallet-balance?name=USDT",
  );
  const orders = await read(request, person, "/api/v3/trades/open-orders");
  return { wallet, orders };
}

test("sessions, balances, orders and answers are as they were, in another place", async ({
  request,
  playwright,
}) => {
  const person = await newPerson(request, "restored");
  const placed = await order(request, person, asked);
  expect(placed).toMatchObject({ order: { state: "PENDING" } });
  const before = await whatIsMine(request, person);

  const [dump, keys] = backUp(mkdtempSync(join(scratch, "backup-")));
  beside.restore(dump, keys);
  const there = await playwright.request.newContext({ baseURL: beside.url });
  expect(await whatIsMine(there, person)).toEqual(before);
  expect(await order(there, person, asked)).toMatchObject({
    order: { id: (placed["order"] as { id: string }).id },
  });
  expect(await whatIsMine(there, person)).toEqual(before);
  expect(beside.operator("audit")).toMatchObject({ passed: true });
  // Who comes back by password, too: its hash and the key of tokens are the old ones.
  await newPerson(there, "afterwards");

  expect(() => beside.restore(dump, keys)).toThrow(
    "There is already a database in",
  );
});
