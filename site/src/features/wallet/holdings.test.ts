import { describe, expect, it } from "vitest";
import type { Holding } from "./api";
import { changeOf, funded, offered, partsOf, shownHoldings, totalOf } from "./holdings";

const holding = (name: string, coinValue: string, usdtValue: string, freeze = "0"): Holding => ({
  name,
  full_name: `${name} coin`,
  image: "",
  coin_value: coinValue,
  freeze_value: freeze,
  usdt_value: usdtValue,
});

describe("the wallet's lists", () => {
  const btc = holding("BTC", "0.4", "38560", "0.1");
  const eth = holding("ETH", "0.0001", "0.31");
  const sol = holding("SOL", "0", "0");

  it("adds what is reserved without rounding", () => {
    expect(totalOf(holding("BTC", "0.1", "0", "0.2"))).toBe("0.3");
  });

  it("hides small balances and searches", () => {
    expect(shownHoldings([btc, eth, sol], "", true)).toEqual([btc]);
    expect(shownHoldings([btc, eth, sol], "et", false)).toEqual([eth]);
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
    expect(partsOf(overview)).toEqual([
      { id: "spot", tab: "spot", value: "150", percent: "75.0" },
      { id: "futures", tab: "future", value: "50", percent: "25.0" },
      { id: "earn", tab: "earn", value: "0", percent: "0.0" },
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
    expect(partsOf(nothing).map(({ id, percent }) => [id, percent])).toEqual([
      ["spot", "0"],
      ["futures", "0"],
      ["earn", "0"],
    ]);
  });

  it("offers only what has a rate", () => {
    const product = (name: string, apr: string) => ({
      id: name,
      name,
      full_name: name,
      image: "",
      apr,
      apr_max: apr,
    });
    const [btc, ada] = [product("BTC", "3.25"), product("ADA", "Not available")];
    expect(offered([btc, ada], "")).toEqual([btc]);
    expect(offered([btc, ada], "eth")).toEqual([]);
  });

  it("says how the worth changed", () => {
    const day = (total: string) => ({
      at: "2026-11-21T00:00:00Z",
      day: "2026-11-21",
      total,
      spot: total,
      future: "0",
      funding: "0",
      earn: "0",
    });
    expect(changeOf([day("200"), day("1"), day("150")])).toEqual({
      value: "-50",
      percent: "-25.00",
    });
    expect(changeOf([day("0"), day("5")])).toEqual({ value: "5" });
  });
});
