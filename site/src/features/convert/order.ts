// What makes a conversion possible and what is sent for it; plain rules without React. The server
// checks everything again: these are a courtesy.
import {
  compare,
  divide,
  isZero,
  multiply,
  round,
  toDigits,
  trimZeros,
  typedDecimal,
  type Decimal,
} from "../../lib/decimal";

export type Kind = "MARKET" | "LIMIT";
/** Which of the two amounts the person typed last; the other one follows. */
export type Basis = "from" | "to";

export const usdt = "USDT";
/** How many places an amount of any coin may have; the server takes no more. */
export const amountPlaces = 8;
/** Between two coins a rate may be as small as 0.00000000009. */
const ratePlaces = 18;
const pricePlaces = 8;
/** Digits of a rate that a limit begins with. */
const rateDigits = 6;

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

export const emptyDraft = (): Draft => ({
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
export const pairOf = ({ from, to }: Pick<Draft, "from" | "to">): string =>
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
export function withCoin(draft: Draft, side: Basis, coin: string): Draft {
  const other = side === "from" ? draft.to : draft.from;
  if (coin === other) return swapped(draft);
  const cleared = { ...draft, price: "" };
  return side === "from"
    ? { ...cleared, from: coin, to_amount: "", basis: "from" }
    : { ...cleared, to: coin, to_amount: "", basis: "from" };
}

/** `to` for one `from` at the limit; null while there is no price. */
export function limitRate(draft: Draft): Decimal | null {
  const price = typedDecimal(draft.price);
  if (!price || isZero(price)) return null;
  return buys(draft) ? divide("1", price, 18, "down") : price;
}

const betweenCoins = ({ from, to }: Pick<Draft, "from" | "to">): boolean =>
  from !== usdt && to !== usdt;

/** How many places a limit may have. */
export const limitPlaces = (draft: Draft): number =>
  betweenCoins(draft) ? ratePlaces : pricePlaces;

/** What a limit counts. */
export const limitUnit = (draft: Draft): string => (betweenCoins(draft) ? draft.to : usdt);

/** The price that a limit begins with: that of the market, of coins that cost so much USDT. */
export function usualLimit(draft: Draft, price: { from: Decimal; to: Decimal }): Decimal {
  if (draft.from === usdt) return trimZeros(price.to);
  if (draft.to === usdt) return trimZeros(price.from);
  const rate = divide(price.from, price.to, ratePlaces, "half_even");
  return trimZeros(toDigits(rate, rateDigits, "half_even"));
}

/** What one of the first coin is in the second, by their prices; null where one has no price. */
export const marketRate = (from: Decimal, to: Decimal): Decimal | null =>
  isZero(from) || isZero(to) ? null : divide(from, to, ratePlaces, "half_even");

/** The draft with the amount that follows, at this rate; emptied without one. */
export function linked(draft: Draft, rate: Decimal | null): Draft {
  const byFrom = draft.basis === "from";
  const typed = typedDecimal(byFrom ? draft.from_amount : draft.to_amount);
  const blank = !typed || isZero(typed) || !rate || isZero(rate);
  if (byFrom) {
    if (blank) return { ...draft, to_amount: "" };
    return {
      ...draft,
      to_amount: trimZeros(round(multiply(typed, rate), amountPlaces, "down")),
    };
  }
  if (blank) return { ...draft, from_amount: "" };
  return { ...draft, from_amount: trimZeros(divide(typed, rate, amountPlaces, "up")) };
}

/** A limit by the price itself: a division and a multiplication lose less than two of them. */
export function linkedByPrice(draft: Draft): Draft {
  const price = typedDecimal(draft.price);
  const rate = limitRate(draft);
  const typed = typedDecimal(draft.from_amount);
  if (!price || !rate || !typed || draft.basis === "to" || !buys(draft)) {
    return linked(draft, rate);
  }
  return { ...draft, to_amount: trimZeros(divide(typed, price, amountPlaces, "down")) };
}

/** What is asked of the quote call; null while there is nothing to ask. */
export function askedOf(draft: Draft) {
  const { from, to, basis } = draft;
  const typed = typedDecimal(basis === "from" ? draft.from_amount : draft.to_amount);
  if (draft.kind !== "MARKET" || from === to || !typed || isZero(typed)) return null;
  return basis === "from"
    ? { from, to, amount: trimZeros(typed) }
    : { from, to, to_amount: trimZeros(typed) };
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
export function problemOf(draft: Draft, rules: Rules): Problem | null {
  const from = typedDecimal(draft.from_amount);
  const to = typedDecimal(draft.to_amount);
  const typed = draft.basis === "from" ? from : to;
  if (!typed || isZero(typed)) return { code: "amount_required", field: draft.basis };
  if (draft.kind === "LIMIT" && limitRate(draft) === null) {
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
  if (!from || isZero(from)) return { code: "amount_required", field: "from" };
  return !to || isZero(to) ? { code: "amount_required", field: "to" } : null;
}

/** The draft at a quote: the amount that was not typed is the quote's. */
export const atQuote = (
  draft: Draft,
  quote: { from_amount: Decimal; to_amount: Decimal },
): Draft => ({
  ...draft,
  from_amount: draft.basis === "from" ? draft.from_amount : trimZeros(quote.from_amount),
  to_amount: draft.basis === "to" ? draft.to_amount : trimZeros(quote.to_amount),
});

/**
 * What is sent as /api/v2/my-order, without password and key. Only valid drafts have one; without a
 * quote the server would convert at the rate of the moment, which nobody has seen.
 */
export function contentOf(draft: Draft, quoteId: string | undefined) {
  const amount = typedDecimal(draft.from_amount) ?? undefined;
  const limit = draft.kind === "LIMIT";
  if (!limit && quoteId === undefined) throw new Error("A market conversion needs a quote");
  return {
    name: pairOf(draft),
    delegate_type: buys(draft) ? ("BUY" as const) : ("SELL" as const),
    trade_type: "convert" as const,
    market_type: draft.kind,
    to_coin: betweenCoins(draft) ? draft.to : undefined,
    number_of_order: buys(draft) ? undefined : amount,
    total: buys(draft) ? amount : undefined,
    order_per_unit: limit ? (typedDecimal(draft.price) ?? undefined) : undefined,
    quote_id: limit ? undefined : quoteId,
  };
}
