// What was deposited and withdrawn: the history page lists it, and the page of a single coin; a
// withdrawal can be taken back from either.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "./api";
import { ownKeys } from "./client_events";
import type { GetQuery, PostBody, Schemas } from "./calls";

export type Deposit = Schemas["Deposit"];
export type Withdrawal = Schemas["Withdrawal"];

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

export type Read<Row, Query> = (query: Query, signal?: AbortSignal) => Promise<FundPage<Row>>;

export const readDeposits: Read<Deposit, GetQuery<"/api/v3/deposit-history">> = async (
  query,
  signal,
) => {
  const answer = await get("/api/v3/deposit-history", query, signal);
  return { rows: answer.deposit, total: answer.total };
};

export const readWithdrawals: Read<Withdrawal, GetQuery<"/api/v3/withdraw-history">> = async (
  query,
  signal,
) => {
  const answer = await get("/api/v3/withdraw-history", query, signal);
  return { rows: answer.withdraw, total: answer.total };
};

/** A page of a list, counted from 0. The key names the list; a change of the wallet's refreshes it. */
export const useFundPage = <Row, Query extends object>(
  key: string,
  read: Read<Row, Query>,
  wanted: Query,
  page: number,
  rowsOnAPage: number,
) =>
  useQuery({
    queryKey: [...ownKeys.wallet, key, wanted, page, rowsOnAPage],
    queryFn: ({ signal }) => read({ ...wanted, page: page + 1, per_page: rowsOnAPage }, signal),
    placeholderData: keepPreviousData,
  });

/** All pages of what is wanted. */
export async function readAll<Row, Query extends object>(
  read: Read<Row, Query>,
  wanted: Query,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const part = await read({ ...wanted, page, per_page: mostRows });
    rows.push(...part.rows);
    if (part.rows.length < mostRows) return rows;
  }
}

/** Money moved, or may have: all that shows it is fetched again. */
export function useMoved() {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ownKeys.withdrawals });
    void queries.invalidateQueries({ queryKey: ownKeys.wallet });
  };
}

export function useCancelWithdrawal() {
  const moved = useMoved();
  return useMutation({
    mutationFn: (asked: PostBody<"/api/v3/withdrawals/cancel">) =>
      post("/api/v3/withdrawals/cancel", asked),
    onSettled: moved,
  });
}
