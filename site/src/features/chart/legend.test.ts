import { expect, it } from "vitest";
import { gaps, legendLines } from "./legend";

it("takes a line for the candle and one for each indicator over it", () => {
  expect(legendLines([], 8, 1000)).toBe(1);
  expect(legendLines(["MA", "VOL", "RSI"], 8, 1000)).toBe(2);
  expect(legendLines(["MA", "EMA", "BOLL"], 8, 1000)).toBe(4);
  expect(legendLines(["MA"], 8, 1000, true)).toBe(3);
});

it("takes another line where the entries do not fit beside each other", () => {
  expect(legendLines(["MA"], 8, 320)).toBe(2);
  expect(legendLines(["MA"], 10, 320)).toBe(3);
  expect(legendLines(["MA"], 10, 40)).toBe(6);
});

it("leaves the figures and the mark above the candles, and the countdown below", () => {
  for (const height of [240, 300, 400, 2000]) {
    const { top, bottom } = gaps(2, height);
    const candles = height / (1 + top + bottom);
    expect(candles * top).toBeCloseTo(2 * 23 + 24);
    expect(candles * bottom).toBeCloseTo(28);
  }
});

it("leaves room for the candles, too", () => {
  const { top, bottom } = gaps(6, 100);
  expect(100 / (1 + top + bottom)).toBeCloseTo(55);
});
