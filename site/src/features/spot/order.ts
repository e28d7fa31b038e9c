// What makes an order placeable, and what it will cost; plain rules without React. The server checks
// everything again: these are a courtesy.
import {
  add,
  compare,
  divide,
  fitsStep,
  forDrawing,
  isZero,
  larger,
  multiply,
  percentOf,
  placesOf,
  round,
  smaller,
  sign,
  subtract,
  toStep,
  trimZeros,
  typedDecimal,
  type Decimal,
} from "../../lib/decimal";
import type { Level } from "../../lib/book";
import {
  noTargets,
  targetOf,
  targetsProblem,
  type TargetField,
  type TargetProblem,
  type Targets,
} from "./targets";
import { basisPoints, trailingStop, trailProblem } from "./trail";
import { averagePlaces, walk, type Basis } from "./walk";

export type Side = "BUY" | "SELL";
/** Orders that wait for a price of the market's: with a limit then, or without. */
export const conditionalKinds = [
  "STOP_LIMIT",
  "STOP_MARKET",
  "TAKE_PROFIT_LIMIT",
  "TAKE_PROFIT_MARKET",
  "TRAILING_STOP_MARKET",
] as const;
export type ConditionalKind = (typeof conditionalKinds)[number];
export type Kind = "LIMIT" | "MARKET" | ConditionalKind;
/** What the server calls the order: a limit with a stop beside it is "one cancels the other". */
export type MarketType = Kind | "OCO";
export type TimeInForce = "GTC" | "IOC" | "FOK";

/** The quote's places that are shown and sent; a balance in USDT has two. */
const totalPlaces = 6;
const shownTotalPlaces = 2;

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
  /** How far a trailing stop stays from the price, in percent. */
  trail: string;
  amount: string;
  total: string;
  basis: Basis;
  time_in_force: TimeInForce;
  post_only: boolean;
  /** Of what the order will have filled. */
  targets: Targets;
}

export interface Market {
  asks: readonly Level[];
  bids: readonly Level[];
  /** The last price. */
  price: Decimal;
  stale: boolean;
}

export const emptyDraft = (side: Side): Draft => ({
  side,
  kind: "LIMIT",
  oco: false,
  price: "",
  stop: "",
  stop_limit: "",
  trail: "",
  amount: "",
  total: "",
  basis: "amount",
  time_in_force: "GTC",
  post_only: false,
  targets: noTargets,
});

export const isConditional = (kind: Kind): kind is ConditionalKind =>
  kind !== "LIMIT" && kind !== "MARKET";

/** It has no limit: its average price is known when it has traded. */
export const atMarket = (kind: Kind): boolean =>
  kind === "MARKET" ||
  kind === "STOP_MARKET" ||
  kind === "TAKE_PROFIT_MARKET" ||
  kind === "TRAILING_STOP_MARKET";

export const typeOf = (draft: Pick<Draft, "kind" | "oco">): MarketType =>
  draft.kind === "LIMIT" && draft.oco ? "OCO" : draft.kind;

/** The levels that an order of this side meets. */
const opposite = (side: Side, market: Market) => (side === "BUY" ? market.asks : market.bids);

const typedPrice = (text: string): Decimal | null => {
  const price = typedDecimal(text);
  return price && !isZero(price) ? price : null;
};

/**
 * The price that turns an amount into a total: the limit, what the book gives on average, or the
 * stop of an order that has no limit.
 */
export function workingPrice(draft: Draft, market: Market): Decimal | null {
  if (draft.kind === "TRAILING_STOP_MARKET")
    return trailingStop(draft.side, draft.trail, market.price);
  if (draft.kind !== "MARKET") {
    const price = typedPrice(atMarket(draft.kind) ? draft.stop : draft.price);
    const other = typeOf(draft) === "OCO" ? typedPrice(draft.stop_limit) : null;
    // Either leg may be the one that is filled; the dearer one says how much is held.
    return price && other && draft.side === "BUY" ? larger(price, other) : price;
  }
  const wanted = typedDecimal(draft.basis === "amount" ? draft.amount : draft.total);
  const levels = opposite(draft.side, market);
  const found = wanted && !isZero(wanted) ? walk(levels, wanted, draft.basis).average : null;
  const price = found ?? levels[0]?.unit_price ?? market.price;
  return isZero(price) ? null : price;
}

const lots = (quantity: Decimal, lot: Decimal) => toStep(quantity, lot, "down");

