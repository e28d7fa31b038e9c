// What makes the change of an open order possible, and what it does to the order's place in the
// queue; plain rules without React. The server checks everything again.
import {
  absolute,
  compare,
  divide,
  fitsStep,
  isZero,
  multiply,
  subtract,
  trimZeros,
  typedDecimal,
  type Decimal,
} from "../../lib/decimal";
import type { Order } from "./api";
import { basisPoints, trailPlaces, trailProblem } from "./trail";

/** The steps of a market. */
export interface Steps {
  tick: Decimal;
  lot: Decimal;
}

/** The fields as they were typed; `trail` is in percent. */
export interface Change {
  stop: string;
  trail: string;
  price: string;
  amount: string;
}

export type ChangeField = keyof Change;

/** It waits for its stop price. */
export const waits = (order: Order): boolean =>
  order.stop_price !== undefined && order.triggered !== true;

/** One of a pair whose other leg is open, too: both are changed. */
export const isPaired = (order: Order): boolean =>
  order.oco_group !== undefined && order.triggered !== true && isZero(order.filled);

/** What can be changed of it, in the order of the dialog's fields. */
export function changeFields(order: Order): ChangeField[] {
  const fields: ChangeField[] = [];
  if (waits(order)) fields.push(order.trailing_delta === undefined ? "stop" : "trail");
  if (order.price !== undefined) fields.push("price");
  // A stop by total has no amount.
  if (fields.length > 0 && !isZero(order.number_of_order)) fields.push("amount");
  return fields;
}

/** All but what was traded at once, as it is pushed. */
export const mayChange = (order: Order): boolean => changeFields(order).length > 0;

/** A distance in basis points, as it is typed: in percent. */
const percentOf = (delta: number): string =>
  trimZeros(divide(String(delta), "100", trailPlaces, "half_even"));

/** How far a stop that is dragged to `price` follows the last one; its own distance without it. */
function trailOf(order: Order, price: Decimal | undefined, last: Decimal | undefined): string {
  if (order.trailing_delta === undefined) return "";
  if (price === undefined || last === undefined || isZero(last))
    return percentOf(order.trailing_delta);
  const share = multiply(absolute(subtract(last, price)), "100");
  return trimZeros(divide(share, last, trailPlaces, "half_even"));
}

/** The order as it is, but for the price that it was dragged to: its stop's while it waits. */
export function startOf(order: Order, price?: Decimal, last?: Decimal): Change {
  const own = (value: Decimal | undefined) => (value === undefined ? "" : trimZeros(value));
  return {
    stop: own((waits(order) ? price : undefined) ?? order.stop_price),
    trail: trailOf(order, price, last),
    price: own((waits(order) ? undefined : price) ?? order.price),
    amount: own(order.number_of_order),
  };
}

export interface ChangeProblem {
  code:
    | "price_required"
    | "stop_required"
    | "trail_required"
    | "trail_range"
    | "off_tick"
    | "amount_required"
    | "off_lot"
    | "below_filled"
    | "unchanged";
  field: ChangeField;
  /** The number in the sentence. */
  n?: Decimal;
}

function amountProblem(order: Order, change: Change, steps: Steps): ChangeProblem | null {
  const amount = typedDecimal(change.amount);
  if (!amount || isZero(amount)) return { code: "amount_required", field: "amount" };
  if (!fitsStep(amount, steps.lot)) return { code: "off_lot", field: "amount", n: steps.lot };
  return compare(amount, order.filled) <= 0
    ? { code: "below_filled", field: "amount", n: order.filled }
    : null;
}

function fieldProblem(
  order: Order,
  change: Change,
  field: ChangeField,
  steps: Steps,
): ChangeProblem | null {
  if (field === "amount") return amountProblem(order, change, steps);
  if (field === "trail") return trailProblem({ kind: order.type, trail: change.trail });
  const price = typedDecimal(change[field]);
  if (!price || isZero(price)) return { code: `${field}_required`, field };
  return fitsStep(price, steps.tick) ? null : { code: "off_tick", field, n: steps.tick };
}

/** The fields that differ from the order; null where something is wrong with one. */
function changed(order: Order, change: Change): ChangeField[] | null {
  const fields = changeFields(order);
  if (fields.some((field) => !typedDecimal(change[field]))) return null;
  const own = startOf(order);
  return fields.filter(
    (field) => compare(typedDecimal(change[field]) ?? "0", typedDecimal(own[field]) ?? "0") !== 0,
  );
}

/** The first thing that is wrong; null when the change can be asked for. */
export function changeProblem(order: Order, change: Change, steps: Steps): ChangeProblem | null {
  const fields = changeFields(order);
  for (const field of fields) {
    const problem = fieldProblem(order, change, field, steps);
    if (problem) return problem;
  }
  const first = fields[0];
  return first && changed(order, change)?.length === 0 ? { code: "unchanged", field: first } : null;
}

/** Whether the order keeps its place in the queue; null while nothing is changed. */
export function keepsPlace(order: Order, change: Change): boolean | null {
  const differs = changed(order, change);
  if (!differs || differs.length === 0) return null;
  const amount = typedDecimal(change.amount) ?? "0";
  return differs.every((field) => field === "amount") && compare(amount, order.number_of_order) < 0;
}

/** The limit of a pair's stop leg has a name of its own. */
export const isStopLeg = (order: Order): boolean => waits(order) && order.oco_group !== undefined;

/** What is sent as /api/v3/trades/amend-order, without password and key: what differs. */
export function changesOf(order: Order, change: Change) {
  const differs = changed(order, change) ?? [];
  const value = (field: ChangeField) =>
    differs.includes(field) ? (typedDecimal(change[field]) ?? undefined) : undefined;
  const leg = isStopLeg(order);
  return {
    order_id: order.id,
    order_per_unit: leg ? undefined : value("price"),
    stop_limit_price: leg ? value("price") : undefined,
    stop_price: value("stop"),
    trailing_delta: differs.includes("trail") ? basisPoints(change.trail) : undefined,
    number_of_order: value("amount"),
  };
}

const fieldsOnTheWire: Readonly<Record<string, ChangeField>> = {
  order_per_unit: "price",
  stop_limit_price: "price",
  stop_price: "stop",
  trailing_delta: "trail",
  number_of_order: "amount",
  total: "amount",
};

/** Where the dialog shows what the server says about a parameter; not of a pair's other leg. */
export function changeField(order: Order, parameter: string | undefined): ChangeField | undefined {
  const field = fieldsOnTheWire[parameter ?? ""];
  const other = isStopLeg(order) ? "order_per_unit" : "stop_limit_price";
  return field && parameter !== other && changeFields(order).includes(field) ? field : undefined;
}
