// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { keepDrawings, keepIndicators, keptDrawings, keptIndicators } from "./kept";

beforeEach(() => {
  localStorage.clear();
});

it("keeps the indicators, in one order, and forgets what it does not know", () => {
  expect(keptIndicators()).toEqual(["MA", "VOL"]);
  keepIndicators(["MACD", "EMA"]);
  expect(keptIndicators()).toEqual(["EMA", "MACD"]);
  keepIndicators([]);
  expect(keptIndicators()).toEqual([]);
  localStorage.setItem("cambio.indicators", '["VOL", "magic"]');
  expect(keptIndicators()).toEqual(["VOL"]);
  localStorage.setItem("cambio.indicators", "{broken");
  expect(keptIndicators()).toEqual(["MA", "VOL"]);
});

it("keeps the drawings of each pair", () => {
  const line = { tool: "trend" as const, points: [{ timestamp: 1, value: 2 }] };
  keepDrawings("BTCUSDT", [line]);
  expect(keptDrawings("BTCUSDT")).toEqual([line]);
  expect(keptDrawings("ETHUSDT")).toEqual([]);
  keepDrawings("BTCUSDT", []);
  expect(localStorage.length).toBe(0);
});

it("draws nothing that it could not have kept", () => {
  const kept = [{ tool: "trend", points: [{ value: "x" }] }, { tool: "magic", points: [] }, 5];
  localStorage.setItem("cambio.drawings.BTCUSDT", JSON.stringify(kept));
  expect(keptDrawings("BTCUSDT")).toEqual([]);
});
