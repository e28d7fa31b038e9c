import { expect, it } from "vitest";
import { coinOfAddress, withTickers, type Pair, type PairList } from "./pairs";

const pair = { coin_pair_name: "BTCUSDT", close: "100", amount: "100", percent: "1.0000" } as Pair;
const list: PairList = { coinpair: [pair, { ...pair, coin_pair_name: "ETHUSDT" }] };

it("puts a push into the pair that it is about, and into no other", () => {
  const next = withTickers(list, { BTCUSDT: { close: "101", percent: "2.0000" } });
  expect(next.coinpair[0]).toMatchObject({
    close: "101",
    amount: "101",
    percent: "2.0000",
    increase_in_value: "2.0000",
  });
  expect(next.coinpair[1]).toBe(list.coinpair[1]);
});

it("keeps what a push leaves out, and the list itself when nothing concerns it", () => {
  expect(withTickers(list, { BTCUSDT: { stale: true } }).coinpair[0]).toMatchObject({
    close: "100",
    stale: true,
  });
  expect(withTickers(list, { XRPUSDT: { close: "1" } })).toBe(list);
});

it.each([
  ["btc", "BTC"],
  ["BTCUSDT", "BTC"],
  ["btcusdt", "BTC"],
  ["USDT", "USDT"],
  ["synUSDT", "SYNUSDT"],
])("an address that says %s means %s", (name, coin) => {
  expect(coinOfAddress(name, ["BTC", "SYNUSDT"])).toBe(coin);
});
