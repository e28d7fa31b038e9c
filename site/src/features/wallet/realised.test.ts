import { expect, it } from "vitest";
import { realisedInAll, realisedOf, unrealisedInAll, type Gains } from "./realised";

const gains: Gains = {
  gains: [],
  coins: [
    { coin: "BTC", gain: "10.25" },
    { coin: "ETH", gain: "-3" },
    { coin: "SOL", gain: null },
  ],
  proceeds: "30",
  cost: "22.75",
  gain: "7.25",
  proceeds_without_cost: "20",
  futures: { gains: [], realised: "-10", fees: "0.5", funding: "0.25", gain: "-10.25" },
};

it.each([
  ["BTC", "10.25"],
  ["ETH", "-3"],
  // Nothing was sold.
  ["XRP", "0"],
  // All that was sold had come without a known cost.
  ["SOL", null],
])("sales of %s have brought %s", (coin, brought) => {
  expect(realisedOf(gains, coin)).toBe(brought);
});

it("adds futures to what all coins have brought", () => {
  expect(realisedInAll(gains)).toBe("-3");
});

it("adds open positions to what the coins would bring, once both are known", () => {
  const costs = { coins: [], unrealised: "27.5" };
  const futures = [{ upnl: "-50" }, { upnl: "0" }];
  expect(unrealisedInAll(costs, futures)).toBe("-22.5");
  expect(unrealisedInAll(costs, undefined)).toBeNull();
  expect(unrealisedInAll(undefined, futures)).toBeNull();
});
