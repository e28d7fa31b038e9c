import { describe, expect, it } from "vitest";
import { byClock, chartOf, momentsOf, nearest } from "./chart";

const point = (at: string, total: string) => ({
  at,
  day: at.slice(0, 10),
  total,
  spot: total,
  future: "0",
  funding: "0",
  earn: "0",
});
const days = (...totals: string[]) =>
  totals.map((total, index) =>
    point(`2026-11-${String(index + 1).padStart(2, "0")}T00:00:00Z`, total),
  );

describe("the portfolio's chart", () => {
  it("needs two points", () => {
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

  it.each([
    ["100", "109", ["110.0", "107.5", "105.0", "102.5", "100.0"]],
    ["1", "1.009", ["1.0100", "1.0075", "1.0050", "1.0025", "1.0000"]],
    ["3", "3.7", ["3.8", "3.6", "3.4", "3.2", "3.0"]],
    ["10", "14", ["14", "13", "12", "11", "10"]],
    ["100", "103", ["103", "102", "101", "100"]],
  ])("says of each line between %s and %s what it stands for", (least, most, said) => {
    expect(chartOf(days(least, most))?.ticks.map(({ value }) => value)).toEqual(said);
  });

  it("has each point where its time is: what lacks makes no even steps", () => {
    const chart = chartOf([
      point("2026-11-21T10:00:00Z", "5"),
      point("2026-11-21T13:00:00Z", "6"),
      point("2026-11-21T14:00:00Z", "7"),
    ]);
    expect(chart?.points.map(({ x }) => x)).toEqual([0, 75, 100]);
    expect(chart && [nearest(chart, 30), nearest(chart, 60)]).toEqual([0, 1]);
  });

  it("draws the hour since a client has come", () => {
    const chart = chartOf([
      point("2026-11-21T10:00:02Z", "10000"),
      point("2026-11-21T10:40:02Z", "9990"),
    ]);
    expect(chart?.points.map(({ x }) => x)).toEqual([0, 100]);
    expect(chart && byClock(chart)).toBe(true);
    expect(chart && momentsOf(chart, 5).map((at) => at.toISOString().slice(11, 16))).toEqual([
      "10:00",
      "10:10",
      "10:20",
      "10:30",
      "10:40",
    ]);
  });

  it("draws a worth that never changes, and nothing at all", () => {
    for (const chart of [chartOf(days("10000", "10000")), chartOf(days("0", "0"))]) {
      expect(chart?.points.every(({ y }) => y >= 0 && y <= 100)).toBe(true);
      expect(chart?.ticks.length).toBeGreaterThan(1);
    }
  });

  it("finds the nearest day and names each date once", () => {
    const chart = chartOf(days("1", "2", "3"));
    expect(chart && [nearest(chart, -5), nearest(chart, 40), nearest(chart, 120)]).toEqual([
      0, 1, 2,
    ]);
    const dates = (count: number) => {
      const made = chartOf(days(...Array.from({ length: count }, () => "1")));
      return made && momentsOf(made, 5).map((at) => at.getUTCDate());
    };
    expect(dates(29)).toEqual([1, 8, 15, 22, 29]);
    expect(dates(3)).toEqual([1, 2, 3]);
  });
});
