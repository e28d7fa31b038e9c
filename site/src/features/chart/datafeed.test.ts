import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { delivered, history, pulse_ms, subscribe, too_few_bars, type Ask } from "./datafeed";
import type { Bar, Frame } from "./frames";

const bar = (timestamp: number, close = 1): Bar => ({
  timestamp,
  open: close,
  high: close,
  low: close,
  close,
  volume: 0,
});
const answers = (...replies: unknown[]) =>
  vi.fn(() => Promise.resolve(replies.shift())) as unknown as Ask & ReturnType<typeof vi.fn>;
const wanted = { symbol: "BTCUSDT", from: 60_500, to: 120_000, countback: 2 };

describe("history", () => {
  it.each([
    ["1min", "/udf/history"],
    ["5min", "/udf/history/five-min"],
    ["1hr", "/udf/history/one-hour"],
    ["4hr", "/udf/history/four-hour"],
    ["1D", "/udf/history/one-day"],
  ] as const)("of %s stands at %s", async (frame, path) => {
    const ask = answers({ s: "ok", t: [60], o: [1], h: [4], l: [0.5], c: [2], v: [7] });
    const found = await history(frame, wanted, ask);
    expect(ask).toHaveBeenCalledWith(path, {
      symbol: "BTCUSDT",
      from: 60,
      to: 120,
      countback: 2,
    });
    expect(found).toEqual({
      bars: [{ timestamp: 60_000, open: 1, high: 4, low: 0.5, close: 2, volume: 7 }],
      next_time: null,
    });
  });

  it("makes whole bars of closes", async () => {
    const { bars } = await history("1D", wanted, answers({ s: "ok", t: [60], c: [2] }));
    expect(bars).toEqual([bar(60_000, 2)]);
  });

  it("says where to go on when there is no data", async () => {
    expect(await history("1D", wanted, answers({ s: "no_data", nextTime: 30 }))).toEqual({
      bars: [],
      next_time: 30_000,
    });
    const nothing = await history("1D", wanted, answers({ s: "no_data" }));
    expect(nothing.next_time).toBeNull();
  });

  it("rejects with the server's message", async () => {
    const refused = history("1D", wanted, answers({ s: "error", errmsg: "no such symbol" }));
    await expect(refused).rejects.toThrow("no such symbol");
  });

  it("asks nobody for a frame that does not exist", async () => {
    const ask = answers();
    const settled = vi.fn();
    void history("2min" as Frame, wanted, ask).then(settled, settled);
    await Promise.resolve();
    expect(ask).not.toHaveBeenCalled();
    expect(settled).not.toHaveBeenCalled();
  });
});

describe("a pulse", () => {
  it("delivers the bar that grows, and nothing older than what was seen", () => {
    expect(delivered([bar(1), bar(2)], null)).toEqual([bar(2)]);
    expect(delivered([bar(1), bar(2, 5)], 2)).toEqual([bar(2, 5)]);
    expect(delivered([bar(1)], 2)).toEqual([]);
    expect(delivered([], 2)).toEqual([]);
  });

  it("finalises the bar before a new one", () => {
    expect(delivered([bar(2, 9), bar(3)], 2)).toEqual([bar(2, 9), bar(3)]);
  });

  it("needs two bars for that", () => {
    expect(() => delivered([bar(3)], 2)).toThrow(too_few_bars);
  });
});

describe("a subscription", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("tells of bars and errors until it ends", async () => {
    const ask = answers(
      { s: "ok", t: [1, 2], c: [1, 2] },
      { s: "error", errmsg: "late" },
      { s: "ok", t: [2, 3], c: [5, 6] },
      { s: "ok", t: [3, 4], c: [5, 6] },
    );
    const [on_bar, on_error] = [vi.fn(), vi.fn()];
    const end = subscribe("BTCUSDT", "1min", { on_bar, on_error }, ask);
    await vi.advanceTimersByTimeAsync(pulse_ms);
    await vi.advanceTimersByTimeAsync(pulse_ms);
    await vi.advanceTimersByTimeAsync(pulse_ms);
    end();
    await vi.advanceTimersByTimeAsync(pulse_ms);
    expect(on_bar.mock.calls).toEqual([[bar(2_000, 2)], [bar(2_000, 5)], [bar(3_000, 6)]]);
    expect(on_error.mock.calls).toEqual([[new Error("late")]]);
    expect(ask).toHaveBeenCalledTimes(3);
  });
});
