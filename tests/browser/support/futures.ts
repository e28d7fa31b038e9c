// What people of the tests have in their futures wallet, and positions that they opened before.
import { expect, type APIRequestContext } from "@playwright/test";
import { transactionPassword, type Person } from "./people";

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

/** Opens a position; the mark may have to come first. */
export const open = (
  request: APIRequestContext,
  person: Person,
  name: string,
  margin: string,
  more: Record<string, unknown> = {},
) =>
  expect(async () => {
    await change(request, person, "/api/v2/buy-more", {
      name,
      delegate_type: "BUY_MORE",
      margin,
      leverage: 10,
      ...more,
    });
  }).toPass();
