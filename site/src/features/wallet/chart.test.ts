import { describe, expect, it } from "vitest";
import { chartOf, nearest, spread } from "./chart";

const days = (...totals: string[]) =>
  totals.map((total, index) => ({
    day: `2026-11-0${index + 1}`,
    total,
    spot: total,
    future: "0",
    funding: "0",
    earn: "0",
  }));

describe("the portfolio's chart", () => {
  it("needs two days", () => {
    expect(chartOf([])).toBeNull();
    expect(chartOf(days("5"))).toBeNull();
  });

  it("spans its days from edge to edge, between round lines", () => {
    const chart = chartOf(days("1010", "1490", "1250"));
    expect(chart?.points.map(({ x }) => x)).toEqual([0, 50, 100]);
    expect(chart?.ticks.map(({ value }) => value)).toEqual(["1600", "1400", "1200", "1000"]);
    expect(chart?.points[0]?.y).toBeGreaterThan(chart?.points[1]?.y ?? 100);
    expect(chart?.points.every(({ y }) => y >= 0 && y <= 100)).toBe(true);
  });

  it("draws a worth that never changes, and nothing at all", () => {
    for (const chart of [chartOf(days("10000", "10000")), chartOf(days("0", "0"))]) {
      expect(chart?.points.every(({ y }) => y >= 0 && y <= 100)).toBe(true);
      expect(chart?.ticks.length).toBeGreaterThan(1);
    }
  });

  it("finds the nearest day and spreads its labels", () => {
    const chart = chartOf(days("1", "2", "3"));
    expect(chart && [nearest(chart, -5), nearest(chart, 40), nearest(chart, 120)]).toEqual([
      0, 1, 2,
    ]);
    expect(spread(30, 5)).toEqual([0, 7, 15, 22, 29]);
    expect(spread(3, 5)).toEqual([0, 1, 2]);
    expect(spread(0, 5)).toEqual([]);
  });
});
