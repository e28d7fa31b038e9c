// What makes a position openable, what it will cost, and where it would be liquidated; plain rules
// without React. The server checks everything again: these are a courtesy.
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
  sign,
  smaller,
  subtract,
  sum,
  toStep,
  trimZeros,
  typedDecimal,
  type Decimal,
} from "../../lib/decimal";
import type { Contract, Leverage, Position, Side, Tier } from "./contract";

/** What the amount counts: both are the margin, once in USDT and once in what it is worth. */
export type Unit = "USDT" | "COIN";

export const usualLeverage: Leverage = 10;
export const usdtPlaces = 2;
export const coinPlaces = 8;
const ledgerPlaces = 18;
/** The server takes a margin with no more places than USDT has. */
const sentPlaces = 8;

/** MARKET opens at once, the others at a price to come. */
export const orderTypes = ["MARKET", "LIMIT", "TRIGGER"] as const;
export type OrderType = (typeof orderTypes)[number];

/** The form as it was typed. */
export interface Draft {
  type: OrderType;
  side: Side;
  unit: Unit;
  leverage: Leverage;
  /** Of an order. */
  price: string;
  amount: string;
  with_targets: boolean;
  take_profit: string;
  stop_loss: string;
}

export const emptyDraft = (): Draft => ({
  type: "MARKET",
  side: "BUY_MORE",
  unit: "USDT",
  leverage: usualLeverage,
  price: "",
  amount: "",
  with_targets: false,
  take_profit: "",
  stop_loss: "",
});

export type Terms = Pick<
  Contract,
  | "mark_price"
  | "leverages"
  | "tick"
  | "lot"
  | "minimum_buy"
  | "minimum_sell"
  | "maximum"
  | "taker_fee"
  | "tiers"
  | "stale"
>;

const placesOfUnit = (unit: Unit): number => (unit === "USDT" ? usdtPlaces : coinPlaces);

/** An amount in USDT in the unit of the form. */
const inUnit = (usdt: Decimal, unit: Unit, mark: Decimal, rounding: "up" | "down"): Decimal =>
  trimZeros(
    unit === "USDT" ? round(usdt, usdtPlaces, rounding) : divide(usdt, mark, coinPlaces, rounding),
  );

/** The margin that was typed, in USDT as it is sent; null while there is none. */
export function marginOf(draft: Draft, mark: Decimal): Decimal | null {
  const amount = typedDecimal(draft.amount);
  if (!amount || isZero(amount)) return null;
  return draft.unit === "USDT"
    ? amount
    : trimZeros(round(multiply(amount, mark), sentPlaces, "down"));
}

/** The same margin in the other unit. */
export function withUnit(draft: Draft, unit: Unit, mark: Decimal): Draft {
  const margin = marginOf(draft, mark);
  if (unit === draft.unit) return draft;
  if (!margin || isZero(mark)) return { ...draft, unit, amount: "" };
  return { ...draft, unit, amount: inUnit(margin, unit, mark, "down") };
}

/** The most margin that leaves the fee: both are taken from what is available. */
export function mostMargin(available: Decimal, leverage: number, takerFee: Decimal): Decimal {
  const withFee = add("1", multiply(takerFee, leverage.toString()));
  return larger(divide(available, withFee, ledgerPlaces, "down"), "0");
}

/** What is held for an order: margin and fee, whatever is left by the lots. */
const heldFor = (margin: Decimal, leverage: string, takerFee: Decimal): Decimal =>
  add(margin, multiply(multiply(margin, leverage), takerFee));

/** A share of the available balance; the whole of it leaves what the fee takes. */
export function withShare(draft: Draft, percent: number, available: Decimal, terms: Terms): Draft {
  const most = mostMargin(available, draft.leverage, terms.taker_fee);
  const margin = smaller(percentOf(available, percent), most);
  if (isZero(terms.mark_price)) return draft;
  return { ...draft, amount: inUnit(margin, draft.unit, terms.mark_price, "down") };
}

/** Where the slider stands, 0 to 100. For drawing. */
export function shareOf(draft: Draft, available: Decimal, terms: Terms): number {
  const margin = marginOf(draft, terms.mark_price) ?? "0";
  if (sign(available) <= 0) return 0;
  // What the slider made of 100 % is less than everything by the fee and by what was rounded off.
  const all = withShare(draft, 100, available, terms).amount;
  const typed = typedDecimal(draft.amount);
  if (typed && typedDecimal(all) && compare(typed, all) >= 0) return 100;
  const share = divide(multiply(margin, "100"), available, 2, "half_even");
  return forDrawing(smaller(share, "100"));
}

const tierOf = (notional: Decimal, tiers: readonly Tier[]): Tier | undefined =>
  tiers.find(({ up_to: upTo }) => compare(notional, upTo) <= 0) ?? tiers.at(-1);

