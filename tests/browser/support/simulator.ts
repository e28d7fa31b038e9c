// The simulator of the market that stands in for the provider: what tests tell it. A test calls
// what stands on this: market.ts for one instrument of its own, faults.ts for the whole provider.
import { expect, request } from "@playwright/test";
import { change, inDatabase } from "./people";

/** nginx/up puts the simulator on the port after its own. */
const base = () => {
  const site = new URL(process.env["CAMBIO_TEST_URL"] ?? "");
  return `http://${site.hostname}:${Number(site.port) + 1}`;
};

export async function control<Answer = unknown>(
  path: string,
  data?: unknown,
): Promise<Answer> {
  const context = await request.newContext();
  try {
    const reply = await context.post(
      `${base()}/control/${path}`,
      data ? { data } : undefined,
    );
    if (!reply.ok())
      throw new Error(`${path}: ${reply.status()} ${await reply.text()}`);
    return (await reply.json()) as Answer;
  } finally {
    await context.dispose();
  }
}

/** A call of the exchange that anybody may make, as it answers now. */
export async function ask<Answer>(path: string): Promise<Answer> {
  const context = await request.newContext();
  try {
    const reply = await context.get(
      new URL(path, process.env["CAMBIO_TEST_URL"]).href,
    );
    return (await reply.json()) as Answer;
  } finally {
    await context.dispose();
  }
}

/**
 * Until nothing is on its way any more that the provider has said before. Each kind of price comes
 * in order, through one program: with the next ones of BTC, which nobody stops, all of it is there.
 */
async function expectArrived(): Promise<void> {
  const since = Date.now();
  const kinds = ["quotes", "marks", "provider_books"].map(
    (table) => `select market_id, provider_at from ${table}`,
  );
  const arrived = `select bool_and(provider_at > to_timestamp(${since} / 1000.0))
    from (${kinds.join(" union all ")}) newest
    join markets m on m.id = market_id and m.pair = 'BTCUSDT'`;
  await expect.poll(() => inDatabase(arrived)).toBe("t");
}

export const instrumentsOf = (coin: string): string[] => [
  `${coin}-USDT`,
  `${coin}-USDT-SWAP`,
];

/** The provider's prices of a coin stand still: returns once the exchange has the last of them. */
export async function holdPrices(coin: string): Promise<void> {
  for (const instrument of instrumentsOf(coin))
    // From before those that the exchange knows: else they are news.
    await control(`fault?kind=stale&instId=${instrument}&value=60000`);
  await expectArrived();
}

/**
 * As if the newest prices of a pair ("BTCUSDT"), or of all, had come an hour ago: returns once the
 * exchange shows them as `old`. Nothing newer may be on its way.
 */
export async function letPricesAge<Shown>(
  shown: () => Promise<Shown>,
  old: Shown,
  pair = "%",
): Promise<void> {
  const ones = `market_id in (select id from markets where pair like '${pair}')`;
  for (const table of ["quotes", "marks"])
    change(
      `update ${table} set received_at = received_at - interval '1 hour' where ${ones}`,
    );
  // The writer of the markets reads a book again that has come since.
  change(`update provider_books set provider_at = provider_at - interval '1 hour',
    received_at = clock_timestamp() where ${ones}`);
  await expect.poll(shown).toEqual(old);
}
