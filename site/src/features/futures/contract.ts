// What the futures calls answer with.
import type { Decimal } from "../../lib/decimal";

export type Side = "BUY_MORE" | "SELL_EMPTY";

/** Up to this notional the rate of maintenance margin holds, less the deduction. */
export interface Tier {
  up_to: Decimal;
  rate: Decimal;
  deduction: Decimal;
}

/** A perpetual contract, margined in USDT. */
export interface Contract {
  /** "BTCUSDT" */
  name: string;
  coin: string;
  image: string;
  instrument: string;
  mark_price: Decimal;
  last_price: Decimal;
  /** In 24 hours, in percent. */
  increase_in_value: Decimal;
  high: Decimal;
  low: Decimal;
  /** In 24 hours, in USDT. */
  turnover: Decimal;
  /** Of the current period: "0.0001" is 0.01 %. */
  funding_rate: Decimal;
  next_funding_at: string;
  /** In the coin, of the clients here. */
  open_interest: Decimal;
  leverages: number[];
  tick: Decimal;
  lot: Decimal;
  /** Margin in USDT, of BUY MORE; "0" means none. */
  minimum_buy: Decimal;
  /** Margin in the coin, of SELL EMPTY; "0" means none. */
  minimum_sell: Decimal;
  /** Notional in USDT. */
  maximum: Decimal;
  taker_fee: Decimal;
  tiers: Tier[];
  /** In USDT. */
  insurance_fund: Decimal;
  stale: boolean;
}

export interface Position {
  id: string;
  coin_pair: { pair_name: string; image: string };
  delegate_type: Side;
  leverage: number;
  opening_price: Decimal;
  /** The mark. */
  current_price: Decimal;
  quantity: Decimal;
  /** Notional in USDT at the mark. */
  size: Decimal;
  margin: Decimal;
  initial_margin: Decimal;
  added_margin: Decimal;
  unrealised: Decimal;
  /** In percent. */
  return_on_equity: Decimal;
  /** In percent; at 100 the position is liquidated. */
  margin_ratio: Decimal;
  maintenance_margin: Decimal;
  liquidation_price: Decimal;
  take_profit: Decimal | null;
  stop_loss: Decimal | null;
  funding_paid: Decimal;
  fee: Decimal;
  state: "OPEN" | "CLOSE_REQUESTED" | "CLOSED" | "LIQUIDATED";
  start_date: string;
  end_date: string | null;
}

export interface Account {
  equity: Decimal;
  available: Decimal;
  position_margin: Decimal;
  unrealised: Decimal;
  /** In percent. */
  margin_ratio: Decimal;
}

/** What was kept of a liquidation for its owner. */
export interface Liquidation {
  price: Decimal;
  at: string;
  margin: Decimal;
  maintenance: Decimal;
  equity: Decimal;
  mark_at: string;
  formula: string;
}

export interface ClosedPosition extends Position {
  closing_price: Decimal;
  realised: Decimal;
  reason: "closed" | "take_profit" | "stop_loss" | "liquidated" | "operator";
  liquidation: Liquidation | null;
}

export interface FundingPayment {
  at: string;
  coin_pair: { pair_name: string; image: string };
  position_id: string;
  rate: Decimal;
  size: Decimal;
  /** Positive: received. */
  amount: Decimal;
}

/** The answer to a close request. */
export interface CloseAnswer {
  message: "closeRequest" | "closePositionError";
  daysLeft?: number | string;
  futureTarget?: Decimal;
  futureFundsToAdd?: Decimal;
}
