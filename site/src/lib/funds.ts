// What was deposited and withdrawn: the history page lists it, and the page of a single coin.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { get, type Parameters } from "./api";
import type { Decimal } from "./decimal";

export interface Deposit {
  id: string;
  coin: string;
  image: string;
  network: string;
  recharge_amount: Decimal;
  /** APPROVED: it is credited; PENDING: it may still be; DECLINED: it will not be. */
  recharge_status: string;
  date: string;
}

export interface Withdrawal {
  id: string;
  client_wallet: { coin: { name: string; image: string } };
  network: string;
  withdraw_amount: Decimal;
  address: string;
  state: string;
  application_time: string;
}

/** What of a list is wanted; what is missing does not narrow it. Days are UTC: 2026-11-21. */
export interface Wanted {
  coin?: string | undefined;
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface FundPage<Row> {
  rows: readonly Row[];
  total: number;
}

const mostRows = 200;

export type Read<Row> = (query: Parameters, signal?: AbortSignal) => Promise<FundPage<Row>>;

export const readDeposits: Read<Deposit> = async (query, signal) => {
  const answer = await get<{ deposit: Deposit[]; total: number }>(
    "/api/v3/deposit-history",
    query,
    signal,
  );
  return { rows: answer.deposit, total: answer.total };
};

export const readWithdrawals: Read<Withdrawal> = async (query, signal) => {
  const answer = await get<{ withdraw: Withdrawal[]; total: number }>(
    "/api/v3/withdraw-history",
    query,
    signal,
  );
  return { rows: answer.withdraw, total: answer.total };
};

/** A page of a list, counted from 0. The key names the list; a change of the wallet's refreshes it. */
export const useFundPage = <Row>(
  key: string,
  read: Read<Row>,
  wanted: Parameters,
  page: number,
  rowsOnAPage: number,
) =>
  useQuery({
    queryKey: ["wallet", key, wanted, page, rowsOnAPage],
    queryFn: ({ signal }) => read({ ...wanted, page: page + 1, per_page: rowsOnAPage }, signal),
    placeholderData: keepPreviousData,
  });

/** All pages of what is wanted. */
export async function readAll<Row>(read: Read<Row>, wanted: Parameters): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const part = await read({ ...wanted, page, per_page: mostRows });
    rows.push(...part.rows);
    if (part.rows.length < mostRows) return rows;
  }
}
