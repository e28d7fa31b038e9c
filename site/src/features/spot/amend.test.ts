import { expect, it } from "vitest";
import { changeProblem, changesOf, keepsPlace, mayChange } from "./amend";
import type { Order } from "./api";
import { waiting } from "./test_market";

const steps = { tick: "0.1", lot: "0.00001" };
const order: Order = waiting("7", { price: "99000", number_of_order: "0.002", filled: "0.0005" });
const change = (price: string, amount: string) => ({ price, amount });

it("changes limit orders that rest, not what waits and not a pair's legs", () => {
  const stop = { ...order, stop_price: "98000" };
  expect(mayChange(order)).toBe(true);
  expect(mayChange({ ...stop, triggered: false })).toBe(false);
  expect(mayChange({ ...stop, triggered: true })).toBe(true);
  expect(mayChange({ ...order, oco_group: "7" })).toBe(false);
});

it("names the field and the number of what is wrong", () => {
  const problem = (price: string, amount: string) =>
    changeProblem(order, change(price, amount), steps);
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

it("says whether the order keeps its place", () => {
  expect(keepsPlace(order, change("99000", "0.001"))).toBe(true);
  expect(keepsPlace(order, change("99000", "0.003"))).toBe(false);
  expect(keepsPlace(order, change("98999.9", "0.001"))).toBe(false);
  expect(keepsPlace(order, change("99000", "0.002"))).toBeNull();
  expect(keepsPlace(order, change("99000", ""))).toBeNull();
});

it("sends what differs alone, so that a smaller amount keeps the place", () => {
  expect(changesOf(order, change("99000", "0.001"))).toEqual({
    order_id: "7",
    order_per_unit: undefined,
    number_of_order: "0.001",
  });
  expect(changesOf(order, change("98000", "0.002"))).toEqual({
    order_id: "7",
    order_per_unit: "98000",
    number_of_order: undefined,
  });
});
