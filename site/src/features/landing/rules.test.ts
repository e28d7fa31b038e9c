import { expect, it } from "vitest";
import type { Pair } from "../../lib/pairs";
import {
  bestFee,
  feed,
  firstMarket,
  moreThan,
  mostTraded,
  popular,
  statistics,
  upTo,
  type Candle,
} from "./rules";

const pair = (name: string, type: Pair["type"], volumeUsdt: string, percent: string) =>
  ({ name, type, volume_usdt: volumeUsdt, percent }) as Pair;

const pairs = [
  pair("ETH", "MAIN", "5.5", "-1.0000"),
  pair("BTC", "MAIN", "10.25", "2.0000"),
  pair("PEPE", "ALT", "100", "0.0000"),
];

it("adds up the market exactly", () => {
  expect(statistics(pairs)).toEqual({ volume: "115.75", pairs: 3, coins: 3, rising: 1 });
  expect(statistics([])).toEqual({ volume: "0", pairs: 0, coins: 0, rising: 0 });
});

it("calls MAIN coins popular, the most traded first", () => {
  expect(popular(pairs).map(({ name }) => name)).toEqual(["BTC", "ETH"]);
  expect(mostTraded(pairs).map(({ name }) => name)).toEqual(["PEPE", "BTC", "ETH"]);
});

it("says 'more than' only of what is more", () => {
  expect([0, 1, 10, 11, 52, 60, 61].map(moreThan)).toEqual([0, 0, 0, 10, 50, 50, 60]);
});

it("shows the best known market first, else the most traded", () => {
  expect(firstMarket(pairs)?.name).toBe("BTC");
  expect(firstMarket(pairs.filter(({ name }) => name !== "BTC"))?.name).toBe("PEPE");
  expect(firstMarket([])).toBeUndefined();
});

it("brings the last candle to the price of now", () => {
  const candles: Candle[] = [
    [1, 2, 1, 3, 9],
    [2, 4, 2, 5, 9],
  ];
  expect(upTo(candles, 6)).toEqual([candles[0], [2, 6, 2, 6, 9]]);
  expect(upTo(candles, 1)).toEqual([candles[0], [2, 1, 1, 5, 9]]);
  expect(upTo([], 1)).toEqual([]);
});

it("knows the lowest fee where it is lower than the first", () => {
  const level = (maker: string, taker: string) => ({
    maker,
    taker,
    membership_level: "",
    minimum_volume: "0",
  });
  expect(bestFee([level("0.001", "0.001"), level("0.0004", "0.0006")])).toBe("0.0004");
  expect(bestFee([level("0.0008", "0.001"), level("0.0008", "0.0009")])).toBeNull();
  expect(bestFee([])).toBeNull();
});

const moving = (name: string, percent: string, volumeUsdt: string, more: Partial<Pair> = {}) =>
  ({
    id: name,
    name,
    percent,
    volume_usdt: volumeUsdt,
    close: "50",
    high: "100",
    low: "10",
    stale: false,
    ...more,
  }) as Pair;

const told = (list: readonly Pair[]) =>
  feed(list).map(({ story, pair: { name } }) => [story, name]);

it("tells of the largest moves, the most traded pair and one at its day's high, each once", () => {
  expect(
    told([
      moving("A", "9", "100"),
      moving("B", "7", "5"),
      moving("C", "-8", "6"),
      moving("D", "-9", "7"),
      moving("E", "1", "90", { close: "99.9" }),
      moving("F", "0", "80"),
      moving("G", "0.5", "70", { close: "100" }),
    ]),
  ).toEqual([
    ["riser", "A"],
    ["riser", "B"],
    ["faller", "D"],
    ["faller", "C"],
    ["volume", "E"],
    ["high", "G"],
  ]);
});

it("leaves out stale prices and fills up with what is traded most", () => {
  expect(
    told([moving("A", "9", "1", { stale: true }), moving("F", "0", "80"), moving("G", "0", "90")]),
  ).toEqual([
    ["volume", "G"],
    ["volume", "F"],
  ]);
  expect(feed([])).toEqual([]);
});
