// The client's orders and funds: fetched, refreshed by the private stream, polled without it.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { get, post, type Parameters } from "../../lib/api";
import type { Decimal } from "../../lib/decimal";
import { useSession } from "../../lib/session";
import { client_stream, useStream } from "../../lib/stream";
import type { Rules } from "./order";

export interface Order {
  id: string;
  client_id: string;
  delegate_type: "BUY" | "SELL";
  type: "LIMIT" | "MARKET";
  state: "PENDING" | "APPROVED" | "DISSAPROVED";
  coin_pair: { pair_name: string };
  /** The limit; a market order has none. */
  price: Decimal | null;
  /** The average of what was filled, else the limit. */
  final_price: Decimal | null;
  number_of_order: Decimal;
  filled: Decimal;
  total: Decimal;
  fee: Decimal;
  fee_asset: string;
  created_at: string;
  updated_at: string;
}

export interface Fill {
  id: string;
  order_id: string;
  coin_pair: { pair_name: string };
  delegate_type: "BUY" | "SELL";
  price: Decimal;
  quantity: Decimal;
  fee: Decimal;
  fee_asset: string;
  role: "maker" | "taker";
  at: string;
}

export interface Fund {
  coin: { name: string; full_name: string; image: string };
  wallet_balance: Decimal;
  freeze_balance: Decimal;
  usdt_value: Decimal;
}

export interface OrderPage {
  orders: Order[];
  total: number;
}

export interface History extends OrderPage {
  fills: Fill[];
}

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

function useOwn<T>(name: string, path: string, parameters: Parameters, live: boolean) {
  const session = useSession();
  return useQuery({
    queryKey: [root, name, session?.user.user_unique_id, parameters],
    queryFn: ({ signal }) => get<T>(path, parameters, signal),
    enabled: session !== null,
    refetchInterval: live ? with_pushes_ms : poll_ms,
    placeholderData: keepPreviousData,
  });
}

interface RulesReply {
  price: {
    minimum_sell: Decimal;
    account_balance_limit_spot: Decimal;
    tick: Decimal;
    lot: Decimal;
    maker_fee: Decimal;
    taker_fee: Decimal;
    available_base: Decimal;
    available_quote: Decimal;
  };
}

/** Minimums, fees and balances for a pair; undefined for a guest and while loading. */
export function useRules(pair: string, live: boolean): Rules | undefined {
  const query = useOwn<RulesReply>("rules", "/api/v3/getOrder", { symbol: pair }, live);
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
  useOwn<OrderPage>("open", "/api/v3/trades/open-orders", page_of(name, page), live);

export const useHistory = (name: string | undefined, page: number, live: boolean) =>
  useOwn<History>("history", "/api/v3/trades/order-histories", page_of(name, page), live);

export const useFills = (name: string | undefined, live: boolean) =>
  useOwn<History>(
    "fills",
    "/api/v3/trades/order-histories",
    { name, page: 1, per_page: fills_fetched },
    live,
  );

export const useFunds = (live: boolean) =>
  useOwn<{ funds: Fund[] }>("funds", "/api/v3/trades/funds", {}, live);

export interface Placed {
  message: string;
  order?: Order;
}

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

export const useCancel = () =>
  useChange((what: { order_id: string } | { all: true; name?: string }) =>
    post<{ message: string; cancelled: number }>("/api/v3/trades/cancel-order", what),
  );
