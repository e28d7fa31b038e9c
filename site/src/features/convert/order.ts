// What makes a conversion possible and what is sent for it; plain rules without React. The server
// checks everything again: these are a courtesy.
import {
  compare,
  divide,
  is_zero,
  multiply,
  round,
  to_digits,
  trim_zeros,
  typed_decimal,
  type Decimal,
} from "../../lib/decimal";

export type Kind = "MARKET" | "LIMIT";
/** Which of the two amounts the person typed last; the other one follows. */
export type Basis = "from" | "to";

export const usdt = "USDT";
/** How many places an amount of any coin may have; the server takes no more. */
export const amount_places = 8;
/** Between two coins a rate may be as small as 0.00000000009. */
const rate_places = 18;
const price_places = 8;
/** Digits of a rate that a limit begins with. */
const rate_digits = 6;

/** The form as it was typed. */
export interface Draft {
  kind: Kind;
  from: string;
  to: string;
  from_amount: string;
  to_amount: string;
  basis: Basis;
  /** LIMIT: USDT for one of the coin; between two coins `to` for one `from`. */
  price: string;
}

export const empty_draft = (): Draft => ({
  kind: "MARKET",
  from: usdt,
  to: "BTC",
  from_amount: "",
  to_amount: "",
  basis: "from",
  price: "",
});

/** BUY when USDT is paid. */
export const buys = ({ from }: Pick<Draft, "from">): boolean => from === usdt;

/** The pair whose rules hold: that of the coin which is not USDT, of two coins the one paid. */
export const pair_of = ({ from, to }: Pick<Draft, "from" | "to">): string =>
  `${from === usdt ? to : from}${usdt}`;

/** The coins and the amounts change places; a limit price of the pair stays what it was. */
export const swapped = (draft: Draft): Draft => ({
  ...draft,
  from: draft.to,
  to: draft.from,
  from_amount: draft.to_amount,
  to_amount: draft.from_amount,
  basis: draft.basis === "from" ? "to" : "from",
  price: draft.from === usdt || draft.to === usdt ? draft.price : "",
});

/** Another coin on one side; the one of the other side moves over when it is the same. */
export function with_coin(draft: Draft, side: Basis, coin: string): Draft {
  const other = side === "from" ? draft.to : draft.from;
  if (coin === other) return swapped(draft);
  const cleared = { ...draft, price: "" };
  return side === "from"
    ? { ...cleared, from: coin, to_amount: "", basis: "from" }
    : { ...cleared, to: coin, to_amount: "", basis: "from" };
}

/** `to` for one `from` at the limit; null while there is no price. */
export function limit_rate(draft: Draft): Decimal | null {
  const price = typed_decimal(draft.price);
  if (!price || is_zero(price)) return null;
  return buys(draft) ? divide("1", price, 18, "down") : price;
}

const between_coins = ({ from, to }: Pick<Draft, "from" | "to">): boolean =>
  from !== usdt && to !== usdt;

/** How many places a limit may have. */
export const limit_places = (draft: Draft): number =>
  between_coins(draft) ? rate_places : price_places;

/** What a limit counts. */
export const limit_unit = (draft: Draft): string => (between_coins(draft) ? draft.to : usdt);

/** The price that a limit begins with: that of the market, of coins that cost so much USDT. */
export function usual_limit(draft: Draft, price: { from: Decimal; to: Decimal }): Decimal {
  if (draft.from === usdt) return trim_zeros(price.to);
  if (draft.to === usdt) return trim_zeros(price.from);
  const rate = divide(price.from, price.to, rate_places, "half_even");
  return trim_zeros(to_digits(rate, rate_digits, "half_even"));
}

/** What one of the first coin is in the second, by their prices; null where one has no price. */
export const market_rate = (from: Decimal, to: Decimal): Decimal | null =>
  is_zero(from) || is_zero(to) ? null : divide(from, to, rate_places, "half_even");

/** The draft with the amount that follows, at this rate; emptied without one. */
export function linked(draft: Draft, rate: Decimal | null): Draft {
  const by_from = draft.basis === "from";
  const typed = typed_decimal(by_from ? draft.from_amount : draft.to_amount);
  const blank = !typed || is_zero(typed) || !rate || is_zero(rate);
  if (by_from) {
    if (blank) return { ...draft, to_amount: "" };
    return {
      ...draft,
      to_amount: trim_zeros(round(multiply(typed, rate), amount_places, "down")),
    };
  }
  if (blank) return { ...draft, from_amount: "" };
  return { ...draft, from_amount: trim_zeros(divide(typed, rate, amount_places, "up")) };
}

