// What makes the change of an open order possible, and what it does to the order's place in the
// queue; plain rules without React. The server checks everything again.
import { compare, fitsStep, isZero, typedDecimal, type Decimal } from "../../lib/decimal";
import type { Order } from "./api";

/** The steps of a market. */
export interface Steps {
  tick: Decimal;
  lot: Decimal;
}

/** The fields as they were typed. */
export interface Change {
  price: string;
  amount: string;
}

/** A limit order that rests in the book and is no leg of a pair. */
export const mayChange = (order: Order): boolean =>
  order.price !== undefined &&
  (order.stop_price === undefined ? order.oco_group === undefined : order.triggered === true);

export type ChangeField = keyof Change;

export interface ChangeProblem {
  code:
    "price_required" | "off_tick" | "amount_required" | "off_lot" | "below_filled" | "unchanged";
  field: ChangeField;
  /** The number in the sentence. */
  n?: Decimal;
}

/** The new values, both of them; null where something is wrong with one. */
function values(change: Change) {
  const price = typedDecimal(change.price);
  const amount = typedDecimal(change.amount);
  return price && amount ? { price, amount } : null;
}

const same = (order: Order, { price, amount }: { price: Decimal; amount: Decimal }): boolean =>
  compare(price, order.price ?? "0") === 0 && compare(amount, order.number_of_order) === 0;

/** The first thing that is wrong; null when the change can be asked for. */
export function changeProblem(order: Order, change: Change, steps: Steps): ChangeProblem | null {
  const price = typedDecimal(change.price);
  if (!price || isZero(price)) return { code: "price_required", field: "price" };
  if (!fitsStep(price, steps.tick)) return { code: "off_tick", field: "price", n: steps.tick };
  const amount = typedDecimal(change.amount);
  if (!amount || isZero(amount)) return { code: "amount_required", field: "amount" };
  if (!fitsStep(amount, steps.lot)) return { code: "off_lot", field: "amount", n: steps.lot };
  if (compare(amount, order.filled) <= 0) {
    return { code: "below_filled", field: "amount", n: order.filled };
  }
  return same(order, { price, amount }) ? { code: "unchanged", field: "price" } : null;
}

/** Whether the order keeps its place in the queue; null while nothing is changed. */
export function keepsPlace(order: Order, change: Change): boolean | null {
  const wanted = values(change);
  if (!wanted || same(order, wanted)) return null;
  return (
    compare(wanted.price, order.price ?? "0") === 0 &&
    compare(wanted.amount, order.number_of_order) < 0
  );
}

/** What is sent as /api/v3/trades/amend-order, without password and key: what differs. */
export function changesOf(order: Order, change: Change) {
  const wanted = values(change);
  const price = wanted && compare(wanted.price, order.price ?? "0") !== 0;
  const amount = wanted && compare(wanted.amount, order.number_of_order) !== 0;
  return {
    order_id: order.id,
    order_per_unit: price ? wanted.price : undefined,
    number_of_order: amount ? wanted.amount : undefined,
  };
}

const fieldsOnTheWire: Readonly<Record<string, ChangeField>> = {
  order_per_unit: "price",
  number_of_order: "amount",
  total: "amount",
};

/** Where the dialog shows what the server says about one of its parameters. */
export const changeField = (parameter: string | undefined): ChangeField | undefined =>
  fieldsOnTheWire[parameter ?? ""];
