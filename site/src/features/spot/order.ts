// What makes an order placeable, and what it will cost; plain rules without React. The server checks
// everything again: these are a courtesy.
import {
  add,
  compare,
  divide,
  fits_step,
  for_drawing,
  is_zero,
  larger,
  multiply,
  percent_of,
  places_of,
  round,
  smaller,
  sign,
  subtract,
  to_step,
  trim_zeros,
  typed_decimal,
  type Decimal,
} from "../../lib/decimal";
import type { Level } from "../../lib/book";

export type Side = "BUY" | "SELL";
export type Kind = "LIMIT" | "MARKET" | "STOP_LIMIT";
/** What the server calls the order: a limit with a stop beside it is "one cancels the other". */
export type MarketType = Kind | "OCO";
export type TimeInForce = "GTC" | "IOC" | "FOK";
/** Which of the two linked fields the person typed into last; the other one follows. */
export type Basis = "amount" | "total";

/** The quote's places that are shown and sent; a balance in USDT has two. */
const total_places = 6;
const shown_total_places = 2;
const average_places = 8;

/** A market as orders need it. */
export interface Rules {
  tick: Decimal;
  lot: Decimal;
  /** In the quote, for buying; "0" means none. */
  minimum_buy: Decimal;
  /** In the coin, for selling; "0" means none. */
  minimum_sell: Decimal;
  /** In the coin, at any price. */
  minimum_quantity: Decimal;
  maker_fee: Decimal;
  taker_fee: Decimal;
  available_base: Decimal;
  available_quote: Decimal;
}

/** The form as it was typed. */
export interface Draft {
  side: Side;
  kind: Kind;
  /** A limit with a stop leg: the first that trades cancels the other. */
  oco: boolean;
  /** The limit; of a stop order, the one it has once it is triggered. */
  price: string;
  /** The last price that triggers a stop order or the stop leg. */
  stop: string;
  /** The limit of the stop leg. */
  stop_limit: string;
  amount: string;
  total: string;
  basis: Basis;
  time_in_force: TimeInForce;
  post_only: boolean;
}

export interface Market {
  asks: readonly Level[];
  bids: readonly Level[];
  /** The last price. */
  price: Decimal;
  stale: boolean;
}

export const empty_draft = (side: Side): Draft => ({
  side,
  kind: "LIMIT",
  oco: false,
  price: "",
  stop: "",
  stop_limit: "",
  amount: "",
  total: "",
  basis: "amount",
  time_in_force: "GTC",
  post_only: false,
});

export const type_of = (draft: Pick<Draft, "kind" | "oco">): MarketType =>
  draft.kind === "LIMIT" && draft.oco ? "OCO" : draft.kind;

/** The levels that an order of this side meets. */
const opposite = (side: Side, market: Market) => (side === "BUY" ? market.asks : market.bids);

export interface Walk {
  quantity: Decimal;
  total: Decimal;
  /** Null when the book is empty. */
  average: Decimal | null;
  /** False when the known levels do not hold so much. */
  complete: boolean;
}

/** What a market order of `wanted` (in the coin, or in the quote) finds in the known levels. */
export function walk(levels: readonly Level[], wanted: Decimal, basis: Basis): Walk {
  let left = wanted;
  let quantity = "0";
  let total = "0";
  for (const level of levels) {
    if (sign(left) <= 0) break;
    const worth = multiply(level.unit_price, level.number_of_order);
    const whole = basis === "amount" ? level.number_of_order : worth;
    const part = smaller(left, whole);
    quantity = add(
      quantity,
      basis === "amount" ? part : divide(part, level.unit_price, 18, "down"),
    );
    total = add(total, basis === "amount" ? multiply(part, level.unit_price) : part);
    left = subtract(left, part);
  }
  const average = is_zero(quantity) ? null : divide(total, quantity, average_places, "half_even");
  return { quantity, total, average, complete: sign(left) <= 0 };
}

const typed_price = (text: string): Decimal | null => {
  const price = typed_decimal(text);
  return price && !is_zero(price) ? price : null;
};

