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

it("draws nothing while a side is empty", () => {
  expect(depth_curve(depth_rows({ ...book, asks: [] }, 10))).toBeNull();
});
