import { describe, expect, it } from "vitest";
import type { Holding } from "./api";
import { funded, parts_of, shown_holdings, total_of } from "./holdings";

const holding = (name: string, coin_value: string, usdt_value: string, freeze = "0"): Holding => ({
  name,
  full_name: `${name} coin`,
  image: "",
  coin_value,
  freeze_value: freeze,
  usdt_value,
});

describe("the wallet's lists", () => {
  const btc = holding("BTC", "0.4", "38560", "0.1");
  const eth = holding("ETH", "0.0001", "0.31");
  const sol = holding("SOL", "0", "0");

  it("adds what is reserved without rounding", () => {
    expect(total_of(holding("BTC", "0.1", "0", "0.2"))).toBe("0.3");
  });

  it("hides small balances and searches", () => {
    expect(shown_holdings([btc, eth, sol], "", true)).toEqual([btc]);
    expect(shown_holdings([btc, eth, sol], "et", false)).toEqual([eth]);
    expect(funded([btc, eth, sol])).toEqual([btc, eth]);
  });

  it("splits the total into its wallets", () => {
    const overview = {
      overviewTotal: "200",
      spotTotal: "150",
      futureTotal: "50",
      earnTotal: "0",
      fundingTotal: "0",
    };
    expect(parts_of(overview)).toEqual([
      { id: "spot", value: "150", percent: "75.0" },
      { id: "futures", value: "50", percent: "25.0" },
    ]);
  });

  it("has a share of nothing in an empty wallet", () => {
    const nothing = {
      overviewTotal: "0",
      spotTotal: "0",
      futureTotal: "0",
      earnTotal: "0",
      fundingTotal: "0",
    };
    expect(parts_of(nothing)).toEqual([{ id: "spot", value: "0", percent: "0" }]);
  });
});