/** A limit by the price itself: a division and a multiplication lose less than two of them. */
export function linked_by_price(draft: Draft): Draft {
  const price = typed_decimal(draft.price);
  const rate = limit_rate(draft);
  const typed = typed_decimal(draft.from_amount);
  if (!price || !rate || !typed || draft.basis === "to" || !buys(draft)) {
    return linked(draft, rate);
  }
  return { ...draft, to_amount: trim_zeros(divide(typed, price, amount_places, "down")) };
}

/** What is asked of the quote call; null while there is nothing to ask. */
export function asked_of(draft: Draft) {
  const { from, to, basis } = draft;
  const typed = typed_decimal(basis === "from" ? draft.from_amount : draft.to_amount);
  if (draft.kind !== "MARKET" || from === to || !typed || is_zero(typed)) return null;
  return basis === "from"
    ? { from, to, amount: trim_zeros(typed) }
    : { from, to, to_amount: trim_zeros(typed) };
}

export interface Rules {
  /** In USDT, for buying; "0" means none. */
  minimum_buy: Decimal;
  /** In the coin, for selling; "0" means none. */
  minimum_sell: Decimal;
  /** Of the coin that is paid. */
  available: Decimal;
}

export interface Problem {
  code:
    | "amount_required"
    | "price_required"
    | "below_minimum_buy"
    | "below_minimum_sell"
    | "insufficient";
  field: "from" | "to" | "price";
  /** The number in the sentence. */
  n?: Decimal;
}

/** The first thing that is wrong with the conversion; null when it can be made. */
export function problem_of(draft: Draft, rules: Rules): Problem | null {
  const from = typed_decimal(draft.from_amount);
  const to = typed_decimal(draft.to_amount);
  const typed = draft.basis === "from" ? from : to;
  if (!typed || is_zero(typed)) return { code: "amount_required", field: draft.basis };
  if (draft.kind === "LIMIT" && limit_rate(draft) === null) {
    return { code: "price_required", field: "price" };
  }
  if (from && compare(from, buys(draft) ? rules.minimum_buy : rules.minimum_sell) < 0) {
    return buys(draft)
      ? { code: "below_minimum_buy", field: "from", n: rules.minimum_buy }
      : { code: "below_minimum_sell", field: "from", n: rules.minimum_sell };
  }
  if (from && compare(from, rules.available) > 0) {
    return { code: "insufficient", field: "from", n: rules.available };
  }
  // The other amount of a market conversion comes with its quote.
  if (draft.kind === "MARKET") return null;
  if (!from || is_zero(from)) return { code: "amount_required", field: "from" };
  return !to || is_zero(to) ? { code: "amount_required", field: "to" } : null;
}

/** The draft at a quote: the amount that was not typed is the quote's. */
export const at_quote = (
  draft: Draft,
  quote: { from_amount: Decimal; to_amount: Decimal },
): Draft => ({
  ...draft,
  from_amount: draft.basis === "from" ? draft.from_amount : trim_zeros(quote.from_amount),
  to_amount: draft.basis === "to" ? draft.to_amount : trim_zeros(quote.to_amount),
});

/**
 * What is sent as /api/v2/my-order, without password and key. Only valid drafts have one; without a
 * quote the server would convert at the rate of the moment, which nobody has seen.
 */
export function content_of(draft: Draft, quote_id: string | undefined) {
  const amount = typed_decimal(draft.from_amount) ?? undefined;
  const limit = draft.kind === "LIMIT";
  if (!limit && quote_id === undefined) throw new Error("A market conversion needs a quote");
  return {
    name: pair_of(draft),
    delegate_type: buys(draft) ? ("BUY" as const) : ("SELL" as const),
    trade_type: "convert" as const,
    market_type: draft.kind,
    to_coin: between_coins(draft) ? draft.to : undefined,
    number_of_order: buys(draft) ? undefined : amount,
    total: buys(draft) ? amount : undefined,
    order_per_unit: limit ? (typed_decimal(draft.price) ?? undefined) : undefined,
    quote_id: limit ? undefined : quote_id,
  };
}
