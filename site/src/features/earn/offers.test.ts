import { describe, expect, it } from "vitest";
import {
  amount_problem,
  bounds_of,
  content_of,
  daily_reward,
  found,
  has_rate,
  interest_from,
  most,
  rate_of,
  rates_of,
  term_end,
  term_reward,
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
  expect(has_rate(product())).toBe(true);
  expect(has_rate(product({ apr: "Not available" }))).toBe(false);
  expect(rates_of(product(), "all")).toEqual({ from: "3.25", to: "13" });
  expect(rates_of(product(), "flexible")).toEqual({ from: "3.25", to: "3.25" });
  expect(rates_of(product(), "locked")).toEqual({ from: "4.0625", to: "13" });
  expect(rates_of(product({ durations: [] }), "all")).toBeNull();
  expect(rate_of(product(), 180)).toBe("13");
  expect(rate_of(product(), 7)).toBeUndefined();
});

it("estimates rewards as the server counts them, without a binary number", () => {
  expect(daily_reward("1000", "3.25")).toBe("0.08904109");
  expect(daily_reward("0.1", "0.32")).toBe("0.00000087");
  expect(daily_reward("365", "100")).toBe("1");
  expect(term_reward("1000", "13", 180)).toBe("64.10958904");
});

it("counts whole days of UTC from the next one on", () => {
  const now = Date.parse("2026-11-22T23:59:59Z");
  expect(interest_from(now).toISOString()).toBe("2026-11-23T00:00:00.000Z");
  expect(term_end(now, 5).toISOString()).toBe("2026-11-28T00:00:00.000Z");
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
    expect(amount_problem(typed, bounds_of(product()), available)?.code).toBe(code);
  });
  it("is at most the product's maximum", () => {
    expect(most(product(), "5000.5", 2)).toBe("1000");
    expect(most(product(), "12.345", 2)).toBe("12.34");
    expect(most(product(), undefined, 2)).toBe("0");
  });
});

it("sends what was chosen", () => {
  expect(content_of(product(), { amount: "5.", days: 0, auto_renew: true })).toEqual({
    earn_id: "7",
    amount: "5",
    status: "FLEXI_LOCK",
    days: 0,
  });
  expect(content_of(product(), { amount: "5", days: 30, auto_renew: true })).toMatchObject({
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