/** The price that turns an amount into a total: the limit, or what the book gives on average. */
export function working_price(draft: Draft, market: Market): Decimal | null {
  if (draft.kind !== "MARKET") {
    const price = typed_price(draft.price);
    const other = type_of(draft) === "OCO" ? typed_price(draft.stop_limit) : null;
    // Either leg may be the one that is filled; the dearer one says how much is held.
    return price && other && draft.side === "BUY" ? larger(price, other) : price;
  }
  const wanted = typed_decimal(draft.basis === "amount" ? draft.amount : draft.total);
  const levels = opposite(draft.side, market);
  const found = wanted && !is_zero(wanted) ? walk(levels, wanted, draft.basis).average : null;
  const price = found ?? levels[0]?.unit_price ?? market.price;
  return is_zero(price) ? null : price;
}

const lots = (quantity: Decimal, lot: Decimal) => to_step(quantity, lot, "down");

/** The draft with the field that follows filled in again. */
export function linked(draft: Draft, rules: Pick<Rules, "lot">, market: Market): Draft {
  const price = working_price(draft, market);
  const typed = typed_decimal(draft.basis === "amount" ? draft.amount : draft.total);
  if (draft.basis === "amount") {
    if (!typed || !price) return { ...draft, total: "" };
    const total = round(multiply(typed, price), total_places, "down");
    return { ...draft, total: trim_zeros(total) };
  }
  if (!typed || !price) return { ...draft, amount: "" };
  return { ...draft, amount: trim_zeros(lots(divide(typed, price, 18, "down"), rules.lot)) };
}

/** A share of what is available: a buy by its total, a sale by its amount. */
export function with_share(draft: Draft, percent: number, rules: Rules, market: Market): Draft {
  if (draft.side === "SELL") {
    const amount = lots(percent_of(rules.available_base, percent), rules.lot);
    return linked({ ...draft, basis: "amount", amount: trim_zeros(amount) }, rules, market);
  }
  const total = round(percent_of(rules.available_quote, percent), shown_total_places, "down");
  return linked({ ...draft, basis: "total", total: trim_zeros(total) }, rules, market);
}

/** The most of the coin that the balance pays for, or holds, at a limit. */
export function affordable(
  side: Side,
  price: Decimal,
  rules: Pick<Rules, "lot" | "available_base" | "available_quote">,
): Decimal {
  if (side === "SELL") return lots(rules.available_base, rules.lot);
  return is_zero(price) ? "0" : lots(divide(rules.available_quote, price, 18, "down"), rules.lot);
}

/** Where the slider stands, 0 to 100. For drawing. */
export function share_of(draft: Draft, rules: Rules): number {
  const buying = draft.side === "BUY";
  const wanted = typed_decimal(buying ? draft.total : draft.amount) ?? "0";
  const available = buying ? rules.available_quote : rules.available_base;
  if (sign(available) <= 0) return 0;
  return for_drawing(smaller(divide(multiply(wanted, "100"), available, 2, "half_even"), "100"));
}

export type ProblemCode =
  | "stale_price"
  | "price_required"
  | "stop_required"
  | "stop_limit_required"
  | "off_tick"
  | "stop_is_last"
  | "oco_sell"
  | "oco_buy"
  | "amount_required"
  | "off_lot"
  | "below_minimum_buy"
  | "below_minimum_sell"
  | "insufficient";

export type Field = "price" | "stop" | "stop_limit" | "amount" | "total";

export interface Problem {
  code: ProblemCode;
  /** The field that it is about; null: the whole order. */
  field: Field | null;
  /** The number in the sentence. */
  n?: Decimal;
}

const required = {
  price: "price_required",
  stop: "stop_required",
  stop_limit: "stop_limit_required",
} as const;

/** The prices that an order of this kind has, in the order of their fields. */
export const price_fields: Record<MarketType, readonly (keyof typeof required)[]> = {
  LIMIT: ["price"],
  MARKET: [],
  STOP_LIMIT: ["stop", "price"],
  OCO: ["price", "stop", "stop_limit"],
};

function price_problem(draft: Draft, rules: Rules): Problem | null {
  for (const field of price_fields[type_of(draft)]) {
    const price = typed_price(draft[field]);
    if (!price) return { code: required[field], field };
    if (!fits_step(price, rules.tick)) return { code: "off_tick", field, n: rules.tick };
  }
  return null;
}

