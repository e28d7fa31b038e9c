import { describe, expect, it } from "vitest";
import {
  askedOf,
  contentOf,
  emptyDraft,
  limitPlaces,
  limitUnit,
  linked,
  linkedByPrice,
  pairOf,
  problemOf,
  swapped,
  usualLimit,
  withCoin,
  type Draft,
} from "./order";

const draft = (changes: Partial<Draft> = {}): Draft => ({ ...emptyDraft(), ...changes });
const rules = { minimum_buy: "1", minimum_sell: "0.0001", available: "1000" };

it("begins with USDT to BTC at the market", () => {
  expect(emptyDraft()).toMatchObject({ kind: "MARKET", from: "USDT", to: "BTC" });
});

describe("the coins", () => {
  it("change places with their amounts", () => {
    const before = draft({ from_amount: "100", to_amount: "0.002", price: "50000" });
    expect(swapped(before)).toMatchObject({
      from: "BTC",
      to: "USDT",
      from_amount: "0.002",
      to_amount: "100",
      basis: "to",
      price: "50000",
    });
    expect(swapped(swapped(before))).toEqual(before);
  });
  it("forget a limit between two coins, which counts the other way round", () => {
    expect(swapped(draft({ from: "ETH", to: "BTC", price: "0.05" })).price).toBe("");
  });
  it("are never the same: choosing the other side's coin exchanges them", () => {
    expect(withCoin(draft(), "from", "BTC")).toMatchObject({ from: "BTC", to: "USDT" });
    expect(withCoin(draft(), "to", "ETH")).toMatchObject({ from: "USDT", to: "ETH" });
  });
  it.each([
    ["USDT", "BTC", "BTCUSDT"],
    ["ETH", "USDT", "ETHUSDT"],
    ["ETH", "BTC", "ETHUSDT"],
  ])("%s to %s go by the rules of %s", (from, to, pair) => {
    expect(pairOf({ from, to })).toBe(pair);
  });
});

describe("the amount that follows", () => {
  it("is rounded against the client", () => {
    const follows = linked(draft({ from_amount: "100.5" }), "0.0000199999");
    expect(follows.to_amount).toBe("0.00200998");
    const byTo = draft({ basis: "to", to_amount: "0.002" });
    expect(linked(byTo, "0.00002").from_amount).toBe("100");
    const other = draft({ from: "BTC", to: "USDT", basis: "to", to_amount: "100" });
    expect(linked(other, "60000").from_amount).toBe("0.00166667");
  });
  it("is empty without a rate or an amount", () => {
    expect(linked(draft({ from_amount: "100", to_amount: "1" }), null).to_amount).toBe("");
    expect(linked(draft({ to_amount: "1" }), "2").to_amount).toBe("");
  });
  it.each([
    [{ from_amount: "100", price: "60000" }, "0.00166666"],
    [{ from_amount: "100", price: "" }, ""],
    [{ from: "BTC", to: "USDT", from_amount: "0.002", price: "60000" }, "120"],
    [{ from: "ETH", to: "BTC", from_amount: "2", price: "0.05" }, "0.1"],
    [{ from: "SHIB", to: "BTC", from_amount: "1000000", price: "0.00000000009" }, "0.00009"],
  ])("of a limit %j is %s", (changes, toAmount) => {
    expect(linkedByPrice(draft({ kind: "LIMIT", ...changes })).to_amount).toBe(toAmount);
  });
});

describe("a limit", () => {
  it.each([
    ["USDT", "BTC", { from: "1", to: "60000.1" }, "60000.1", "USDT", 8],
    ["BTC", "USDT", { from: "60000.1", to: "1" }, "60000.1", "USDT", 8],
    ["ETH", "BTC", { from: "3000", to: "60000" }, "0.05", "BTC", 18],
    ["DOGE", "BTC", { from: "0.15687", to: "93110" }, "0.00000168478", "BTC", 18],
    ["SHIB", "BTC", { from: "0.00000845", to: "93110" }, "0.0000000000907529", "BTC", 18],
  ])("from %s to %s begins at the market's rate", (from, to, price, limit, unit, places) => {
    const wanted = draft({ kind: "LIMIT", from, to });
    expect(usualLimit(wanted, price)).toBe(limit);
    expect(limitUnit(wanted)).toBe(unit);
    expect(limitPlaces(wanted)).toBe(places);
  });
});

