import { expect, it } from "vitest";
import type { Pair } from "../../lib/pairs";
import { most_traded, popular, statistics } from "./rules";

const pair = (name: string, type: Pair["type"], volume_usdt: string, percent: string) =>
  ({ name, type, volume_usdt, percent }) as Pair;

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
  expect(most_traded(pairs).map(({ name }) => name)).toEqual(["PEPE", "BTC", "ETH"]);
});