/** A stop waits for a price that is not there yet; the legs of an OCO stand on both sides of it. */
function stop_problem(draft: Draft, market: Market): Problem | null {
  const type = type_of(draft);
  const last = market.price;
  if ((type !== "STOP_LIMIT" && type !== "OCO") || is_zero(last)) return null;
  const stop = typed_decimal(draft.stop) ?? "0";
  if (type === "STOP_LIMIT") {
    return compare(stop, last) === 0 ? { code: "stop_is_last", field: "stop", n: last } : null;
  }
  const up = draft.side === "SELL" ? 1 : -1;
  const code = draft.side === "SELL" ? "oco_sell" : "oco_buy";
  if (compare(typed_decimal(draft.price) ?? "0", last) !== up) {
    return { code, field: "price", n: last };
  }
  return compare(last, stop) === up ? null : { code, field: "stop", n: last };
}

function buy_problem(draft: Draft, rules: Rules, total: Decimal): Problem | null {
  const field = draft.basis;
  if (compare(total, rules.minimum_buy) < 0) {
    return { code: "below_minimum_buy", field, n: rules.minimum_buy };
  }
  if (compare(total, rules.available_quote) > 0) {
    return { code: "insufficient", field, n: rules.available_quote };
  }
  return null;
}

/** What is worth the minimum at the order's own price; of two legs, at the lower one. */
function least_sale(draft: Draft, rules: Rules): Decimal {
  const prices = price_fields[type_of(draft)]
    .filter((field) => field !== "stop")
    .flatMap((field) => typed_price(draft[field]) ?? []);
  if (prices.length === 0) return rules.minimum_sell;
  const worth = divide(rules.minimum_buy, prices.reduce(smaller), 18, "up");
  return larger(to_step(worth, rules.lot, "up"), rules.minimum_quantity);
}

function sell_problem(draft: Draft, rules: Rules, amount: Decimal): Problem | null {
  const field = draft.basis;
  const least = least_sale(draft, rules);
  if (compare(amount, least) < 0) {
    return { code: "below_minimum_sell", field, n: least };
  }
  if (compare(amount, rules.available_base) > 0) {
    return { code: "insufficient", field, n: rules.available_base };
  }
  return null;
}

/** The first thing that is wrong with the order; null when it can be placed. */
export function problem_of(draft: Draft, rules: Rules, market: Market): Problem | null {
  if (draft.kind === "MARKET" && market.stale) return { code: "stale_price", field: null };
  const price = price_problem(draft, rules) ?? stop_problem(draft, market);
  if (price) return price;
  const amount = typed_decimal(draft.amount);
  const total = typed_decimal(draft.total);
  const typed = draft.basis === "amount" ? amount : total;
  if (!typed || is_zero(typed)) return { code: "amount_required", field: draft.basis };
  if (draft.basis === "amount" && !fits_step(typed, rules.lot)) {
    return { code: "off_lot", field: "amount", n: rules.lot };
  }
  return draft.side === "BUY"
    ? buy_problem(draft, rules, total ?? "0")
    : sell_problem(draft, rules, amount ?? "0");
}

/** Which terms an order of this kind may have. */
export const may_have = (draft: Pick<Draft, "kind" | "oco">) => {
  const type = type_of(draft);
  return {
    time_in_force: type === "LIMIT" || type === "STOP_LIMIT",
    post_only: type === "LIMIT",
    oco: draft.kind === "LIMIT",
  };
};

/** What is sent as /api/v2/my-order, without password and key. Only valid drafts have one. */
export function content_of(draft: Draft, pair: string) {
  const type = type_of(draft);
  const terms = may_have(draft);
  // A market buy may count in the quote; everything else counts in the coin.
  const by_total = type === "MARKET" && draft.side === "BUY" && draft.basis === "total";
  const price = (field: keyof typeof required) =>
    price_fields[type].includes(field) ? (typed_decimal(draft[field]) ?? undefined) : undefined;
  return {
    name: pair,
    delegate_type: draft.side,
    market_type: type,
    trade_type: "market" as const,
    number_of_order: by_total ? undefined : (typed_decimal(draft.amount) ?? undefined),
    total: by_total ? (typed_decimal(draft.total) ?? undefined) : undefined,
    order_per_unit: price("price"),
    stop_price: price("stop"),
    stop_limit_price: price("stop_limit"),
    time_in_force: terms.time_in_force ? draft.time_in_force : undefined,
    post_only:
      terms.post_only && draft.post_only && draft.time_in_force === "GTC" ? true : undefined,
  };
}

