// Orders to buy and to sell, rewards and transfers as the history page lists them; deposits and withdrawals are lib/funds'.
import { get, getFile, type Parameters } from "../../lib/api";
import type { GetQuery, Schemas } from "../../lib/calls";
import type { Read } from "../../lib/funds";

export type PastOrder = Schemas["PastBuy"] | Schemas["PastSell"];

export const readBuys: Read<PastOrder, GetQuery<"/api/v3/buy-history">> = async (query, signal) => {
  const answer = await get("/api/v3/buy-history", query, signal);
  return { rows: answer.buy, total: answer.total };
};

export const readSells: Read<PastOrder, GetQuery<"/api/v3/sell-history">> = async (
  query,
  signal,
) => {
  const answer = await get("/api/v3/sell-history", query, signal);
  return { rows: answer.sell, total: answer.total };
};

export type OtherMovement = Schemas["OtherMovement"];

/**
 * Its number is that of what it was for, which several of one kind may share: a deposit that is
 * taken back comes out of as many wallets as it takes.
 */
export const withId = (one: OtherMovement): OtherMovement => ({
  ...one,
  id: [one.kind, one.id, one.coin, one.at, one.from_wallet, one.to_wallet].join(" "),
});

export const readOthers: Read<OtherMovement, GetQuery<"/api/v3/other-history">> = async (
  query,
  signal,
) => {
  const answer = await get("/api/v3/other-history", query, signal);
  return { rows: answer.other.map(withId), total: answer.total };
};

/** The statement as a file that `cambioctl statement check` proves. */
export const readStatement = (period: Parameters): Promise<Blob> =>
  getFile("/api/v3/statement", { ...period, format: "csv" });

/** What each sale of a coin won, as a file. */
export const readGains = (asked: Parameters): Promise<Blob> =>
  getFile("/api/v3/realized-gains", { ...asked, format: "csv" });

export type TaxFormat = GetQuery<"/api/v3/tax-transactions">["format"];

/** All transactions, as a file that a tool for tax returns imports. */
export const readTransactions = (asked: GetQuery<"/api/v3/tax-transactions">): Promise<Blob> =>
  getFile("/api/v3/tax-transactions", asked);
