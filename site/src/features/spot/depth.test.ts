import { expect, it } from "vitest";
import { depth_rows } from "../../lib/book";
import { depth_curve, nearest_point } from "./depth";

const level = (unit_price: string, number_of_order: string) => ({
  unit_price,
  number_of_order,
  total: "0",
});
const book = {
  asks: [level("102", "1"), level("110", "3")],
  bids: [level("98", "1"), level("90", "1")],
};

it("draws both sides on one scale", () => {
  const curves = depth_curve(depth_rows(book, 10));
  expect(curves).toMatchObject({ low: "90", high: "110" });
  expect(curves?.asks.points.map(({ x, y }) => [x, y])).toEqual([
    [0.6, 0.25],
    [1, 1],
  ]);
  expect(curves?.bids.points.map(({ x, y }) => [x, y])).toEqual([
    [0.4, 0.25],
    [0, 0.5],
  ]);
  expect(curves && nearest_point(curves, 0.95)?.price).toBe("110");
});

it("leaves out what stands further away than the other side reaches", () => {
  const far = { ...book, bids: [...book.bids, level("5", "100")] };
  const curves = depth_curve(depth_rows(far, 10));
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
  const curves = depth_curve(depth_rows(far, 20));
  expect(curves).toMatchObject({ low: "88", high: "112", most: "6" });
  expect(curves?.asks.points).toHaveLength(6);
});

it("draws nothing while a side is empty", () => {
  expect(depth_curve(depth_rows({ ...book, asks: [] }, 10))).toBeNull();
});
