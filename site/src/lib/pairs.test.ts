import { expect, it } from "vitest";
import { coin_of_address, with_tickers, type Pair, type PairList } from "./pairs";

const pair = { coin_pair_name: "BTCUSDT", close: "100", amount: "100", percent: "1.0000" } as Pair;
const list: PairList = { coinpair: [pair, { ...pair, coin_pair_name: "ETHUSDT" }] };

it("puts a push into the pair that it is about, and into no other", () => {
  const next = with_tickers(list, { BTCUSDT: { close: "101", percent: "2.0000" } });
  expect(next.coinpair[0]).toMatchObject({
    close: "101",
    amount: "101",
    percent: "2.0000",
    increase_in_value: "2.0000",
  });
  expect(next.coinpair[1]).toBe(list.coinpair[1]);
});

it("keeps what a push leaves out, and the list itself when nothing concerns it", () => {
  expect(with_tickers(list, { BTCUSDT: { stale: true } }).coinpair[0]).toMatchObject({
    close: "100",
    stale: true,
  });
  expect(with_tickers(list, { XRPUSDT: { close: "1" } })).toBe(list);
});

it.each([
  ["btc", "BTC"],
  ["BTCUSDT", "BTC"],
  ["btcusdt", "BTC"],
  ["USDT", "USDT"],
  ["synUSDT", "SYNUSDT"],
])("an address that says %s means %s", (name, coin) => {
  expect(coin_of_address(name, ["BTC", "SYNUSDT"])).toBe(coin);
});
