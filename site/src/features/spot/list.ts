// Which of the client's orders and fills are listed, and in which order.
import type { GetQuery } from "../../lib/calls";
import { multiply } from "../../lib/decimal";
import { conditionalKinds, type MarketType, type Side } from "./order";

export const orderTypes = [
  "LIMIT",
  "MARKET",
  ...conditionalKinds,
  "OCO",
] as const satisfies MarketType[];
export type ListedType = (typeof orderTypes)[number];
export type SortKey =
  "created_at" | "name" | "side" | "type" | "price" | "quantity" | "filled" | "total";

/** What a list shows; what is not given is not asked for. */
export interface Wanted {
  /** The pair alone: "BTCUSDT". */
  name?: string | undefined;
  side?: Side | undefined;
  type?: ListedType | undefined;
  /** Days, both included: "2026-11-21". */
  from?: string | undefined;
  to?: string | undefined;
  sort?: { by: SortKey; descending: boolean } | undefined;
}

/** What the calls of the lists take. */
export type ListQuery = GetQuery<"/api/v3/trades/open-orders">;

const day = /^20\d{2}-\d{2}-\d{2}$/;

/** True when something but the pair is chosen. */
export const isFiltered = ({ side, type, from, to }: Wanted): boolean =>
  [side, type, from, to].some((choice) => choice !== undefined);

/** A day that is typed only half is not asked for. */
const wholeDay = (text: string | undefined) => (text && day.test(text) ? text : undefined);

export function wantedParameters(wanted: Wanted): ListQuery {
  const { sort } = wanted;
  return {
    name: wanted.name,
    side: wanted.side,
    type: wanted.type,
    from: wholeDay(wanted.from),
    to: wholeDay(wanted.to),
    sort: sort?.by,
    direction: sort && (sort.descending ? "desc" : "asc"),
  };
}

/** The funds whose coin has the words in its name, in any case. */
export function isOf(words: string): (fund: { coin: { name: string } }) => boolean {
  const wanted = words.trim().toUpperCase();
  return ({ coin }) => coin.name.toUpperCase().includes(wanted);
}

export const totalOf = (fill: { price: string; quantity: string }) =>
  multiply(fill.price, fill.quantity);
