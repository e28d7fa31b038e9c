// The client's orders and funds: fetched, refreshed by the private stream, polled without it.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { get, post } from "../../lib/api";
import type { GetPath, GetQuery, PostBody, Schemas } from "../../lib/calls";
import { useSession } from "../../lib/session";
import { client_stream, useStream } from "../../lib/stream";
import type { Rules } from "./order";

export type Order = Schemas["Order"];
export type Fill = Schemas["Fill"];
export type Fund = Schemas["Fund"];
export type OrderPage = Schemas["OpenOrders"];
export type History = Schemas["OrderHistory"];

export const rows_on_a_page = 5;
const fills_fetched = 200;
const poll_ms = 10_000;
const with_pushes_ms = 60_000;
/** Several events of one change arrive together: one fetch answers them all. */
const settle_ms = 150;
const root = "spot";

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
      if (push.type === "order" || push.type === "balance") refresh();
    },
    refresh,
  );
  return state === "live";
}

function useOwn<Path extends GetPath>(
  name: string,
  path: Path,
  parameters: GetQuery<Path>,
  live: boolean,
) {
  const session = useSession();
  return useQuery({
    queryKey: [root, name, session?.user.user_unique_id, parameters],
    queryFn: ({ signal }) => get(path, parameters, signal),
    enabled: session !== null,
    refetchInterval: live ? with_pushes_ms : poll_ms,
    placeholderData: keepPreviousData,
  });
}

/** Minimums, fees and balances for a pair; undefined for a guest and while loading. */
export function useRules(pair: string, live: boolean): Rules | undefined {
  const query = useOwn("rules", "/api/v3/getOrder", { symbol: pair }, live);
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

const page_of = (name: string | undefined, page: number) => ({
  name,
  page: page + 1,
  per_page: rows_on_a_page,
});

/** `page` counts from 0; without a name the orders of all pairs. */
export const useOpenOrders = (name: string | undefined, page: number, live: boolean) =>
  useOwn("open", "/api/v3/trades/open-orders", page_of(name, page), live);

export const useHistory = (name: string | undefined, page: number, live: boolean) =>
  useOwn("history", "/api/v3/trades/order-histories", page_of(name, page), live);

export const useFills = (name: string | undefined, live: boolean) =>
  useOwn(
    "fills",
    "/api/v3/trades/order-histories",
    { name, page: 1, per_page: fills_fetched },
    live,
  );

export const useFunds = (live: boolean) => useOwn("funds", "/api/v3/trades/funds", undefined, live);

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
  useChange((order: PostBody<"/api/v2/my-order">) => post("/api/v2/my-order", order));

type Cancel = { order_id: string } | { all: true; name?: string };

export const useCancel = () =>
  useChange((what: Cancel): Promise<Schemas["OrdersCancelled"]> =>
    post("/api/v3/trades/cancel-order", what),
  );
