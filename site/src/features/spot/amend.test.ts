import { expect, it } from "vitest";
import {
  changeField,
  changeFields,
  changeProblem,
  changesOf,
  isPaired,
  keepsPlace,
  mayChange,
  startOf,
  type Change,
} from "./amend";
import type { Order } from "./api";
import { waiting } from "./test_market";

const steps = { tick: "0.1", lot: "0.00001" };
const order: Order = waiting("7", { price: "99000", number_of_order: "0.002", filled: "0.0005" });
const none = { price: undefined } as unknown as Partial<Order>;
const stop = waiting("8", {
  type: "STOP_LIMIT",
  price: "97000",
  stop_price: "98000",
  triggered: false,
  number_of_order: "0.002",
});
const atMarket: Order = { ...stop, type: "STOP_MARKET", ...none };
const trailing: Order = { ...atMarket, type: "TRAILING_STOP_MARKET", trailing_delta: 250 };
const limitLeg: Order = { ...order, filled: "0", oco_group: "9" };
const stopLeg: Order = { ...stop, oco_group: "9" };
const change = (changes: Partial<Change>, of = order): Change => ({ ...startOf(of), ...changes });

it("knows what can be changed of each kind of order", () => {
  expect(changeFields(order)).toEqual(["price", "amount"]);
  expect(changeFields(stop)).toEqual(["stop", "price", "amount"]);
  expect(changeFields({ ...stop, triggered: true })).toEqual(["price", "amount"]);
  expect(changeFields(atMarket)).toEqual(["stop", "amount"]);
  expect(changeFields({ ...atMarket, number_of_order: "0" })).toEqual(["stop"]);
  expect(changeFields(trailing)).toEqual(["trail", "amount"]);
  expect(changeFields(limitLeg)).toEqual(["price", "amount"]);
  expect(changeFields(stopLeg)).toEqual(["stop", "price", "amount"]);
  // What was traded at once, as it is pushed.
  expect(mayChange({ ...order, type: "MARKET", ...none })).toBe(false);
  expect(mayChange(stopLeg)).toBe(true);
});

it("knows while an order is one of a pair", () => {
  expect(isPaired(order)).toBe(false);
  expect(isPaired(limitLeg)).toBe(true);
  expect(isPaired(stopLeg)).toBe(true);
  expect(isPaired({ ...limitLeg, filled: "0.001" })).toBe(false);
  expect(isPaired({ ...stopLeg, triggered: true })).toBe(false);
});

it("begins where the order was dragged to: at its stop while it waits for that", () => {
  expect(startOf(order, "98500").price).toBe("98500");
  expect(startOf(stop, "98500")).toMatchObject({ stop: "98500", price: "97000" });
  expect(startOf(trailing)).toMatchObject({ trail: "2.5", stop: "98000" });
  expect(startOf(trailing, "95000", "100000").trail).toBe("5");
  expect(startOf({ ...trailing, delegate_type: "BUY" }, "101000", "100000").trail).toBe("1");
});

it("names the field and the number of what is wrong", () => {
  const problem = (price: string, amount: string) =>
    changeProblem(order, change({ price, amount }), steps);
  expect(problem("", "0.002")).toEqual({ code: "price_required", field: "price" });
  expect(problem("99000.05", "0.002")).toEqual({ code: "off_tick", field: "price", n: "0.1" });
  expect(problem("99000", "")).toEqual({ code: "amount_required", field: "amount" });
  expect(problem("99000", "0.000001")).toMatchObject({ code: "off_lot", field: "amount" });
  expect(problem("99000", "0.0005")).toEqual({
    code: "below_filled",
    field: "amount",
    n: "0.0005",
  });
  expect(problem("99000.0", "0.0020")).toEqual({ code: "unchanged", field: "price" });
  expect(problem("99000", "0.001")).toBeNull();
  expect(problem("99100", "0.002")).toBeNull();
});

it("names what is wrong with a stop", () => {
  const problem = (of: Order, changes: Partial<Change>) =>
    changeProblem(of, change(changes, of), steps);
  expect(problem(stop, { stop: "" })).toEqual({ code: "stop_required", field: "stop" });
  expect(problem(stop, { stop: "98000.05" })).toMatchObject({ code: "off_tick", field: "stop" });
  expect(problem(stop, {})).toEqual({ code: "unchanged", field: "stop" });
  expect(problem(stop, { price: "96000" })).toBeNull();
  expect(problem(atMarket, { stop: "97000" })).toBeNull();
  expect(problem(trailing, { trail: "" })).toEqual({ code: "trail_required", field: "trail" });
  expect(problem(trailing, { trail: "21" })).toEqual({ code: "trail_range", field: "trail" });
  expect(problem(trailing, { trail: "2.50" })).toEqual({ code: "unchanged", field: "trail" });
});

it("says whether the order keeps its place", () => {
  expect(keepsPlace(order, change({ amount: "0.001" }))).toBe(true);
  expect(keepsPlace(order, change({ amount: "0.003" }))).toBe(false);
  expect(keepsPlace(order, change({ price: "98999.9", amount: "0.001" }))).toBe(false);
  expect(keepsPlace(order, change({}))).toBeNull();
  expect(keepsPlace(order, change({ amount: "" }))).toBeNull();
});

it("sends what differs alone, so that a smaller amount keeps the place", () => {
  expect(changesOf(order, change({ amount: "0.001" }))).toEqual({
    order_id: "7",
    number_of_order: "0.001",
  });
  expect(changesOf(order, change({ price: "98000" }))).toEqual({
    order_id: "7",
    order_per_unit: "98000",
  });
});

it("sends each kind of order's own fields", () => {
  const sent = (of: Order, changes: Partial<Change>) => changesOf(of, change(changes, of));
  expect(sent(stop, { stop: "97500", price: "97100" })).toEqual({
    order_id: "8",
    stop_price: "97500",
    order_per_unit: "97100",
  });
  expect(sent(stopLeg, { price: "97100" })).toEqual({ order_id: "8", stop_limit_price: "97100" });
  expect(sent(limitLeg, { price: "99100" })).toEqual({ order_id: "7", order_per_unit: "99100" });
  expect(sent(trailing, { trail: "1.5" })).toEqual({ order_id: "8", trailing_delta: 150 });
});

it("shows a refusal beside a field that it has, and none of the pair's other leg", () => {
  expect(changeField(order, "order_per_unit")).toBe("price");
  expect(changeField(order, "stop_price")).toBeUndefined();
  expect(changeField(stop, "stop_price")).toBe("stop");
  expect(changeField(stopLeg, "stop_limit_price")).toBe("price");
  expect(changeField(stopLeg, "order_per_unit")).toBeUndefined();
  expect(changeField(limitLeg, "stop_limit_price")).toBeUndefined();
  expect(changeField(trailing, "trailing_delta")).toBe("trail");
  expect(changeField(order, "order_id")).toBeUndefined();
});
