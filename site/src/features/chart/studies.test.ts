import { expect, it } from "vitest";
import { atr, stochastic, superTrend, vwap } from "./studies";

const bar = (high: number, low: number, close: number, volume = 1, timestamp = 0) => ({
  timestamp,
  open: close,
  high,
  low,
  close,
  volume,
});
const day = 86_400_000;

it("weighs typical prices by what was traded, and begins anew at midnight UTC", () => {
  const bars = [
    bar(12, 9, 9, 0, day - 2),
    bar(12, 9, 9, 3, day - 1),
    // (10 × 3 + 20 × 1) / 4 would be 12.5; another day has its own.
    bar(22, 18, 20, 1, day),
    bar(31, 29, 30, 3, day + 1),
  ];
  expect(vwap(bars)).toEqual([{}, { vwap: 10 }, { vwap: 20 }, { vwap: 27.5 }]);
});

it("averages true ranges as Wilder did", () => {
  // True ranges: 2, 3 (from the close before), 4, 1.
  const bars = [bar(11, 9, 10), bar(13, 11, 12), bar(12, 8, 9), bar(9.5, 8.5, 9)];
  expect(atr(bars, 3)).toEqual([{}, {}, { atr: 3 }, { atr: (3 * 2 + 1) / 3 }]);
});

it("says where the close stands between lows and highs", () => {
  const bars = [bar(10, 0, 5), bar(10, 0, 10), bar(10, 0, 0), bar(20, 0, 15)];
  expect(stochastic(bars, 2, 1, 1).map(({ k }) => k)).toEqual([undefined, 100, 0, 75]);
  expect(stochastic(bars, 2, 2, 2)).toEqual([{}, {}, { k: 50 }, { k: 37.5, d: 43.75 }]);
  expect(stochastic([bar(5, 5, 5)], 1, 1, 1)).toEqual([{ k: 50, d: 50 }]);
});

it("stands below a rising price and above a falling one, and turns at its edge", () => {
  const rising = [10, 11, 12, 13].map((close) => bar(close + 1, close - 1, close));
  const falling = [7, 6, 8].map((close) => bar(close + 1, close - 1, close));
  const lines = superTrend([...rising, ...falling], 1, 1);
  // Each range is 2 until the fall from 13 to 7, which is 7: 7 + 7 is above.
  expect(lines).toEqual([
    { up: 8 },
    { up: 9 },
    { up: 10 },
    { up: 11 },
    { down: 14 },
    { down: 8 },
    { down: 8 },
  ]);
});

it("has nothing to say before there are enough bars", () => {
  const bars = [bar(11, 9, 10), bar(12, 10, 11)];
  for (const lines of [atr(bars, 3), stochastic(bars, 3, 1, 1), superTrend(bars, 3, 2)])
    expect(lines).toEqual([{}, {}]);
  expect(vwap([])).toEqual([]);
});
