import { describe, expect, it } from "vitest";
import {
  amountProblem,
  boundsOf,
  contentOf,
  dailyReward,
  found,
  hasRate,
  interestFrom,
  most,
  rateOf,
  ratesOf,
  termEnd,
  termReward,
} from "./offers";
import type { Product } from "./offers_api";

const product = (changes: Partial<Product> = {}): Product => ({
  id: "7",
  name: "USDT",
  full_name: "Tether",
  image: "",
  apr: "3.25",
  apr_max: "13",
  minimum_amount: "1",
  maximum_amount: "1000",
  risk: "low",
  durations: [
    { days: 0, apr: "3.25" },
    { days: 5, apr: "4.0625" },
    { days: 180, apr: "13" },
  ],
  open: true,
  invest: null,
  ...changes,
});

it("knows the rates", () => {
  expect(hasRate(product())).toBe(true);
  expect(hasRate(product({ apr: "Not available" }))).toBe(false);
  expect(ratesOf(product(), "all")).toEqual({ from: "3.25", to: "13" });
  expect(ratesOf(product(), "flexible")).toEqual({ from: "3.25", to: "3.25" });
  expect(ratesOf(product(), "locked")).toEqual({ from: "4.0625", to: "13" });
  expect(ratesOf(product({ durations: [] }), "all")).toBeNull();
  expect(rateOf(product(), 180)).toBe("13");
  expect(rateOf(product(), 7)).toBeUndefined();
});

it("estimates rewards as the server counts them, without a binary number", () => {
  expect(dailyReward("1000", "3.25")).toBe("0.08904109");
  expect(dailyReward("0.1", "0.32")).toBe("0.00000087");
  expect(dailyReward("365", "100")).toBe("1");
  expect(termReward("1000", "13", 180)).toBe("64.10958904");
});

it("counts whole days of UTC from the next one on", () => {
  const now = Date.parse("2026-11-22T23:59:59Z");
  expect(interestFrom(now).toISOString()).toBe("2026-11-23T00:00:00.000Z");
  expect(termEnd(now, 5).toISOString()).toBe("2026-11-28T00:00:00.000Z");
});

describe("the amount", () => {
  it.each([
    ["", "50", "required"],
    ["0.", "50", "required"],
    ["0.99", "50", "minimum"],
    ["1000.01", "50", "maximum"],
    ["50.1", "50", "balance"],
    ["50", "50", undefined],
    ["50", undefined, undefined],
  ])("%j of %j: %s", (typed, available, code) => {
    expect(amountProblem(typed, boundsOf(product()), available)?.code).toBe(code);
  });
  it("is at most the product's maximum", () => {
    expect(most(product(), "5000.5", 2)).toBe("1000");
    expect(most(product(), "12.345", 2)).toBe("12.34");
    expect(most(product(), undefined, 2)).toBe("0");
  });
});

it("sends what was chosen", () => {
  expect(contentOf(product(), { amount: "5.", days: 0, auto_renew: true })).toEqual({
    earn_id: "7",
    amount: "5",
    status: "FLEXI_LOCK",
    days: 0,
  });
  expect(contentOf(product(), { amount: "5", days: 30, auto_renew: true })).toMatchObject({
    status: "STAKE_LOCK",
    days: 30,
    auto_renew: true,
  });
});

it("finds a coin by symbol and name", () => {
  const btc = product({ name: "BTC", full_name: "Bitcoin" });
  expect(found([product(), btc], " bit")).toEqual([btc]);
  expect(found([product(), btc], "")).toHaveLength(2);
});
