// What a test may do to the simulated market.
import { expect, request, type APIRequestContext } from "@playwright/test";
import { order, type Person } from "./people";

/** nginx/up puts the simulator on the port after its own. */
const base = () => {
  const site = new URL(process.env["CAMBIO_TEST_URL"] ?? "");
  return `http://${site.hostname}:${Number(site.port) + 1}`;
};

async function control(path: string, data?: unknown): Promise<void> {
  const context = await request.newContext();
  const reply = await context.post(
    `${base()}/control/${path}`,
    data ? { data } : undefined,
  );
  if (!reply.ok())
    throw new Error(`${path}: ${reply.status()} ${await reply.text()}`);
  await context.dispose();
}

export const pinPrice = (instrument: string, price: string) =>
  control(`price?instId=${instrument}&price=${price}`);
export const pinBook = (
  instrument: string,
  bids: string[][],
  asks: string[][],
) => control(`book?instId=${instrument}`, { bids, asks });
/** `value`: milliseconds of what is "late", the factor of a "jump", the status of "5xx". */
export const fault = (kind: string, value?: number) =>
  control(`fault?kind=${kind}${value === undefined ? "" : `&value=${value}`}`);
export const clear = () => control("clear");

/** LTC's provider stands aside, so that only people meet between 80 and 96; `seller` has five. */
export async function onlyPeopleMeet(
  caller: APIRequestContext,
  seller: Person,
): Promise<void> {
  await pinPrice("LTC-USDT", "88.000");
  await pinBook("LTC-USDT", [["80.000", "100"]], [["96.000", "100"]]);
  await expect(async () => {
    const bought = await order(caller, seller, {
      name: "LTCUSDT",
      delegate_type: "BUY",
      market_type: "LIMIT",
      order_per_unit: "96",
      number_of_order: "5",
      time_in_force: "IOC",
    });
    // Bought at 96: the pinned book is the one that counts now.
    expect(bought).toMatchObject({ order: { filled_total: "480" } });
  }).toPass();
}
