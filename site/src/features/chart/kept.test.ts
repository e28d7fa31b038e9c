// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { keep_drawings, keep_indicators, kept_drawings, kept_indicators } from "./kept";

beforeEach(() => {
  localStorage.clear();
});

it("keeps the indicators, in one order, and forgets what it does not know", () => {
  expect(kept_indicators()).toEqual(["MA", "VOL"]);
  keep_indicators(["MACD", "EMA"]);
  expect(kept_indicators()).toEqual(["EMA", "MACD"]);
  keep_indicators([]);
  expect(kept_indicators()).toEqual([]);
  localStorage.setItem("cambio.indicators", '["VOL", "magic"]');
  expect(kept_indicators()).toEqual(["VOL"]);
  localStorage.setItem("cambio.indicators", "{broken");
  expect(kept_indicators()).toEqual(["MA", "VOL"]);
});

it("keeps the drawings of each pair", () => {
  const line = { tool: "trend" as const, points: [{ timestamp: 1, value: 2 }] };
  keep_drawings("BTCUSDT", [line]);
  expect(kept_drawings("BTCUSDT")).toEqual([line]);
  expect(kept_drawings("ETHUSDT")).toEqual([]);
  keep_drawings("BTCUSDT", []);
  expect(localStorage.length).toBe(0);
});

it("draws nothing that it could not have kept", () => {
  const kept = [{ tool: "trend", points: [{ value: "x" }] }, { tool: "magic", points: [] }, 5];
  localStorage.setItem("cambio.drawings.BTCUSDT", JSON.stringify(kept));
  expect(kept_drawings("BTCUSDT")).toEqual([]);
});
