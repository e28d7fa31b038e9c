// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Bar } from "./frames";
import { LiveBars } from "./live_bars";

const minute = 60_000;
const bar: Bar = { timestamp: minute, open: 10, high: 12, low: 9, close: 11, volume: 5 };

let bars: Bar[];
let now: number;
let live: LiveBars;

beforeEach(() => {
  vi.useFakeTimers();
  bars = [bar];
  now = minute + 30_000;
  live = new LiveBars(
    { getDataList: () => bars },
    "1min",
    () => now,
    () => undefined,
  );
  live.deliver = (next) => {
    if (bars.at(-1)?.timestamp === next.timestamp) bars.pop();
    bars.push(next);
  };
});
afterEach(() => {
  live.end();
  vi.useRealTimers();
});

it("closes the newest bar at the price that the page shows", () => {
  live.hold("11.5");
  expect(bars).toEqual([{ ...bar, close: 11.5 }]);
  live.hold("13");
  expect(bars).toEqual([{ ...bar, close: 13, high: 13 }]);
});

it("lets no bar that comes later close at another one", () => {
  live.hold("11.5");
  live.take({ ...bar, close: 10.5, volume: 6 });
  expect(bars).toEqual([{ ...bar, close: 11.5, volume: 6 }]);
});

it("begins a bar where the newest one is over, and leaves that as it was", () => {
  now = 2 * minute + 1;
  live.hold("11");
  expect(bars).toEqual([bar]);
  live.hold("11.5");
  expect(bars).toEqual([
    bar,
    { timestamp: 2 * minute, open: 11, high: 11.5, low: 11.5, close: 11.5, volume: 0 },
  ]);
});

it("knows no price of a market that has none", () => {
  live.hold("0");
  expect(bars).toEqual([bar]);
});
