// Which of the client's orders and fills are listed, and in which order.
import type { Parameters } from "../../lib/api";
import { compare, multiply } from "../../lib/decimal";
import type { Side } from "./order";

export const order_types = ["LIMIT", "MARKET", "STOP_LIMIT"] as const;
export type ListedType = (typeof order_types)[number];
export type SortKey = "created_at" | "price" | "quantity";

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

const day = /^\d{4}-\d{2}-\d{2}$/;

/** True when something but the pair is chosen. */
export const is_filtered = ({ side, type, from, to }: Wanted): boolean =>
  [side, type, from, to].some((choice) => choice !== undefined);

/** A day that was typed half is not asked for. */
const whole_day = (text: string | undefined) => (text && day.test(text) ? text : undefined);

const day_ms = 86_400_000;

/** The moment at which the day after begins. */
const after = (text: string): string => new Date(Date.parse(text) + day_ms).toISOString();

export function wanted_parameters(wanted: Wanted): Parameters {
  const [from, to] = [whole_day(wanted.from), whole_day(wanted.to)];
  const { sort } = wanted;
  // Newest first is what the server answers with when nothing is asked for.
  const usual = !sort || (sort.by === "created_at" && sort.descending);
  return {
    name: wanted.name,
    side: wanted.side,
    type: wanted.type,
    from: from && `${from}T00:00:00Z`,
    to: to && after(to),
    sort: usual ? undefined : `${sort.descending ? "-" : ""}${sort.by}`,
  };
}

interface Listed {
  coin_pair: { pair_name: string };
  delegate_type: Side;
  at: string;
  price: string;
  quantity: string;
}

/** Fills come in one piece: they are chosen and sorted here. */
export function chosen<Row extends Listed>(rows: readonly Row[], wanted: Wanted): Row[] {
  const [from, to] = [whole_day(wanted.from), whole_day(wanted.to)];
  const kept = rows.filter(
    (row) =>
      (wanted.name === undefined || row.coin_pair.pair_name === wanted.name) &&
      (wanted.side === undefined || row.delegate_type === wanted.side) &&
      (from === undefined || row.at >= from) &&
      (to === undefined || row.at < after(to)),
  );
  const { sort } = wanted;
  if (!sort) return kept;
  const turn = sort.descending ? -1 : 1;
  const order = {
    created_at: (a: Row, b: Row) => a.at.localeCompare(b.at, "en"),
    price: (a: Row, b: Row) => compare(a.price, b.price),
    quantity: (a: Row, b: Row) => compare(a.quantity, b.quantity),
  }[sort.by];
  return kept.sort((a, b) => turn * order(a, b));
}

export const total_of = (fill: { price: string; quantity: string }) =>
  multiply(fill.price, fill.quantity);