/** quantity · price · rate − deduction, in USDT. */
export function maintenance(quantity: Decimal, price: Decimal, tiers: readonly Tier[]): Decimal {
  const notional = multiply(quantity, price);
  const tier = tierOf(notional, tiers);
  return tier ? subtract(multiply(notional, tier.rate), tier.deduction) : "0";
}

/**
 * The tiers of a position beside others that are worth so much: they count on from there, and what
 * all together need less what the others need is quantity · price · rate − deduction again.
 */
export function tiersBeside(tiers: readonly Tier[], beside: Decimal): readonly Tier[] {
  if (sign(beside) <= 0) return tiers;
  const needed = maintenance(beside, "1", tiers);
  const open = tiers.filter(({ up_to: upTo }) => compare(upTo, beside) > 0);
  return (open.length > 0 ? open : tiers.slice(-1)).map(({ up_to: upTo, rate, deduction }) => ({
    up_to: larger(subtract(upTo, beside), "0"),
    rate,
    deduction: subtract(add(deduction, needed), multiply(beside, rate)),
  }));
}

/** A contract as somebody with these positions opens the next one in it. */
export function contractBeside(contract: Contract, positions: readonly Position[]): Contract {
  const own = positions.filter(({ coin_pair: coinPair }) => coinPair.pair_name === contract.name);
  const beside = sum(own.map(({ quantity }) => multiply(quantity, contract.mark_price)));
  return {
    ...contract,
    tiers: [...tiersBeside(contract.tiers, beside)],
    maximum: larger(subtract(contract.maximum, beside), "0"),
  };
}

/**
 * The mark at which margin and loss together reach the maintenance margin; null where no price
 * does. Maintenance grows without a step from tier to tier, so one tier alone holds the answer.
 */
export function liquidationPrice(
  position: { side: Side; quantity: Decimal; entry: Decimal; margin: Decimal },
  tiers: readonly Tier[],
): Decimal | null {
  const { side, quantity, entry, margin } = position;
  if (sign(quantity) <= 0) return null;
  const worth = multiply(quantity, entry);
  for (const tier of tiers) {
    const long = side === "BUY_MORE";
    const above = long
      ? subtract(subtract(worth, margin), tier.deduction)
      : add(add(worth, margin), tier.deduction);
    const below = multiply(quantity, long ? subtract("1", tier.rate) : add("1", tier.rate));
    const price = divide(above, below, ledgerPlaces, "half_even");
    const last = tier === tiers.at(-1);
    if (last || tierOf(multiply(quantity, price), tiers) === tier) {
      return sign(price) > 0 ? price : null;
    }
  }
  return null;
}

/** On the tick nearer to the mark, as the server has it: never later than it comes. */
export const onTick = (price: Decimal | null, side: Side, tick: Decimal): Decimal | null =>
  price && round(price, placesOf(tick), side === "BUY_MORE" ? "up" : "down");

export interface Costs {
  quantity: Decimal;
  /** Notional in USDT. */
  size: Decimal;
  initial_margin: Decimal;
  fee: Decimal;
  /** Margin and fee: what leaves the available balance, of an order until it is filled. */
  cost: Decimal;
  /** On the tick. */
  liquidation: Decimal | null;
}

/** What opening would take at this mark; null while there is nothing to count. */
export function costsOf(draft: Draft, terms: Terms): Costs | null {
  const mark = terms.mark_price;
  const margin = marginOf(draft, mark);
  if (!margin || isZero(mark)) return null;
  const leverage = draft.leverage.toString();
  const wanted = divide(multiply(margin, leverage), mark, ledgerPlaces, "down");
  const quantity = trimZeros(toStep(wanted, terms.lot, "down"));
  const size = multiply(quantity, mark);
  const initialMargin = trimZeros(divide(size, leverage, ledgerPlaces, "up"));
  const fee = multiply(size, terms.taker_fee);
  const price = liquidationPrice(
    { side: draft.side, quantity, entry: mark, margin: initialMargin },
    terms.tiers,
  );
  return {
    quantity,
    size,
    initial_margin: initialMargin,
    fee,
    cost:
      draft.type === "MARKET"
        ? add(initialMargin, fee)
        : heldFor(margin, leverage, terms.taker_fee),
    liquidation: onTick(price, draft.side, terms.tick),
  };
}

export type ProblemCode =
  | "stale_price"
  | "leverage"
  | "price_required"
  | "trigger_at_mark"
  | "target_above_price"
  | "target_below_price"
  | "amount_required"
  | "below_minimum_buy"
  | "below_minimum_sell"
  | "above_maximum"
  | "insufficient"
  | "off_tick"
  | "off_lot"
  | "part_too_small"
  | "rest_too_small"
  | "take_profit_above"
  | "take_profit_below"
  | "stop_loss_above"
  | "stop_loss_below";

export interface Problem {
  code: ProblemCode;
  /** null: the whole position. */
  field: "price" | "amount" | "take_profit" | "stop_loss" | null;
  /** The number in the sentence. */
  n?: Decimal;
}

