// What makes a position openable, what it will cost, and where it would be liquidated; plain rules
// without React. The server checks everything again: these are a courtesy.
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
  sign,
  smaller,
  subtract,
  sum,
  to_step,
  trim_zeros,
  typed_decimal,
  type Decimal,
} from "../../lib/decimal";
import type { Contract, Leverage, Position, Side, Tier } from "./contract";

/** What the amount counts: both are the margin, once in USDT and once in what it is worth. */
export type Unit = "USDT" | "COIN";

export const usual_leverage: Leverage = 10;
export const usdt_places = 2;
export const coin_places = 8;
const ledger_places = 18;
/** The server takes a margin with no more places than USDT has. */
const sent_places = 8;

/** The form as it was typed. */
export interface Draft {
  side: Side;
  unit: Unit;
  leverage: Leverage;
  amount: string;
  with_targets: boolean;
  take_profit: string;
  stop_loss: string;
}

export const empty_draft = (): Draft => ({
  side: "BUY_MORE",
  unit: "USDT",
  leverage: usual_leverage,
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

const places_of_unit = (unit: Unit): number => (unit === "USDT" ? usdt_places : coin_places);

/** An amount in USDT in the unit of the form. */
const in_unit = (usdt: Decimal, unit: Unit, mark: Decimal, rounding: "up" | "down"): Decimal =>
  trim_zeros(
    unit === "USDT"
      ? round(usdt, usdt_places, rounding)
      : divide(usdt, mark, coin_places, rounding),
  );

/** The margin that was typed, in USDT as it is sent; null while there is none. */
export function margin_of(draft: Draft, mark: Decimal): Decimal | null {
  const amount = typed_decimal(draft.amount);
  if (!amount || is_zero(amount)) return null;
  return draft.unit === "USDT"
    ? amount
    : trim_zeros(round(multiply(amount, mark), sent_places, "down"));
}

/** The same margin in the other unit. */
export function with_unit(draft: Draft, unit: Unit, mark: Decimal): Draft {
  const margin = margin_of(draft, mark);
  if (unit === draft.unit) return draft;
  if (!margin || is_zero(mark)) return { ...draft, unit, amount: "" };
  return { ...draft, unit, amount: in_unit(margin, unit, mark, "down") };
}

/** The most margin that leaves the fee: both are taken from what is available. */
export function most_margin(available: Decimal, leverage: number, taker_fee: Decimal): Decimal {
  const with_fee = add("1", multiply(taker_fee, leverage.toString()));
  return larger(divide(available, with_fee, ledger_places, "down"), "0");
}

/** A share of the available balance; the whole of it leaves what the fee takes. */
export function with_share(draft: Draft, percent: number, available: Decimal, terms: Terms): Draft {
  const most = most_margin(available, draft.leverage, terms.taker_fee);
  const margin = smaller(percent_of(available, percent), most);
  if (is_zero(terms.mark_price)) return draft;
  return { ...draft, amount: in_unit(margin, draft.unit, terms.mark_price, "down") };
}

/** Where the slider stands, 0 to 100. For drawing. */
export function share_of(draft: Draft, available: Decimal, terms: Terms): number {
  const margin = margin_of(draft, terms.mark_price) ?? "0";
  if (sign(available) <= 0) return 0;
  // What the slider made of 100 % is less than everything by the fee and by what was rounded off.
  const all = with_share(draft, 100, available, terms).amount;
  const typed = typed_decimal(draft.amount);
  if (typed && typed_decimal(all) && compare(typed, all) >= 0) return 100;
  const share = divide(multiply(margin, "100"), available, 2, "half_even");
  return for_drawing(smaller(share, "100"));
}

const tier_of = (notional: Decimal, tiers: readonly Tier[]): Tier | undefined =>
  tiers.find(({ up_to }) => compare(notional, up_to) <= 0) ?? tiers.at(-1);

/** quantity · price · rate − deduction, in USDT. */
export function maintenance(quantity: Decimal, price: Decimal, tiers: readonly Tier[]): Decimal {
  const notional = multiply(quantity, price);
  const tier = tier_of(notional, tiers);
  return tier ? subtract(multiply(notional, tier.rate), tier.deduction) : "0";
}

/**
 * The tiers of a position beside others that are worth so much: they count on from there, and what
 * all together need less what the others need is quantity · price · rate − deduction again.
 */
export function tiers_beside(tiers: readonly Tier[], beside: Decimal): readonly Tier[] {
  if (sign(beside) <= 0) return tiers;
  const needed = maintenance(beside, "1", tiers);
  const open = tiers.filter(({ up_to }) => compare(up_to, beside) > 0);
  return (open.length > 0 ? open : tiers.slice(-1)).map(({ up_to, rate, deduction }) => ({
    up_to: larger(subtract(up_to, beside), "0"),
    rate,
    deduction: subtract(add(deduction, needed), multiply(beside, rate)),
  }));
}

/** A contract as somebody with these positions opens the next one in it. */
export function contract_beside(contract: Contract, positions: readonly Position[]): Contract {
  const own = positions.filter(({ coin_pair }) => coin_pair.pair_name === contract.name);
  const beside = sum(own.map(({ quantity }) => multiply(quantity, contract.mark_price)));
  return {
    ...contract,
    tiers: [...tiers_beside(contract.tiers, beside)],
    maximum: larger(subtract(contract.maximum, beside), "0"),
  };
}

/**
 * The mark at which margin and loss together reach the maintenance margin; null where no price
 * does. Maintenance grows without a step from tier to tier, so one tier alone holds the answer.
 */
export function liquidation_price(
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
    const price = divide(above, below, ledger_places, "half_even");
    const last = tier === tiers.at(-1);
    if (last || tier_of(multiply(quantity, price), tiers) === tier) {
      return sign(price) > 0 ? price : null;
    }
  }
  return null;
}

/** On the tick nearer to the mark, as the server has it: never later than it comes. */
const on_tick = (price: Decimal | null, side: Side, tick: Decimal): Decimal | null =>
  price && round(price, places_of(tick), side === "BUY_MORE" ? "up" : "down");

export interface Costs {
  quantity: Decimal;
  /** Notional in USDT. */
  size: Decimal;
  initial_margin: Decimal;
  fee: Decimal;
  /** Margin and fee: what leaves the available balance. */
  cost: Decimal;
  /** On the tick. */
  liquidation: Decimal | null;
}

/** What opening would take at this mark; null while there is nothing to count. */
export function costs_of(draft: Draft, terms: Terms): Costs | null {
  const mark = terms.mark_price;
  const margin = margin_of(draft, mark);
  if (!margin || is_zero(mark)) return null;
  const leverage = draft.leverage.toString();
  const wanted = divide(multiply(margin, leverage), mark, ledger_places, "down");
  const quantity = trim_zeros(to_step(wanted, terms.lot, "down"));
  const size = multiply(quantity, mark);
  const initial_margin = trim_zeros(divide(size, leverage, ledger_places, "up"));
  const fee = multiply(size, terms.taker_fee);
  const price = liquidation_price(
    { side: draft.side, quantity, entry: mark, margin: initial_margin },
    terms.tiers,
  );
  return {
    quantity,
    size,
    initial_margin,
    fee,
    cost: add(initial_margin, fee),
    liquidation: on_tick(price, draft.side, terms.tick),
  };
}

export type ProblemCode =
  | "stale_price"
  | "leverage"
  | "amount_required"
  | "below_minimum_buy"
  | "below_minimum_sell"
  | "above_maximum"
  | "insufficient"
  | "off_tick"
  | "take_profit_above"
  | "take_profit_below"
  | "stop_loss_above"
  | "stop_loss_below";

export interface Problem {
  code: ProblemCode;
  /** null: the whole position. */
  field: "amount" | "take_profit" | "stop_loss" | null;
  /** The number in the sentence. */
  n?: Decimal;
}

/** The least margin in USDT: the minimum, and what one lot takes. */
function least_margin(draft: Draft, terms: Terms): Decimal {
  const minimum =
    draft.side === "BUY_MORE" ? terms.minimum_buy : multiply(terms.minimum_sell, terms.mark_price);
  const one_lot = divide(
    multiply(terms.lot, terms.mark_price),
    draft.leverage.toString(),
    ledger_places,
    "up",
  );
  // A margin has no more places: the least of them that is enough.
  return trim_zeros(round(larger(minimum, one_lot), sent_places, "up"));
}

function amount_problem(draft: Draft, terms: Terms, available: Decimal): Problem | null {
  const field = "amount";
  const mark = terms.mark_price;
  const margin = margin_of(draft, mark);
  if (!margin) return { code: "amount_required", field };
  const least = least_margin(draft, terms);
  if (compare(margin, least) < 0) {
    const code = draft.side === "BUY_MORE" ? "below_minimum_buy" : "below_minimum_sell";
    return { code, field, n: in_unit(least, draft.unit, mark, "up") };
  }
  const costs = costs_of(draft, terms);
  const needed = larger(margin, costs?.cost ?? "0");
  if (compare(needed, available) > 0) {
    // Where only the fee is missing, naming what is available would name the amount itself.
    const most =
      compare(margin, available) > 0
        ? available
        : most_margin(available, draft.leverage, terms.taker_fee);
    return { code: "insufficient", field, n: in_unit(most, draft.unit, mark, "down") };
  }
  if (costs && compare(costs.size, terms.maximum) > 0) {
    const most = divide(terms.maximum, draft.leverage.toString(), ledger_places, "down");
    return { code: "above_maximum", field, n: in_unit(most, draft.unit, mark, "down") };
  }
  return null;
}

export interface Targets {
  take_profit: string;
  stop_loss: string;
}

/** A target must lie on its side of the mark; an empty one is none. */
export function targets_problem(
  side: Side,
  targets: Targets,
  terms: Pick<Terms, "mark_price" | "tick">,
): Problem | null {
  const { mark_price: mark, tick } = terms;
  for (const field of ["take_profit", "stop_loss"] as const) {
    const price = typed_decimal(targets[field]);
    if (targets[field] === "") continue;
    if (!price || is_zero(price) || !fits_step(price, tick)) {
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
export function problem_of(draft: Draft, terms: Terms, available: Decimal): Problem | null {
  if (terms.stale || is_zero(terms.mark_price)) return { code: "stale_price", field: null };
  if (!terms.leverages.includes(draft.leverage)) return { code: "leverage", field: null };
  const amount = amount_problem(draft, terms, available);
  if (amount) return amount;
  return draft.with_targets ? targets_problem(draft.side, draft, terms) : null;
}

const target = (draft: Draft, field: keyof Targets): Decimal | undefined =>
  draft.with_targets ? (typed_decimal(draft[field]) ?? undefined) : undefined;

/** What is sent as /api/v2/buy-more, without password and key. Only valid drafts have one. */
export const content_of = (draft: Draft, name: string, terms: Terms) => ({
  name,
  delegate_type: draft.side,
  margin: margin_of(draft, terms.mark_price) ?? "0",
  leverage: draft.leverage,
  opening_price: terms.mark_price,
  take_profit: target(draft, "take_profit"),
  stop_loss: target(draft, "stop_loss"),
});

/** Where a position would be liquidated with more margin. */
export function liquidation_with(
  position: Pick<Position, "delegate_type" | "quantity" | "opening_price" | "margin" | "beside">,
  added: Decimal,
  terms: Pick<Terms, "tiers" | "tick">,
): Decimal | null {
  const price = liquidation_price(
    {
      side: position.delegate_type,
      quantity: position.quantity,
      entry: position.opening_price,
      margin: add(position.margin, added),
    },
    tiers_beside(terms.tiers, position.beside),
  );
  return on_tick(price, position.delegate_type, terms.tick);
}

export type AddingProblem = { code: "amount_required" | "insufficient"; n?: Decimal };

/** Margin that is added: some, and no more than there is. */
export function adding_problem(amount: string, available: Decimal): AddingProblem | null {
  const added = typed_decimal(amount);
  if (!added || is_zero(added)) return { code: "amount_required" };
  return compare(added, available) > 0 ? { code: "insufficient", n: available } : null;
}

/** The amount's places for typing. */
export const typing_places = places_of_unit;
