// The simulator of the market that stands in for the provider: what tests tell it. A test calls
// what stands on this: market.ts for one instrument of its own, faults.ts for the whole provider.
import { expect, request } from "@playwright/test";
import { change } from "./people";

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
 * As if the newest prices of a pair ("BTCUSDT"), or of all, had come an hour ago, until the
 * exchange shows them as `old`. What was on its way may still come in: so it is done with each look.
 */
export async function letPricesAge<Shown>(
  shown: () => Promise<Shown>,
  old: Shown,
  pair = "%",
): Promise<void> {
  const ones = `market_id in (select id from markets where pair like '${pair}')`;
  const age = ["quotes", "marks"]
    .map(
      (
        table,
      ) => `update ${table} set received_at = received_at - interval '1 hour'
        where received_at > now() - interval '30 minutes' and ${ones};`,
    )
    // The writer of the markets reads a book again that has come since.
    .concat(
      `update provider_books set provider_at = provider_at - interval '1 hour', received_at = now()
        where provider_at > now() - interval '30 minutes' and ${ones};`,
    )
    .join("\n");
  await expect
    .poll(
      () => {
        change(age);
        return shown();
      },
      { timeout: 60_000 },
    )
    .toEqual(old);
}
