// The client's orders and funds: fetched, refreshed by the private stream, polled without it.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { get, post, type Parameters } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { useSession } from "../../lib/session";
import { client_stream, concerns, useStream } from "../../lib/stream";
import { wanted_parameters, type Wanted } from "./list";
import type { Rules } from "./order";

/** An order; a stop has the price that it waits for. */
export type Order = Schemas["Order"] & {
  stop_price?: string;
  triggered?: boolean;
  oco_group?: string;
};
export type Fill = Schemas["Fill"];
export type Fund = Schemas["Fund"];

interface OrderPage {
  orders: Order[];
  /** How many there are on all pages. */
  total: number;
}

interface History extends OrderPage {
  fills: Fill[];
  /** How many there are on all pages. */
  fills_total: number;
}

export const rows_on_a_page = 5;
const most_on_a_page = 200;
const most_pages = 100;
export const most_in_a_file = most_pages * most_on_a_page;
const poll_ms = 10_000;
const with_pushes_ms = 60_000;
/** Several events of one change arrive together: one fetch answers them all. */
const settle_ms = 150;
const root = "spot";
const refreshing = new Set(["order", "balance"]);

/** Refreshes everything of the client's when the server tells of a change; true while it lives. */
export function useClientEvents(): boolean {
  const signed_in = useSession() !== null;
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const refresh = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void queries.invalidateQueries({ queryKey: [root] });
      void queries.invalidateQueries({ queryKey: ["wallet"] });
    }, settle_ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const state = useStream(
    signed_in ? client_stream : null,
    (push) => {
      if (concerns(refreshing, push)) refresh();
    },
    refresh,
  );
  return state === "live";
}

function useOwn<Answer>(name: string, path: string, parameters: Parameters, live: boolean) {
  const session = useSession();
  return useQuery({
    queryKey: [root, name, path, session?.user.user_unique_id, parameters],
    queryFn: ({ signal }) => get<Answer>(path, parameters, signal),
    enabled: session !== null,
    refetchInterval: live ? with_pushes_ms : poll_ms,
    placeholderData: keepPreviousData,
  });
}

/** Minimums, fees and balances for a pair; undefined while loading. */
export function useRules(pair: string, live: boolean): Rules | undefined {
  const query = useOwn<Schemas["OrderRules"]>("rules", "/api/v3/getOrder", { symbol: pair }, live);
  // The numbers of the pair before would be wrong here.
  const price = query.isPlaceholderData ? undefined : query.data?.price;
  return (
    price && {
      ...price,
      minimum_buy: price.account_balance_limit_spot,
      minimum_sell: price.minimum_sell,
    }
  );
}

const open_path = "/api/v3/trades/open-orders";
const history_path = "/api/v3/trades/order-histories";

const page_of = (wanted: Wanted, page: number, per_page: number): Parameters => ({
  ...wanted_parameters(wanted),
  page: page + 1,
  per_page,
});

/** `page` counts from 0. */
export const useOpenOrders = (wanted: Wanted, page: number, live: boolean) =>
  useOwn<OrderPage>("open", open_path, page_of(wanted, page, rows_on_a_page), live);

export const useHistory = (wanted: Wanted, page: number, live: boolean) =>
  useOwn<History>("history", history_path, page_of(wanted, page, rows_on_a_page), live);

export const useFillPage = useHistory;

/** The newest fills of a pair: those that stand on a chart and among the market's trades. */
export const useFills = (name: string, live: boolean) =>
  useOwn<History>("fills", history_path, page_of({ name }, 0, most_on_a_page), live);

/** All that a book and a chart mark of the client's. */
export const useOwnOrders = (name: string, live: boolean) =>
  useOwn<OrderPage>("own", open_path, page_of({ name }, 0, most_on_a_page), live);

export const useFunds = (live: boolean) =>
  useOwn<Schemas["Funds"]>("funds", "/api/v3/trades/funds", {}, live);

interface Rows<Row> {
  rows: Row[];
  /** How many there are, in the file or not. */
  total: number;
}

/** Every page, one after the other, as far as a file holds them. */
async function all_pages<Row>(
  path: string,
  wanted: Wanted,
  rows_of: (answer: History) => Rows<Row>,
): Promise<Rows<Row>> {
  const all: Rows<Row> = { rows: [], total: 0 };
  for (let page = 0; page < most_pages; page += 1) {
    const found = rows_of(await get<History>(path, page_of(wanted, page, most_on_a_page)));
    all.rows.push(...found.rows);
    all.total = found.total;
    if (found.rows.length < most_on_a_page) break;
  }
  return all;
}

const orders_of = ({ orders, total }: OrderPage) => ({ rows: orders, total });
export const all_open = (wanted: Wanted) => all_pages(open_path, wanted, orders_of);
export const all_past = (wanted: Wanted) => all_pages(history_path, wanted, orders_of);
export const all_fills = (wanted: Wanted) =>
  all_pages(history_path, wanted, ({ fills, fills_total }) => ({
    rows: fills,
    total: fills_total,
  }));

export type Placed = Schemas["OrderPlaced"];

/** Money moved, or may have: all that shows it is fetched again. */
function useChange<Asked, Answer>(send: (asked: Asked) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [root] });
      void queries.invalidateQueries({ queryKey: ["wallet"] });
    },
  });
}

export const usePlaceOrder = () =>
  useChange((order: Parameters) => post<Placed>("/api/v2/my-order", order));

export const useAmend = () =>
  useChange((what: Parameters) =>
    post<Schemas["OrderAmended"]>("/api/v3/trades/amend-order", what),
  );

type Cancel = ({ order_id: string } | { all: true; name?: string }) & { client_id: string };

export const useCancel = () =>
  useChange((what: Cancel): Promise<Schemas["OrdersCancelled"]> =>
    post("/api/v3/trades/cancel-order", what),
  );