/** The least margin in USDT: the minimum, and what one lot takes. */
function leastMargin(draft: Draft, terms: Terms): Decimal {
  const minimum =
    draft.side === "BUY_MORE" ? terms.minimum_buy : multiply(terms.minimum_sell, terms.mark_price);
  const oneLot = divide(
    multiply(terms.lot, terms.mark_price),
    draft.leverage.toString(),
    ledgerPlaces,
    "up",
  );
  // A margin has no more places: the least of them that is enough.
  return trimZeros(round(larger(minimum, oneLot), sentPlaces, "up"));
}

export function amountProblem(draft: Draft, terms: Terms, available: Decimal): Problem | null {
  const field = "amount";
  const mark = terms.mark_price;
  const margin = marginOf(draft, mark);
  if (!margin) return { code: "amount_required", field };
  const least = leastMargin(draft, terms);
  if (compare(margin, least) < 0) {
    const code = draft.side === "BUY_MORE" ? "below_minimum_buy" : "below_minimum_sell";
    return { code, field, n: inUnit(least, draft.unit, mark, "up") };
  }
  const costs = costsOf(draft, terms);
  const needed = larger(margin, costs?.cost ?? "0");
  if (compare(needed, available) > 0) {
    // Where only the fee is missing, naming what is available would name the amount itself.
    const most =
      compare(margin, available) > 0
        ? available
        : mostMargin(available, draft.leverage, terms.taker_fee);
    return { code: "insufficient", field, n: inUnit(most, draft.unit, mark, "down") };
  }
  if (costs && compare(costs.size, terms.maximum) > 0) {
    const most = divide(terms.maximum, draft.leverage.toString(), ledgerPlaces, "down");
    return { code: "above_maximum", field, n: inUnit(most, draft.unit, mark, "down") };
  }
  return null;
}

export interface Targets {
  take_profit: string;
  stop_loss: string;
}

export const targetFields = ["take_profit", "stop_loss"] as const;
export type TargetField = (typeof targetFields)[number];

/** A target must lie on its side of the mark; an empty one is none. */
export function targetsProblem(
  side: Side,
  targets: Targets,
  terms: Pick<Terms, "mark_price" | "tick">,
): Problem | null {
  const { mark_price: mark, tick } = terms;
  for (const field of targetFields) {
    const price = typedDecimal(targets[field]);
    if (targets[field] === "") continue;
    if (!price || isZero(price) || !fitsStep(price, tick)) {
      return { code: "off_tick", field, n: tick };
    }
    const above = (side === "BUY_MORE") === (field === "take_profit");
    if (compare(price, mark) !== (above ? 1 : -1)) {
      return { code: `${field}_${above ? "above" : "below"}`, field, n: mark };
    }
  }
  return null;
}

/** The first thing that is wrong with the position; null when it can be opened. */
export function problemOf(draft: Draft, terms: Terms, available: Decimal): Problem | null {
  if (terms.stale || isZero(terms.mark_price)) return { code: "stale_price", field: null };
  if (!terms.leverages.includes(draft.leverage)) return { code: "leverage", field: null };
  const amount = amountProblem(draft, terms, available);
  if (amount) return amount;
  return draft.with_targets ? targetsProblem(draft.side, draft, terms) : null;
}

export const targetOf = (draft: Draft, field: keyof Targets): Decimal | undefined =>
  draft.with_targets ? (typedDecimal(draft[field]) ?? undefined) : undefined;

/** What is sent as /api/v2/buy-more, without password and key. Only valid drafts have one. */
export const contentOf = (draft: Draft, name: string, terms: Terms) => ({
  name,
  delegate_type: draft.side,
  margin: marginOf(draft, terms.mark_price) ?? "0",
  leverage: draft.leverage,
  opening_price: terms.mark_price,
  take_profit: targetOf(draft, "take_profit"),
  stop_loss: targetOf(draft, "stop_loss"),
});

/** Where a position would be liquidated with more margin. */
export function liquidationWith(
  position: Pick<
    Position,
    "delegate_type" | "quantity" | "opening_price" | "margin" | "unpaid_funding" | "beside"
  >,
  added: Decimal,
  terms: Pick<Terms, "tiers" | "tick">,
): Decimal | null {
  const price = liquidationPrice(
    {
      side: position.delegate_type,
      quantity: position.quantity,
      entry: position.opening_price,
      margin: subtract(add(position.margin, added), position.unpaid_funding),
    },
    tiersBeside(terms.tiers, position.beside),
  );
  return onTick(price, position.delegate_type, terms.tick);
}

export type AddingProblem = { code: "amount_required" | "insufficient"; n?: Decimal };

/** Margin that is added: some, and no more than there is. */
export function addingProblem(amount: string, available: Decimal): AddingProblem | null {
  const added = typedDecimal(amount);
  if (!added || isZero(added)) return { code: "amount_required" };
  return compare(added, available) > 0 ? { code: "insufficient", n: available } : null;
}

/** The amount's places for typing. */
export const typingPlaces = placesOfUnit;