/** The draft with the field that follows filled in again. */
export function linked(draft: Draft, rules: Pick<Rules, "lot">, market: Market): Draft {
  const price = workingPrice(draft, market);
  const typed = typedDecimal(draft.basis === "amount" ? draft.amount : draft.total);
  if (draft.basis === "amount") {
    if (!typed || !price) return { ...draft, total: "" };
    const total = round(multiply(typed, price), totalPlaces, "down");
    return { ...draft, total: trimZeros(total) };
  }
  if (!typed || !price) return { ...draft, amount: "" };
  return { ...draft, amount: trimZeros(lots(divide(typed, price, 18, "down"), rules.lot)) };
}

/** A share of what is available: a buy by its total, a sale by its amount. */
export function withShare(draft: Draft, percent: number, rules: Rules, market: Market): Draft {
  if (draft.side === "SELL") {
    const amount = lots(percentOf(rules.available_base, percent), rules.lot);
    return linked({ ...draft, basis: "amount", amount: trimZeros(amount) }, rules, market);
  }
  const total = round(percentOf(rules.available_quote, percent), shownTotalPlaces, "down");
  return linked({ ...draft, basis: "total", total: trimZeros(total) }, rules, market);
}

/** The most of the coin that the balance pays for, or holds, at a limit. */
export function affordable(
  side: Side,
  price: Decimal,
  rules: Pick<Rules, "lot" | "available_base" | "available_quote">,
): Decimal {
  if (side === "SELL") return lots(rules.available_base, rules.lot);
  return isZero(price) ? "0" : lots(divide(rules.available_quote, price, 18, "down"), rules.lot);
}

/** Where the slider stands, 0 to 100. For drawing. */
export function shareOf(draft: Draft, rules: Rules): number {
  const buying = draft.side === "BUY";
  const wanted = typedDecimal(buying ? draft.total : draft.amount) ?? "0";
  const available = buying ? rules.available_quote : rules.available_base;
  if (sign(available) <= 0) return 0;
  return forDrawing(smaller(divide(multiply(wanted, "100"), available, 2, "half_even"), "100"));
}

export type ProblemCode =
  | TargetProblem
  | "stale_price"
  | "price_required"
  | "stop_required"
  | "stop_limit_required"
  | "trail_required"
  | "trail_range"
  | "off_tick"
  | "stop_is_last"
  | "stop_above"
  | "stop_below"
  | "oco_sell"
  | "oco_buy"
  | "amount_required"
  | "off_lot"
  | "below_minimum_buy"
  | "below_minimum_sell"
  | "insufficient";

export type Field = "price" | "stop" | "stop_limit" | "trail" | "amount" | "total" | TargetField;

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
export const priceFields: Record<MarketType, readonly (keyof typeof required)[]> = {
  LIMIT: ["price"],
  MARKET: [],
  STOP_LIMIT: ["stop", "price"],
  STOP_MARKET: ["stop"],
  TAKE_PROFIT_LIMIT: ["stop", "price"],
  TAKE_PROFIT_MARKET: ["stop"],
  TRAILING_STOP_MARKET: [],
  OCO: ["price", "stop", "stop_limit"],
};

function priceProblem(draft: Draft, rules: Rules): Problem | null {
  for (const field of priceFields[typeOf(draft)]) {
    const price = typedPrice(draft[field]);
    if (!price) return { code: required[field], field };
    if (!fitsStep(price, rules.tick)) return { code: "off_tick", field, n: rules.tick };
  }
  return null;
}

/** A stop limit may wait on either side of the last price, all others on the side that they name. */
function sideProblem(draft: Draft, last: Decimal): Problem | null {
  const distance = compare(typedDecimal(draft.stop) ?? "0", last);
  if (draft.kind === "STOP_LIMIT") {
    return distance === 0 ? { code: "stop_is_last", field: "stop", n: last } : null;
  }
  const above = (draft.side === "BUY") === (draft.kind === "STOP_MARKET");
  if (distance === (above ? 1 : -1)) return null;
  return { code: above ? "stop_above" : "stop_below", field: "stop", n: last };
}

/** A stop waits for a price that is not there yet; the legs of an OCO stand on both sides of it. */
function stopProblem(draft: Draft, market: Market): Problem | null {
  const last = market.price;
  if (isZero(last)) return null;
  if (draft.kind === "TRAILING_STOP_MARKET") return null;
  if (isConditional(draft.kind)) return sideProblem(draft, last);
  if (typeOf(draft) !== "OCO") return null;
  const stop = typedDecimal(draft.stop) ?? "0";
  const up = draft.side === "SELL" ? 1 : -1;
  const code = draft.side === "SELL" ? "oco_sell" : "oco_buy";
  if (compare(typedDecimal(draft.price) ?? "0", last) !== up) {
    return { code, field: "price", n: last };
  }
  return compare(last, stop) === up ? null : { code, field: "stop", n: last };
}

