import { expect, it } from "vitest";
import { depthRows } from "../../lib/book";
import { depthCurve, nearestPoint } from "./depth";

const level = (unitPrice: string, numberOfOrder: string) => ({
  unit_price: unitPrice,
  number_of_order: numberOfOrder,
  total: "0",
});
const book = {
  asks: [level("102", "1"), level("110", "3")],
  bids: [level("98", "1"), level("90", "1")],
};

it("draws both sides on one scale", () => {
  const curves = depthCurve(depthRows(book, 10));
  expect(curves).toMatchObject({ low: "90", high: "110" });
  expect(curves?.asks.points.map(({ x, y }) => [x, y])).toEqual([
    [0.6, 0.25],
    [1, 1],
  ]);
  expect(curves?.bids.points.map(({ x, y }) => [x, y])).toEqual([
    [0.4, 0.25],
    [0, 0.5],
  ]);
  expect(curves && nearestPoint(curves, 0.95)?.price).toBe("110");
});

it("leaves out what stands further away than the other side reaches", () => {
  const far = { ...book, bids: [...book.bids, level("5", "100")] };
  const curves = depthCurve(depthRows(far, 10));
  expect(curves).toMatchObject({ low: "90", high: "110" });
  expect(curves?.bids.points).toHaveLength(2);
});

it("keeps its shape beside orders far away on both sides", () => {
  const steps = [1, 2, 3, 4, 5, 6];
  const near = {
    asks: steps.map((n) => level(`${100 + n}`, "1")),
    bids: steps.map((n) => level(`${100 - n}`, "1")),
  };
  const far = {
    asks: [...near.asks, level("180", "1")],
    bids: [...near.bids, level("20", "1")],
  };
  const curves = depthCurve(depthRows(far, 20));
  expect(curves).toMatchObject({ low: "88", high: "112", most: "6" });
  expect(curves?.asks.points).toHaveLength(6);
});

it("draws nothing while a side is empty", () => {
  expect(depthCurve(depthRows({ ...book, asks: [] }, 10))).toBeNull();
});
