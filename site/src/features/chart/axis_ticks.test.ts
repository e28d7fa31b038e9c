import { describe, expect, it } from "vitest";
import { roundBars, timesOf } from "./axis_ticks";
import { beginOf, type Frame } from "./frames";

/** So many bars, the last of which holds the moment. */
function barsUntil(frame: Frame, at: number, count: number) {
  const bars: { timestamp: number }[] = [];
  let timestamp = beginOf(frame, at);
  for (let bar = 0; bar < count; bar += 1) {
    bars.unshift({ timestamp });
    timestamp = beginOf(frame, timestamp - 1);
  }
  return bars;
}

const moment = Date.UTC(2026, 10, 21, 14, 7);

/** What the axis says, with as many bars for a label of a date as for one of a time. */
function labels(frame: Frame, bars: readonly { timestamp: number }[], least: number, more = 0) {
  const timeOf = timesOf(frame, bars);
  const wanted = { frame, timeOf, from: 0, to: bars.length + more };
  return roundBars({ ...wanted, least: { date: least, clock: least } }).map((bar) =>
    new Date(timeOf(bar)!).toISOString().slice(0, 16),
  );
}
const clocks = (...given: Parameters<typeof labels>) => labels(...given).map((at) => at.slice(11));
const dates = (...given: Parameters<typeof labels>) =>
  labels(...given).map((at) => at.slice(0, 10));

describe("the time axis", () => {
  it("has round times of the day, whichever bar is the first one", () => {
    const minutes = barsUntil("1min", moment, 60);
    expect(clocks("1min", minutes, 8)).toEqual([
      "13:10",
      "13:20",
      "13:30",
      "13:40",
      "13:50",
      "14:00",
    ]);
    expect(clocks("1min", minutes.slice(7), 8)).toEqual(clocks("1min", minutes, 8).slice(1));
    expect(clocks("1min", minutes, 11)).toEqual(["13:15", "13:30", "13:45", "14:00"]);
    expect(clocks("5min", barsUntil("5min", moment, 30), 9)).toEqual(["12:00", "13:00", "14:00"]);
    expect(clocks("15min", barsUntil("15min", moment, 40), 10)).toEqual([
      "06:00",
      "09:00",
      "12:00",
    ]);
    expect(clocks("30min", barsUntil("30min", moment, 40), 9)).toEqual(["00:00", "06:00", "12:00"]);
  });

  it("has less of them where a label is longer", () => {
    const wanted = {
      frame: "1hr",
      from: 0,
      to: 48,
      timeOf: timesOf("1hr", barsUntil("1hr", moment, 48)),
    } as const;
    expect(roundBars({ ...wanted, least: { date: 4, clock: 5 } })).toHaveLength(8);
    expect(roundBars({ ...wanted, least: { date: 4, clock: 13 } })).toHaveLength(2);
  });

  it("has midnights, Mondays, and the first day of a month or a year", () => {
    expect(dates("4hr", barsUntil("4hr", moment, 24), 5)).toEqual([
      "2026-11-18",
      "2026-11-19",
      "2026-11-20",
      "2026-11-21",
    ]);
    const days = barsUntil("1D", moment, 28);
    const november = (...found: number[]) =>
      found.map((one) => `2026-11-${String(one).padStart(2, "0")}`);
    expect(dates("1D", days.slice(7), 3)).toEqual(november(1, 5, 10, 15, 20));
    expect(dates("1D", days.slice(7), 5)).toEqual(november(2, 9, 16));
    expect(dates("1D", days.slice(7), 8)).toEqual(november(1, 10, 20));
    expect(dates("1D", barsUntil("1D", moment, 120), 20)).toEqual([
      "2026-08-01",
      "2026-09-01",
      "2026-10-01",
      "2026-11-01",
    ]);
    // Weeks begin on Mondays: the first one that begins in the month.
    expect(dates("1W", barsUntil("1W", moment, 12), 4)).toEqual([
      "2026-09-07",
      "2026-10-05",
      "2026-11-02",
    ]);
    expect(dates("1M", barsUntil("1M", moment, 40), 10)).toEqual([
      "2024-01-01",
      "2025-01-01",
      "2026-01-01",
    ]);
  });

  it("goes on where bars are still to come", () => {
    expect(clocks("1min", barsUntil("1min", moment, 10), 8, 20)).toEqual([
      "14:00",
      "14:10",
      "14:20",
    ]);
    expect(dates("1M", barsUntil("1M", moment, 2), 1, 3)).toEqual([
      "2026-10-01",
      "2026-11-01",
      "2026-12-01",
      "2027-01-01",
      "2027-02-01",
    ]);
  });

  it("keeps labels apart where bars are missing, and has none without bars", () => {
    const bars = barsUntil("1min", moment, 60).filter(({ timestamp }) => timestamp % 600_000 === 0);
    expect(clocks("1min", bars, 2)).toEqual(["13:30", "14:00"]);
    expect(labels("1min", [], 8, 20)).toEqual([]);
  });

  it("labels each bar that has the room", () => {
    expect(clocks("1min", barsUntil("1min", moment, 3), 1)).toEqual(["14:05", "14:06", "14:07"]);
  });
});
