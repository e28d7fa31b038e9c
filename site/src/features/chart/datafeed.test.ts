// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { delivered, history, pulseMs, subscribe, tooFewBars, type Ask } from "./datafeed";
import { resolutions, type Bar, type Frame } from "./frames";

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
const wanted = { symbol: "BTCUSDT", from: 60_500, to: 120_000 };
const counted = { ...wanted, countback: 1 };

beforeEach(() => sessionStorage.clear());

describe("history", () => {
  it.each([
    ["1min", "/udf/history"],
    ["5min", "/udf/history/five-min"],
    ["1hr", "/udf/history/one-hour"],
    ["4hr", "/udf/history/four-hour"],
    ["1D", "/udf/history/one-day"],
  ] as const)("of %s stands at %s", async (frame, path) => {
    const ask = answers({ s: "ok", t: [60], o: [1], h: [4], l: [0.5], c: [2], v: [7] });
    const found = await history(frame, counted, ask);
    expect(ask).toHaveBeenCalledExactlyOnceWith(path, {
      symbol: "BTCUSDT",
      resolution: resolutions[frame],
      from: 60,
      to: 120,
      countback: 1,
    });
    expect(found).toEqual({
      bars: [{ timestamp: 60_000, open: 1, high: 4, low: 0.5, close: 2, volume: 7 }],
      nextTime: null,
    });
  });

  it("makes whole bars of closes", async () => {
    const { bars } = await history("1D", wanted, answers({ s: "ok", t: [60], c: [2] }));
    expect(bars).toEqual([bar(60_000, 2)]);
  });

  it("says where to go on when there is no data", async () => {
    expect(await history("1D", wanted, answers({ s: "no_data", nextTime: 30 }))).toEqual({
      bars: [],
      nextTime: 30_000,
    });
    const nothing = await history("1D", wanted, answers({ s: "no_data" }));
    expect(nothing.nextTime).toBeNull();
  });

  it("goes on where the server cut it short, until all are there", async () => {
    const ask = answers({ s: "ok", t: [600], c: [3] }, { s: "ok", t: [60, 120], c: [1, 2] });
    const { bars } = await history("1min", { ...wanted, countback: 3 }, ask);
    expect(bars).toEqual([bar(60_000, 1), bar(120_000, 2), bar(600_000, 3)]);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(ask).toHaveBeenLastCalledWith("/udf/history/ticker", {
      symbol: "BTCUSDT",
      resolution: "1",
      from: 60,
      to: 600,
      countback: 2,
    });
  });

  it("goes on before a gap, and ends where nothing is older", async () => {
    const ask = answers(
      { s: "no_data", nextTime: 540 },
      { s: "ok", t: [540], c: [5] },
      { s: "no_data" },
    );
    const found = await history("1min", { ...wanted, countback: 2 }, ask);
    expect(found).toEqual({ bars: [bar(540_000, 5)], nextTime: null });
    expect(ask.mock.calls).toMatchObject([
      ["/udf/history", { to: 120, countback: 2 }],
      ["/udf/history/ticker", { to: 600, countback: 2 }],
      ["/udf/history/ticker", { to: 540, countback: 1 }],
    ]);
  });

  it("does not ask for ever a server that answers the same again", async () => {
    const same = { s: "ok", t: [60], c: [1] };
    const { bars } = await history("1min", { ...wanted, countback: 2 }, answers(same, same));
    expect(bars).toEqual([bar(60_000, 1)]);
  });

  it("is asked for in another currency and unit where one is named", async () => {
    const ask = answers({ s: "ok", t: [60], c: [1] });
    await history("1D", { ...wanted, currencyCode: "EUR", unitId: "kg" }, ask);
    expect(ask.mock.calls[0]?.[1]).toMatchObject({ currencyCode: "EUR", unitId: "kg" });
  });

  it("is kept for the session: the newest answer only", async () => {
    await history("1D", wanted, answers({ s: "ok", t: [60], c: [1] }));
    await history("1hr", wanted, answers({ s: "ok", t: [120], c: [2] }));
    expect(sessionStorage).toHaveLength(1);
    expect(JSON.parse(sessionStorage.getItem("cambio.history") ?? "")).toEqual({
      frame: "1hr",
      symbol: "BTCUSDT",
      bars: [bar(120_000, 2)],
    });
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
    expect(() => delivered([bar(3)], 2)).toThrow(tooFewBars);
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
    const [onBar, onError] = [vi.fn(), vi.fn()];
    const listener = { lastSeen: null, now: () => 70_000, onBar, onError };
    const end = subscribe("BTCUSDT", "1min", listener, ask);
    await vi.advanceTimersByTimeAsync(pulseMs);
    await vi.advanceTimersByTimeAsync(pulseMs);
    await vi.advanceTimersByTimeAsync(pulseMs);
    end();
    await vi.advanceTimersByTimeAsync(pulseMs);
    expect(onBar.mock.calls).toEqual([[bar(2_000, 2)], [bar(2_000, 5)], [bar(3_000, 6)]]);
    expect(onError.mock.calls).toEqual([[new Error("late")]]);
    expect(ask).toHaveBeenCalledTimes(3);
    expect(ask.mock.calls[0]?.[1]).toMatchObject({ to: 70, countback: 2 });
  });

  it("finalises the bar that was loaded when the first pulse brings the next one", async () => {
    const onBar = vi.fn();
    const listener = { lastSeen: 2_000, now: () => 70_000, onBar, onError: vi.fn() };
    const ask = answers({ s: "ok", t: [2, 3], c: [5, 6] });
    const end = subscribe("BTCUSDT", "1min", listener, ask);
    await vi.advanceTimersByTimeAsync(pulseMs);
    end();
    expect(onBar.mock.calls).toEqual([[bar(2_000, 5)], [bar(3_000, 6)]]);
  });
});
