import { expect, it } from "vitest";
import { hasNothing, heights } from "./analysis_rules";

const days = (...values: string[]) =>
  values.map((usdt, at) => ({ day: `2026-03-0${at + 1}`, usdt }));

it("draws days in percent of the highest", () => {
  expect(heights(days("5", "10", "0"))).toEqual([50, 100, 0]);
  expect(heights(days("0.001", "100"))).toEqual([1, 100]);
});

it("has nothing where each day had nothing", () => {
  expect(hasNothing(days("0", "0.00"))).toBe(true);
  expect(hasNothing([])).toBe(true);
  expect(hasNothing(days("0", "0.001"))).toBe(false);
});

it("draws nothing where there is nothing", () => {
  expect(heights(days("0", "0"))).toEqual([0, 0]);
  expect(heights([])).toEqual([]);
});