describe("a quote is asked", () => {
  it("for what was typed", () => {
    expect(askedOf(draft({ from_amount: "10." }))).toEqual({
      from: "USDT",
      to: "BTC",
      amount: "10",
    });
    expect(askedOf(draft({ basis: "to", to_amount: "0.5" }))).toEqual({
      from: "USDT",
      to: "BTC",
      to_amount: "0.5",
    });
  });
  it("not for nothing, and not for a limit", () => {
    expect(askedOf(draft())).toBeNull();
    expect(askedOf(draft({ from_amount: "0" }))).toBeNull();
    expect(askedOf(draft({ kind: "LIMIT", from_amount: "5" }))).toBeNull();
  });
});

describe("what is wrong", () => {
  it.each<[string, Partial<Draft>, ReturnType<typeof problemOf>]>([
    ["no amount", {}, { code: "amount_required", field: "from" }],
    ["no amount to receive", { basis: "to" }, { code: "amount_required", field: "to" }],
    ["no quote yet: it is waited for", { from_amount: "5" }, null],
    [
      "a limit that gives nothing",
      { kind: "LIMIT", from_amount: "5", price: "60000" },
      { code: "amount_required", field: "to" },
    ],
    [
      "less than the minimum buy",
      { from_amount: "0.99", to_amount: "0.1" },
      { code: "below_minimum_buy", field: "from", n: "1" },
    ],
    [
      "less than the minimum sell",
      { from: "BTC", to: "USDT", from_amount: "0.00009", to_amount: "5" },
      { code: "below_minimum_sell", field: "from", n: "0.0001" },
    ],
    [
      "less than the minimum sell, coin to coin",
      { from: "BTC", to: "ETH", from_amount: "0.00009", to_amount: "5" },
      { code: "below_minimum_sell", field: "from", n: "0.0001" },
    ],
    [
      "more than there is",
      { from_amount: "1000.01", to_amount: "0.1" },
      { code: "insufficient", field: "from", n: "1000" },
    ],
    [
      "a limit without a price",
      { kind: "LIMIT", from_amount: "5" },
      { code: "price_required", field: "price" },
    ],
    ["nothing", { from_amount: "5", to_amount: "0.1" }, null],
  ])("with %s", (_, changes, expected) => {
    expect(problemOf(draft(changes), rules)).toEqual(expected);
  });
});

describe("what is sent", () => {
  it("names the total when USDT is paid, with the quote", () => {
    expect(contentOf(draft({ from_amount: "100", to_amount: "0.002" }), "7")).toEqual({
      name: "BTCUSDT",
      delegate_type: "BUY",
      trade_type: "convert",
      market_type: "MARKET",
      to_coin: undefined,
      number_of_order: undefined,
      total: "100",
      order_per_unit: undefined,
      quote_id: "7",
    });
  });
  it("is nothing at the market without a quote", () => {
    expect(() => contentOf(draft({ from_amount: "100", to_amount: "0.002" }), undefined)).toThrow();
  });
  it("names the coin's amount and the other coin, with the limit", () => {
    const limit = draft({ kind: "LIMIT", from: "ETH", to: "BTC", from_amount: "2", price: "0.05" });
    expect(contentOf(limit, "7")).toMatchObject({
      name: "ETHUSDT",
      delegate_type: "SELL",
      to_coin: "BTC",
      number_of_order: "2",
      order_per_unit: "0.05",
      quote_id: undefined,
    });
  });
});
