import { expect, it } from "vitest";
import { slicesOf } from "./trading_data";

const nothing = { buy: "0", sell: "0" };

it("makes one ring of buys and sells", () => {
  const slices = slicesOf({
    large: { buy: "50", sell: "10" },
    medium: nothing,
    small: { buy: "25", sell: "15" },
  });
  expect(slices).toEqual([
    { size: "large", side: "buy", from: 0, part: 50 },
    { size: "small", side: "buy", from: 50, part: 25 },
    { size: "small", side: "sell", from: 75, part: 15 },
    { size: "large", side: "sell", from: 90, part: 10 },
  ]);
});

it("has no slices on a day without trades", () => {
  expect(slicesOf({ large: nothing, medium: nothing, small: nothing })).toEqual([]);
});
