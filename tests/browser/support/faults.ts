// What a test does to the whole provider, which every page sees: a suite that imports this is alone.
// What one instrument is enough for is in market.ts.
import { expect } from "@playwright/test";
import {
  ask,
  control,
  holdPrices,
  instrumentsOf,
  letPricesAge,
} from "./simulator";

/** No test has an order of its own there: the book is empty when the house's levels are gone. */
export const untraded = "VET";

interface Prices {
  /** Of the market list, of the contracts, and whether a book is there. */
  spot: boolean;
  mark: boolean;
  book: boolean;
}

async function fresh(coin: string): Promise<Prices> {
  const name = `${coin}USDT`;
  const book = await ask<{ stale: boolean; asks: unknown[] }>(
    `/api/v3/recent-trades?name=${name}`,
  );
  const { contracts } = await ask<{
    contracts: { name: string; stale: boolean }[];
  }>("/api/v3/futures/contracts");
  return {
    spot: !book.stale,
    mark: contracts.find((one) => one.name === name)?.stale === false,
    book: book.asks.length > 0,
  };
}

export type Kind = "late" | "stale" | "down";

/**
 * Nothing good comes from the provider any more, and what came before is old: returns once the
 * exchange says so. `value`: milliseconds of what is "late".
 */
export async function fault(kind: Kind, value?: number): Promise<void> {
  // That coin's first, as long as others tell when the last of its prices has come.
  await holdPrices(untraded);
  // Times that stand still do so before those that the exchange knows: else they are news.
  const given = kind === "stale" ? 60_000 : value;
  await control(
    `fault?kind=${kind}${given === undefined ? "" : `&value=${given}`}`,
  );
  for (const instrument of instrumentsOf(untraded))
    await control(`clear?instId=${instrument}`);
  await letPricesAge(() => fresh(untraded), {
    spot: false,
    mark: false,
    book: false,
  });
}

/** The provider is well again: returns once the exchange has prices of it. */
export async function clear(): Promise<void> {
  await control("clear");
  await expect
    .poll(() => fresh(untraded))
    .toEqual({ spot: true, mark: true, book: true });
}
