// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import {
  fits,
  keepCompared,
  keepDrawings,
  keepIndicators,
  keepParameters,
  keepScale,
  keptCompared,
  keptDrawings,
  keptIndicators,
  keptLayout,
  keptParameters,
  keptScale,
  lookOf,
  usualLook,
} from "./kept";

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

it("keeps how a drawing looks, and draws as usual what it does not know", () => {
  const points = [{ value: 2 }];
  const look = { colour: "up", width: 3, dashed: true, locked: true } as const;
  keepDrawings("BTCUSDT", [{ tool: "horizontal", points, look }]);
  expect(keptDrawings("BTCUSDT").map(lookOf)).toEqual([look]);
  const newer = [{ tool: "horizontal", points, look: { colour: "magic", width: 9 } }];
  localStorage.setItem("cambio.drawings.BTCUSDT", JSON.stringify(newer));
  expect(keptDrawings("BTCUSDT").map(lookOf)).toEqual([usualLook]);
  localStorage.setItem(
    "cambio.drawings.BTCUSDT",
    JSON.stringify([{ tool: "horizontal", points, look: 5 }]),
  );
  expect(keptDrawings("BTCUSDT")).toEqual([]);
});

it("keeps an indicator's numbers, and takes the usual ones for what cannot be", () => {
  const usual = keptParameters();
  expect(usual.MA).toEqual([7, 25]);
  keepParameters({ ...usual, MA: [9, 200], BOLL: [20, 2.5] });
  expect(keptParameters()).toMatchObject({ MA: [9, 200], BOLL: [20, 2.5], RSI: [14] });
  for (const broken of ['{"MA": [0, 25]}', '{"MA": [7.5, 25]}', '{"MA": [7]}', '{"MA": 7}', "5"]) {
    localStorage.setItem("cambio.indicator_parameters", broken);
    expect(keptParameters()).toEqual(usual);
  }
});

it("knows which numbers an indicator may have", () => {
  const deviations = { name: "deviations", usual: 2, most: 20, places: 1 } as const;
  expect([0.1, 2.3, 20].every((value) => fits(deviations, value))).toBe(true);
  expect([0, -1, 0.15, 20.1, NaN, null, "2"].some((value) => fits(deviations, value))).toBe(false);
});

it("keeps the scale of prices", () => {
  expect(keptScale()).toBe("linear");
  keepScale("percent");
  expect(keptScale()).toBe("percent");
  localStorage.setItem("cambio.scale", '"magic"');
  expect(keptScale()).toBe("linear");
});

it("keeps the market that is compared, if it can be one", () => {
  expect(keptCompared()).toBeNull();
  keepCompared("ETHUSDT");
  expect(keptCompared()).toBe("ETHUSDT");
  expect(keptLayout()).toEqual({ compared: "ETHUSDT" });
  keepCompared(null);
  expect(keptCompared()).toBeNull();
  expect(keptLayout()).toEqual({});
  localStorage.setItem("cambio.compared", '"../x"');
  expect(keptCompared()).toBeNull();
});
