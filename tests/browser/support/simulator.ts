// What a test may do to the simulated market.
import { request } from "@playwright/test";

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