function buyProblem(draft: Draft, rules: Rules, total: Decimal): Problem | null {
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
function leastSale(draft: Draft, rules: Rules): Decimal {
  const prices = priceFields[typeOf(draft)]
    .filter((field) => field !== "stop" || atMarket(draft.kind))
    .flatMap((field) => typedPrice(draft[field]) ?? []);
  if (prices.length === 0) return rules.minimum_sell;
  const worth = divide(rules.minimum_buy, prices.reduce(smaller), 18, "up");
  return larger(toStep(worth, rules.lot, "up"), rules.minimum_quantity);
}

function sellProblem(draft: Draft, rules: Rules, amount: Decimal): Problem | null {
  const field = draft.basis;
  const least = leastSale(draft, rules);
  if (compare(amount, least) < 0) {
    return { code: "below_minimum_sell", field, n: least };
  }
  if (compare(amount, rules.available_base) > 0) {
    return { code: "insufficient", field, n: rules.available_base };
  }
  return null;
}

/** The first thing that is wrong with the order; null when it can be placed. */
export function problemOf(draft: Draft, rules: Rules, market: Market): Problem | null {
  if (draft.kind === "MARKET" && market.stale) return { code: "stale_price", field: null };
  const price = priceProblem(draft, rules) ?? trailProblem(draft) ?? stopProblem(draft, market);
  if (price) return price;
  const amount = typedDecimal(draft.amount);
  const total = typedDecimal(draft.total);
  const typed = draft.basis === "amount" ? amount : total;
  if (!typed || isZero(typed)) return { code: "amount_required", field: draft.basis };
  if (draft.basis === "amount" && !fitsStep(typed, rules.lot)) {
    return { code: "off_lot", field: "amount", n: rules.lot };
  }
  const own =
    draft.side === "BUY"
      ? buyProblem(draft, rules, total ?? "0")
      : sellProblem(draft, rules, amount ?? "0");
  if (own || !mayHave(draft).targets) return own;
  const tradesAt = draft.kind === "MARKET" ? market.price : (typedDecimal(draft.price) ?? "0");
  return targetsProblem(draft.side, draft.targets, tradesAt, rules.tick);
}

/** Which terms an order of this kind may have. */
export const mayHave = (draft: Pick<Draft, "kind" | "oco">) => {
  const type = typeOf(draft);
  return {
    time_in_force: type !== "OCO" && !atMarket(draft.kind),
    post_only: type === "LIMIT",
    oco: draft.kind === "LIMIT",
    targets: type === "LIMIT" || type === "MARKET",
  };
};

/** A market buy may count in the quote; everything else counts in the coin. */
export const spendsTotal = (draft: Draft): boolean =>
  atMarket(draft.kind) && draft.side === "BUY" && draft.basis === "total";

/** What is sent as /api/v2/my-order, without password and key. Only valid drafts have one. */
export function contentOf(draft: Draft, pair: string) {
  const type = typeOf(draft);
  const terms = mayHave(draft);
  const byTotal = spendsTotal(draft);
  const price = (field: keyof typeof required) =>
    priceFields[type].includes(field) ? (typedDecimal(draft[field]) ?? undefined) : undefined;
  return {
    name: pair,
    delegate_type: draft.side,
    market_type: type,
    trade_type: "market" as const,
    number_of_order: byTotal ? undefined : (typedDecimal(draft.amount) ?? undefined),
    total: byTotal ? (typedDecimal(draft.total) ?? undefined) : undefined,
    order_per_unit: price("price"),
    stop_price: price("stop"),
    stop_limit_price: price("stop_limit"),
    trailing_delta: type === "TRAILING_STOP_MARKET" ? basisPoints(draft.trail) : undefined,
    time_in_force: terms.time_in_force ? draft.time_in_force : undefined,
    post_only:
      terms.post_only && draft.post_only && draft.time_in_force === "GTC" ? true : undefined,
    take_profit: terms.targets ? targetOf(draft.targets, "take_profit") : undefined,
    stop_loss: terms.targets ? targetOf(draft.targets, "stop_loss") : undefined,
  };
}

const fieldsOnTheWire: Readonly<Record<string, Field>> = {
  order_per_unit: "price",
  stop_price: "stop",
  stop_limit_price: "stop_limit",
  trailing_delta: "trail",
  number_of_order: "amount",
  total: "total",
  take_profit: "take_profit",
  stop_loss: "stop_loss",
  stop_loss_limit: "stop_loss",
};

/** Where the form shows what the server says about one of its parameters; null: the whole order. */
export function fieldOf(parameter: string | undefined, draft: Draft): Field | null {
  const field = fieldsOnTheWire[parameter ?? ""];
  if (field === undefined) return null;
  if (field === "amount" || field === "total") return draft.basis;
  if (field === "take_profit" || field === "stop_loss")
    return mayHave(draft).targets && draft.targets.on ? field : null;
  if (field === "trail") return draft.kind === "TRAILING_STOP_MARKET" ? field : null;
  return priceFields[typeOf(draft)].includes(field) ? field : null;
}

export interface Estimate {
  /** Null while there is nothing to estimate. */
  average: Decimal | null;
  amount: Decimal | null;
  total: Decimal | null;
  feeRate: Decimal;
  /** In the asset that is received. */
  fee: Decimal | null;
  /** After the fee. */
  receive: Decimal | null;
  /** The order would trade at once, at least in part. */
  crosses: boolean;
  /** False where a market order is larger than the known levels: the average is a hope. */
  deepEnough: boolean;
}

function crosses(draft: Draft, market: Market): boolean {
  // What a stop meets once it is triggered is not known: reckon with the taker's fee.
  if (draft.kind !== "LIMIT" || draft.oco) return true;
  const best = opposite(draft.side, market)[0]?.unit_price;
  const price = typedDecimal(draft.price);
  if (!best || !price) return false;
  return draft.side === "BUY" ? compare(price, best) >= 0 : compare(price, best) <= 0;
}

/** A limit that trades at once: by the levels within it, and by itself for the rest that waits. */
function crossingPrice(draft: Draft, market: Market): Decimal | null {
  const limit = typedPrice(draft.price);
  if (!limit) return null;
  const better = draft.side === "BUY" ? -1 : 1;
  const within = opposite(draft.side, market).filter(
    ({ unit_price: unitPrice }) => compare(unitPrice, limit) !== -better,
  );
  const amount = typedDecimal(draft.amount);
  if (!amount || isZero(amount)) return within[0]?.unit_price ?? limit;
  const found = walk(within, amount, "amount");
  const rest = draft.time_in_force === "IOC" ? "0" : subtract(amount, found.quantity);
  const worth = add(found.total, multiply(rest, limit));
  return divide(worth, add(found.quantity, rest), averagePlaces, "half_even");
}

/** Whether the known levels hold a market order of this size. */
function deepEnough(draft: Draft, market: Market): boolean {
  const wanted = typedDecimal(draft.basis === "amount" ? draft.amount : draft.total);
  if (draft.kind !== "MARKET" || !wanted) return true;
  return walk(opposite(draft.side, market), wanted, draft.basis).complete;
}

/** Average price and fee, as far as the known book tells. */
export function estimate(draft: Draft, rules: Rules, market: Market): Estimate {
  const taking = crosses(draft, market);
  const feeRate = taking ? rules.taker_fee : rules.maker_fee;
  const limitTakes = taking && typeOf(draft) === "LIMIT";
  const average = limitTakes ? crossingPrice(draft, market) : workingPrice(draft, market);
  const amount = typedDecimal(draft.amount);
  const total = typedDecimal(draft.total);
  const worth =
    limitTakes && amount && average ? round(multiply(amount, average), totalPlaces, "down") : total;
  const gross = draft.side === "BUY" ? amount : worth;
  const places = draft.side === "BUY" ? largerPlaces(rules.lot) : totalPlaces;
  const fee = gross && !isZero(gross) ? round(multiply(gross, feeRate), places, "up") : null;
  return {
    average,
    amount,
    total,
    feeRate,
    fee,
    receive: gross && fee ? larger(subtract(gross, fee), "0") : null,
    crosses: taking,
    deepEnough: deepEnough(draft, market),
  };
}

/** Fees are smaller than lots. */
const largerPlaces = (lot: Decimal): number => Math.max(8, placesOf(lot));

/** The price one tick above or below; never below one tick. */
export function stepPrice(price: string, tick: Decimal, direction: 1 | -1): string {
  const now = typedDecimal(price) ?? "0";
  const next = direction > 0 ? add(now, tick) : subtract(now, tick);
  return larger(toStep(next, tick, "half_even"), tick);
}

/** How far an order is filled in percent, whole. */
export function filledPercent(quantity: Decimal, filled: Decimal): Decimal {
  return divide(multiply(filled, "100"), quantity, 0, "down");
}
