// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import {
  axisTime,
  beginOf,
  endOf,
  barsOf,
  countdown,
  keepFrame,
  keptFrame,
  withTrade,
  withTrades,
} from "./frames";

const [bar] = barsOf({ dates: [60_000], series: [[10, 11, 9, 12, 5]] });

describe("bars", () => {
  it("reads open, close, low, high in the server's order", () => {
    expect(bar).toEqual({ timestamp: 60_000, open: 10, close: 11, low: 9, high: 12, volume: 5 });
  });

  it("grows with a trade, begins the next one, and leaves old trades out", () => {
    if (!bar) throw new Error("no bar");
    const grown = withTrade(bar, { px: "13", sz: "2", ts: "119999" }, "1min");
    expect(grown).toMatchObject({ timestamp: 60_000, close: 13, high: 13, low: 9, volume: 7 });
    const next = withTrade(bar, { px: "8", sz: "1", ts: "125000" }, "1min");
    expect(next).toMatchObject({ timestamp: 120_000, open: 11, close: 8, low: 8, volume: 1 });
    expect(withTrade(bar, { px: "8", sz: "1", ts: "59999" }, "1min")).toBeNull();
  });

  it("takes all trades of a frame, the oldest first", () => {
    if (!bar) throw new Error("no bar");
    const trades = [
      { px: "9.5", sz: "1", ts: "125000" },
      { px: "13", sz: "2", ts: "119999" },
      { px: "8", sz: "1", ts: "59999" },
    ];
    expect(withTrades(bar, trades, "1min")).toMatchObject([
      { timestamp: 60_000, close: 13, volume: 7 },
      { timestamp: 120_000, open: 13, close: 9.5, volume: 1 },
    ]);
    expect(withTrades(bar, [], "1min")).toEqual([]);
  });

  it("counts down", () => {
    expect(countdown(0, 21_000, "1min")).toBe("00:39");
    expect(countdown(0, 1000, "4hr")).toBe("3:59:59");
    expect(countdown(0, 90_000, "1min")).toBe("00:00");
  });

  it("writes the axis in UTC", () => {
    expect(axisTime(Date.UTC(2026, 10, 21, 12), true, "5min")).toBe("12:00");
    expect(axisTime(Date.UTC(2026, 10, 21), true, "5min")).toBe("21 Nov");
    expect(axisTime(Date.UTC(2026, 10, 21), false, "5min")).toBe("21 Nov 00:00");
  });

  it("has dates on the axis of hours", () => {
    expect(axisTime(Date.UTC(2026, 10, 21, 12), true, "4hr")).toBe("21 Nov 12:00");
    expect(axisTime(Date.UTC(2026, 10, 21), true, "4hr")).toBe("21 Nov");
  });

  it("begins weeks on Mondays and months on their first day", () => {
    const at = Date.UTC(2026, 10, 26, 17, 5);
    expect(beginOf("1W", at)).toBe(Date.UTC(2026, 10, 23));
    expect(beginOf("1W", Date.UTC(2026, 10, 23))).toBe(Date.UTC(2026, 10, 23));
    expect(beginOf("1M", at)).toBe(Date.UTC(2026, 10, 1));
    expect(endOf("1M", beginOf("1M", at))).toBe(Date.UTC(2026, 11, 1));
    expect(beginOf("30min", at)).toBe(Date.UTC(2026, 10, 26, 17));
    expect(countdown(Date.UTC(2026, 10, 23), at, "1W")).toBe("3d");
  });

  it("keeps the frame for the session and ignores what it does not know", () => {
    expect(keptFrame()).toBe("1min");
    keepFrame("4hr");
    expect(keptFrame()).toBe("4hr");
    sessionStorage.setItem("cambio.frame", "2min");
    expect(keptFrame()).toBe("1min");
  });
});
