import { describe, expect, it } from "vitest";
import type { Pair } from "../lib/pairs";
import { highlights, pairsOf, volumeOf } from "./groups";

const pair = (name: string, more: Partial<Pair> = {}): Pair => ({
  id: name,
  coin_id: name,
  coin_pair_name: `${name}USDT`,
  name,
  full_name: `${name} coin`,
  image: "",
  type: "MAIN",
  pos: false,
  pow: false,
  innovation: false,
  amount: "1",
  close: "1",
  percent: "0",
  increase_in_value: "0",
  price_places: 1,
  quantity_places: 1,
  as_of: "",
  open: "1",
  high: "1",
  low: "1",
  volume: "1",
  volume_usdt: "1",
  favorite: "",
  tick: "0.1",
  lot: "0.1",
  stale: false,
  sparkline: [],
  ...more,
});

const names = (pairs: readonly Pair[]) => pairs.map(({ name }) => name);

describe("market groups", () => {
  const btc = pair("BTC", { pow: true, increase_in_value: "1.5", volume_usdt: "90000000000" });
  const eth = pair("ETH", {
    pos: true,
    favorite: "ETH",
    increase_in_value: "-2",
    volume_usdt: "7",
  });
  const sol = pair("SOL", { pos: true, increase_in_value: "12", volume_usdt: "10" });
  const all = [btc, eth, sol];

  it("lists by flag and by star", () => {
    expect(names(pairsOf(all, "prices", ""))).toEqual(["BTC", "ETH", "SOL"]);
    expect(names(pairsOf(all, "pos", ""))).toEqual(["ETH", "SOL"]);
    expect(names(pairsOf(all, "pow", ""))).toEqual(["BTC"]);
    expect(names(pairsOf(all, "favorites", ""))).toEqual(["ETH"]);
  });

  it("searches in the pair's name whatever the case, with or without the stroke", () => {
    expect(names(pairsOf(all, "prices", "thus"))).toEqual(["ETH"]);
    expect(names(pairsOf(all, "prices", "btc/usdt"))).toEqual(["BTC"]);
    expect(pairsOf(all, "prices", "doge")).toEqual([]);
  });

  it("orders the highlights as numbers, not as text", () => {
    const cards = highlights(all);
    expect(names(cards.top_gainers)).toEqual(["SOL", "BTC", "ETH"]);
    expect(names(cards.most_traded)).toEqual(["BTC", "SOL", "ETH"]);
    expect(names(cards.top_losers)).toEqual(["ETH", "BTC", "SOL"]);
    expect(volumeOf(all)).toBe("90000000017");
  });
});
