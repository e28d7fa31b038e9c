// A backup that nobody has restored is none: another installation is made of one, and its clients go
// on where they were.
import { chmodSync, mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type APIRequestContext } from "@playwright/test";
import { backUp, Beside } from "../support/installation";
import {
  newPerson,
  order,
  read,
  refusedOrder,
  signIn,
  type Person,
} from "../support/people";
import { test } from "../support/test";

const scratch = dirname(process.env["CAMBIO_TEST_VAR"] ?? "");
const folder = mkdtempSync(join(scratch, "restored-"));
// Otherwise nginx/restore looks for one that the programs may enter.
chmodSync(folder, 0o755);
const beside = new Beside(folder);
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

/** The address to which a person sends ether. */
async function depositAddress(request: APIRequestContext, person: Person) {
  const path = "/api/v3/generate-wallet?wallet_type=ERC20";
  const answer: { wallet?: { wallet_address: string } } = await read(
    request,
    person,
    path,
  );
  return { address: answer.wallet?.wallet_address };
}

test("balances, orders and answers are as they were, nobody is signed in, nothing moves", async ({
  request,
  playwright,
}) => {
  const person = await newPerson(request, "restored");
  const { address } = await depositAddress(request, person);
  const placed = await order(request, person, asked);
  expect(placed).toMatchObject({ order: { state: "PENDING" } });
  const before = await whatIsMine(request, person);

  const [dump, keys] = backUp(mkdtempSync(join(scratch, "backup-")));
  const later = await newPerson(request, "forgotten");
  const lost = await depositAddress(request, later);
  const said = beside.restore(dump, keys);
  expect(said).toContain("Before you resume:");
  const there = await playwright.request.newContext({ baseURL: beside.url });
  // A session that was ended since would live again.
  const refused = await there.get("/api/v3/wallet-balance?name=USDT", {
    headers: { Authorization: `Bearer ${person.token}` },
  });
  expect(refused.status()).toBe(401);
  const again = await signIn(there, person.email);
  expect(await whatIsMine(there, again)).toEqual(before);
  const other = { ...asked, client_id: "after-the-restore" };
  expect(await refusedOrder(there, again, other)).toMatchObject({
    message: "market_closed",
  });

  const pauses = beside.operator("pause", "list") as { state: string }[];
  expect(pauses.map(({ state }) => state)).toEqual(Array(3).fill("paused"));
  beside.operator("resume", "trading", "--reason", "Looked at everything");
  beside.operator("resume", "deposits", "--reason", "Looked at everything");
  expect(await order(there, again, asked)).toMatchObject({
    order: { id: (placed["order"] as { id: string }).id },
  });
  expect(await whatIsMine(there, again)).toEqual(before);
  expect(beside.operator("audit")).toMatchObject({ passed: true });

  // What was given out after the backup belongs to somebody whom nobody here knows.
  expect(await depositAddress(there, again)).toEqual({ address });
  const next = await depositAddress(
    there,
    await newPerson(there, "afterwards"),
  );
  expect(next.address).not.toBe(lost.address);

  expect(() => beside.restore(dump, keys)).toThrow(
    "There is already a database in",
  );
});
