// A market that holds still, and a server that has no other: for the tests of the trading screen.
import type { Schemas } from "../../lib/calls";
import type { Answer } from "../../lib/test_server";

export const level = (unitPrice: string, numberOfOrder: string): Schemas["BookLevel"] => ({
  unit_price: unitPrice,
  number_of_order: numberOfOrder,
  total: "0",
});

/** When the market stood still, in ms since 1970. */
export const stillAt = 1795298400000;

export const market: Schemas["RecentTrades"] = {
  asks: [
    level("100000.2", "1"),
    level("100000.9", "0.5"),
    level("100004", "2"),
    level("100012", "1"),
  ],
  bids: [level("99999.8", "1"), level("99999.1", "1"), level("99996", "2"), level("99988", "1")],
  price: "100000",
  trades: [
    { px: "100000", sz: "0.1", side: "buy", ts: String(stillAt) },
    { px: "99999.8", sz: "0.2", side: "sell", ts: String(stillAt - 1_000) },
  ],
  seq: "1",
  stale: false,
  as_of: "2026-11-21T22:00:00Z",
};

export const pair: Schemas["Pair"] = {
  id: "1",
  coin_id: "1",
  name: "BTC",
  full_name: "Bitcoin",
  coin_pair_name: "BTCUSDT",
  image: "/icons/btc.svg",
  favorite: "",
  type: "MAIN",
  innovation: false,
  pos: false,
  pow: true,
  amount: "100000",
  close: "100000",
  open: "99000",
  high: "101000",
  low: "98000",
  increase_in_value: "1.01",
  percent: "1.01",
  volume: "10",
  volume_usdt: "1000000",
  sparkline: [],
  as_of: "2026-11-21T22:00:00Z",
  stale: false,
  tick: "0.1",
  lot: "0.00001",
  price_places: 1,
  quantity_places: 5,
};

/** 10,000 USDT and 0.5 BTC to trade with. */
export const rules: Schemas["OrderRules"] = {
  price: {
    tick: "0.1",
    lot: "0.00001",
    account_balance_limit_spot: "5",
    minimum_sell: "0.0001",
    minimum_quantity: "0.00001",
    maker_fee: "0.001",
    taker_fee: "0.001",
    protection: "0.05",
    available_base: "0.5",
    available_quote: "10000",
  },
};

/** An order of the client's that waits in the book. */
export const waiting = (id: string, changes: Partial<Schemas["Order"]>): Schemas["Order"] => ({
  id,
  coin_pair: { pair_name: "BTCUSDT" },
  created_at: "2026-11-21T21:00:00Z",
  updated_at: "2026-11-21T21:00:00Z",
  delegate_type: "BUY",
  type: "LIMIT",
  trade_type: "market",
  time_in_force: "GTC",
  post_only: false,
  state: "PENDING",
  price: "99000",
  final_price: "99000",
  number_of_order: "0.001",
  total: "99",
  filled: "0",
  filled_total: "0",
  fee: "0",
  fee_asset: "BTC",
  ...changes,
});

/** What the trading screen asks for; `changes` answer in the place of these. */
export const server = (changes: Record<string, Answer>): Record<string, Answer> => ({
  "/api/v3/all-pairs": () => [200, { coinpair: [pair] }],
  "/api/v3/recent-trades": () => [200, market],
  "/api/v3/getOrder": () => [200, rules],
  "/api/v3/trades/open-orders": () => [200, { orders: [], total: 0 }],
  "/api/v3/trades/order-histories": () => [
    200,
    { orders: [], total: 0, fills: [], fills_total: 0 },
  ],
  "/api/v3/trades/funds": () => [200, { funds: [] }],
  "/api/v3/stream-ticket": () => [200, { channel: "1", ticket: "one" }],
  ...changes,
});