const fields_on_the_wire: Readonly<Record<string, Field>> = {
  order_per_unit: "price",
  stop_price: "stop",
  stop_limit_price: "stop_limit",
  number_of_order: "amount",
  total: "total",
};

/** Where the form shows what the server says about one of its parameters; null: the whole order. */
export function field_of(parameter: string | undefined, draft: Draft): Field | null {
  const field = fields_on_the_wire[parameter ?? ""];
  if (field === undefined) return null;
  if (field === "amount" || field === "total") return draft.basis;
  return price_fields[type_of(draft)].includes(field) ? field : null;
}

export interface Estimate {
  /** Null while there is nothing to estimate. */
  average: Decimal | null;
  amount: Decimal | null;
  total: Decimal | null;
  fee_rate: Decimal;
  /** In the asset that is received. */
  fee: Decimal | null;
  /** After the fee. */
  receive: Decimal | null;
  /** The order would trade at once, at least in part. */
  crosses: boolean;
  /** False where a market order is larger than the known levels: the average is a hope. */
  deep_enough: boolean;
}

function crosses(draft: Draft, market: Market): boolean {
  // What a stop meets once it is triggered is not known: reckon with the taker's fee.
  if (draft.kind !== "LIMIT" || draft.oco) return true;
  const best = opposite(draft.side, market)[0]?.unit_price;
  const price = typed_decimal(draft.price);
  if (!best || !price) return false;
  return draft.side === "BUY" ? compare(price, best) >= 0 : compare(price, best) <= 0;
}

/** A limit that trades at once: by the levels within it, and by itself for the rest that waits. */
function crossing_price(draft: Draft, market: Market): Decimal | null {
  const limit = typed_price(draft.price);
  if (!limit) return null;
  const better = draft.side === "BUY" ? -1 : 1;
  const within = opposite(draft.side, market).filter(
    ({ unit_price }) => compare(unit_price, limit) !== -better,
  );
  const amount = typed_decimal(draft.amount);
  if (!amount || is_zero(amount)) return within[0]?.unit_price ?? limit;
  const found = walk(within, amount, "amount");
  const rest = draft.time_in_force === "IOC" ? "0" : subtract(amount, found.quantity);
  const worth = add(found.total, multiply(rest, limit));
  return divide(worth, add(found.quantity, rest), average_places, "half_even");
}

/** Whether the known levels hold a market order of this size. */
function deep_enough(draft: Draft, market: Market): boolean {
  const wanted = typed_decimal(draft.basis === "amount" ? draft.amount : draft.total);
  if (draft.kind !== "MARKET" || !wanted) return true;
  return walk(opposite(draft.side, market), wanted, draft.basis).complete;
}

/** Average price and fee, as far as the known book tells. */
export function estimate(draft: Draft, rules: Rules, market: Market): Estimate {
  const taking = crosses(draft, market);
  const fee_rate = taking ? rules.taker_fee : rules.maker_fee;
  const limit_takes = taking && type_of(draft) === "LIMIT";
  const average = limit_takes ? crossing_price(draft, market) : working_price(draft, market);
  const amount = typed_decimal(draft.amount);
  const total = typed_decimal(draft.total);
  const worth =
    limit_takes && amount && average
      ? round(multiply(amount, average), total_places, "down")
      : total;
  const gross = draft.side === "BUY" ? amount : worth;
  const places = draft.side === "BUY" ? larger_places(rules.lot) : total_places;
  const fee = gross && !is_zero(gross) ? round(multiply(gross, fee_rate), places, "up") : null;
  return {
    average,
    amount,
    total,
    fee_rate,
    fee,
    receive: gross && fee ? larger(subtract(gross, fee), "0") : null,
    crosses: taking,
    deep_enough: deep_enough(draft, market),
  };
}

/** Fees are smaller than lots. */
const larger_places = (lot: Decimal): number => Math.max(8, places_of(lot));

/** The price one tick above or below; never below one tick. */
export function step_price(price: string, tick: Decimal, direction: 1 | -1): string {
  const now = typed_decimal(price) ?? "0";
  const next = direction > 0 ? add(now, tick) : subtract(now, tick);
  return larger(to_step(next, tick, "half_even"), tick);
}

/** How far an order is filled in percent, whole. */
export function filled_percent(quantity: Decimal, filled: Decimal): Decimal {
  return divide(multiply(filled, "100"), quantity, 0, "down");
}
