// Two contracts, a client's margin account, a position and orders, and a server that has no others:
// for the tests of the futures screen.
import type { Schemas } from "../../lib/calls";
import type { Answer } from "../../lib/test_server";

export const contract = (coin: string, markPrice: string): Schemas["Contract"] => ({
  name: `${coin}USDT`,
  coin,
  instrument: `${coin}-USDT-SWAP`,
  image: "",
  mark_price: markPrice,
  last_price: markPrice,
  high: markPrice,
  low: markPrice,
  increase_in_value: "0.5",
  turnover: "1000000",
  open_interest: "10",
  insurance_fund: "1000000",
  funding_rate: "0.0001",
  next_funding_at: null,
  funding_interval_hours: null,
  funding_counts_from: null,
  leverages: [10, 15, 20],
  tick: "0.1",
  lot: "0.0001",
  taker_fee: "0.0005",
  closing_fee: "0.0005",
  minimum_buy: "5",
  minimum_sell: "0.0001",
  maximum: "250000",
  tiers: [{ up_to: "250000", rate: "0.005", deduction: "0" }],
  stale: false,
});

/** 0.35 BTC long from 50,000. */
export const long: Schemas["OpenPosition"] = {
  id: "7",
  client_id: "",
  part_of: null,
  reversed_as: null,
  coin_pair: { pair_name: "BTCUSDT", image: "" },
  delegate_type: "BUY_MORE",
  state: "OPEN",
  leverage: 10,
  quantity: "0.35",
  open_interest: "0.35",
  opening_price: "50000",
  current_price: "50000",
  size: "17500",
  initial_margin: "1750",
  added_margin: "0",
  margin: "1750",
  maintenance_margin: "87.5",
  beside: "0",
  margin_ratio: "5",
  total_top_up: "1750",
  total_asset: "1750",
  unrealised: "0",
  return_on_equity: "0",
  rate_of_return: "0",
  income: "15750",
  fee: "8.75",
  funding_paid: "0",
  unpaid_funding: "0",
  funding_average: "0.0001",
  liquidation_price: "45226.1",
  estimated_force_parity: "45226.1",
  take_profit: null,
  stop_loss: null,
  requested_price: null,
  start_date: "2026-11-21T20:00:00Z",
  end_date: null,
  stale: false,
};

/** Long from 49,000, when the mark falls there. */
export const order: Schemas["FuturesOrder"] = {
  id: "9",
  client_id: "",
  coin_pair: { pair_name: "BTCUSDT", image: "" },
  order_type: "LIMIT",
  delegate_type: "BUY_MORE",
  price: "49000",
  fills_when: "FALLS",
  leverage: 10,
  margin: "100",
  held: "100.5",
  take_profit: "52000",
  stop_loss: null,
  state: "OPEN",
  reason: null,
  waits: false,
  position_id: null,
  filled_price: null,
  created_at: "2026-11-21T20:00:00Z",
  ended_at: null,
};

/** 0.175 BTC of `long`, when the mark falls to 49,000. */
export const closing: Schemas["ClosingOrder"] = {
  id: "21",
  client_id: "",
  reduce_only: true,
  position_id: "7",
  coin_pair: { pair_name: "BTCUSDT", image: "" },
  order_type: "TRIGGER",
  delegate_type: "BUY_MORE",
  price: "49000",
  fills_when: "FALLS",
  quantity: "0.175",
  state: "OPEN",
  closed_id: null,
  filled_price: null,
  filled_quantity: null,
  created_at: "2026-11-21T20:00:00Z",
  ended_at: null,
};

/** 2,000 USDT to open positions with, and these that are open. */
export const margins = (...margin: Schemas["OpenPosition"][]): Schemas["Margins"] => ({
  account: {
    available: "2000",
    equity: "2000",
    margin_ratio: "0",
    order_margin: "0",
    position_margin: "0",
    unrealised: "0",
  },
  margin,
});

/** What the screen asks for; `changes` answer in the place of these. */
export const server = (changes: Record<string, Answer>): Record<string, Answer> => ({
  "/api/v3/futures/contracts": () => [
    200,
    { contracts: [contract("BTC", "50000"), contract("ETH", "2500")] },
  ],
  "/api/v2/client-margin": () => [200, margins()],
  "/api/v3/futures/closing-orders": () => [200, { orders: [], total: 0 }],
  "/api/v3/recent-trades": () => [404, { message: "unknown_market" }],
  "/api/v3/stream-ticket": () => [200, { channel: "1", ticket: "one" }],
  ...changes,
});
