import { describe, expect, it } from "vitest";
import type { Level } from "../../lib/book";
import * as order from "./order";
import { walk } from "./walk";

const level = (unitPrice: string, numberOfOrder: string): Level => ({
  unit_price: unitPrice,
  number_of_order: numberOfOrder,
  total: "0",
});

const market: order.Market = {
  asks: [level("100", "1"), level("101", "2")],
  bids: [level("99", "1"), level("98", "3")],
  price: "99.5",
  stale: false,
};

const rules: order.Rules = {
  tick: "0.1",
  lot: "0.001",
  minimum_buy: "5",
  minimum_sell: "0.05",
  minimum_quantity: "0.001",
  maker_fee: "0.001",
  taker_fee: "0.002",
  available_base: "2.5",
  available_quote: "1000.129",
};

const draft = (more: Partial<order.Draft> = {}): order.Draft => ({
  ...order.emptyDraft(more.side ?? "BUY"),
  ...more,
});
const made = (more: Partial<order.Draft>) => order.linked(draft(more), rules, market);
const problem = (more: Partial<order.Draft>, on: Partial<order.Market> = {}) =>
  order.problemOf(made(more), rules, { ...market, ...on });

describe("what is wrong with an order", () => {
  it.each([
    ["nothing typed", { price: "99" }, { code: "amount_required", field: "amount" }],
    ["zero", { price: "99", amount: "0" }, { code: "amount_required", field: "amount" }],
    ["half typed", { price: "99", amount: "" }, { code: "amount_required", field: "amount" }],
    ["no total", { price: "99", basis: "total" }, { code: "amount_required", field: "total" }],
    ["no limit", { amount: "1" }, { code: "price_required", field: "price" }],
    ["limit of zero", { amount: "1", price: "0.0" }, { code: "price_required", field: "price" }],
    [
      "off the tick",
      { amount: "1", price: "99.05" },
      { code: "off_tick", field: "price", n: "0.1" },
    ],
    [
      "off the lot",
      { amount: "1.0001", price: "99" },
      { code: "off_lot", field: "amount", n: "0.001" },
    ],
    [
      "buys too little",
      { amount: "0.05", price: "99.9" },
      { code: "below_minimum_buy", field: "amount", n: "5" },
    ],
    [
      "buys too much",
      { amount: "11", price: "99" },
      { code: "insufficient", field: "amount", n: "1000.129" },
    ],
    [
      "sells too little",
      { side: "SELL", kind: "MARKET", amount: "0.049" },
      { code: "below_minimum_sell", field: "amount", n: "0.05" },
    ],
    [
      // 5 ÷ 99 in whole lots; the last price does not count.
      "sells too little at its limit",
      { side: "SELL", amount: "0.05", price: "99" },
      { code: "below_minimum_sell", field: "amount", n: "0.051" },
    ],
    ["sells enough at a higher limit", { side: "SELL", amount: "0.025", price: "200" }, null],
    [
      "sells less than the least amount",
      { side: "SELL", amount: "0.0005", price: "20000" },
      { code: "off_lot", field: "amount", n: "0.001" },
    ],
    [
      "sells too much",
      { side: "SELL", amount: "2.501", price: "99" },
      { code: "insufficient", field: "amount", n: "2.5" },
    ],
    ["buys exactly the minimum", { amount: "0.05", price: "100" }, null],
    ["buys with all there is", { basis: "total", total: "1000.129", price: "99" }, null],
    ["sells exactly the minimum", { side: "SELL", amount: "0.051", price: "99" }, null],
    ["sells all there is", { side: "SELL", amount: "2.5", price: "99" }, null],
  ] as const)("%s", (_, more, expected) => {
    expect(problem(more)).toEqual(expected);
  });

  it("refuses market orders while the price is stale, not limits", () => {
    const stale = { stale: true };
    expect(problem({ kind: "MARKET", amount: "1" }, stale)?.code).toBe("stale_price");
    expect(problem({ price: "99", amount: "1" }, stale)).toBeNull();
  });

  it("takes a minimum of zero as none", () => {
    const free = { ...rules, minimum_buy: "0", minimum_sell: "0" };
    expect(order.problemOf(made({ price: "99", amount: "0.001" }), free, market)).toBeNull();
    const sale = made({ side: "SELL", price: "99", amount: "0.001" });
    expect(order.problemOf(sale, free, market)).toBeNull();
  });
});

describe("stops", () => {
  const stop = { kind: "STOP_LIMIT", amount: "1" } as const;
  const oco = { kind: "LIMIT", oco: true, amount: "1" } as const;
  const unlimited = { kind: "STOP_MARKET", amount: "1" } as const;
  const profit = { kind: "TAKE_PROFIT_LIMIT", amount: "1", price: "99" } as const;
  it.each([
    ["no stop", { ...stop, price: "98" }, { code: "stop_required", field: "stop" }],
    ["no limit", { ...stop, stop: "98" }, { code: "price_required", field: "price" }],
    [
      "stop off the tick",
      { ...stop, stop: "98.01", price: "98" },
      { code: "off_tick", field: "stop", n: "0.1" },
    ],
    [
      "stop at the last price",
      { ...stop, stop: "99.5", price: "98" },
      { code: "stop_is_last", field: "stop", n: "99.5" },
    ],
    ["stop below", { ...stop, stop: "98", price: "98" }, null],
    ["stop above", { ...stop, stop: "101", price: "102" }, null],
    ["no stop of one without a limit", unlimited, { code: "stop_required", field: "stop" }],
    [
      "a buy without a limit that waits below",
      { ...unlimited, stop: "98" },
      { code: "stop_above", field: "stop", n: "99.5" },
    ],
    [
      "a sale without a limit that waits above",
      { ...unlimited, side: "SELL", stop: "101" },
      { code: "stop_below", field: "stop", n: "99.5" },
    ],
    ["a buy without a limit", { ...unlimited, stop: "101" }, null],
    ["a sale without a limit", { ...unlimited, side: "SELL", stop: "98" }, null],
    [
      "a buy without a limit that costs too much at its stop",
      { ...unlimited, amount: "10", stop: "101" },
      { code: "insufficient", field: "amount", n: "1000.129" },
    ],
    [
      "a sale without a limit that is worth too little at its stop",
      { ...unlimited, side: "SELL", amount: "0.05", stop: "98" },
      { code: "below_minimum_sell", field: "amount", n: "0.052" },
    ],
    [
      "a profit that a sale takes below",
      { ...profit, side: "SELL", stop: "98" },
      { code: "stop_above", field: "stop", n: "99.5" },
    ],
    [
      "a profit that a buy takes above",
      { ...profit, stop: "101" },
      { code: "stop_below", field: "stop", n: "99.5" },
    ],
    ["a profit that a sale takes above", { ...profit, side: "SELL", stop: "101" }, null],
    ["a profit that a buy takes below", { ...profit, stop: "98" }, null],
    [
      "no limit of a profit",
      { ...profit, price: "", stop: "98" },
      { code: "price_required", field: "price" },
    ],
    [
      "no limit of the stop leg",
      { ...oco, price: "98", stop: "101" },
      { code: "stop_limit_required", field: "stop_limit" },
    ],
    [
      "a buy whose limit is above",
      { ...oco, price: "100", stop: "101", stop_limit: "101" },
      { code: "oco_buy", field: "price", n: "99.5" },
    ],
    [
      "a buy whose stop is below",
      { ...oco, price: "98", stop: "99", stop_limit: "101" },
      { code: "oco_buy", field: "stop", n: "99.5" },
    ],
    [
      "a sale whose stop is the last price",
      { ...oco, side: "SELL", price: "101", stop: "99.5", stop_limit: "98" },
      { code: "oco_sell", field: "stop", n: "99.5" },
    ],
    ["a buy around it", { ...oco, price: "98", stop: "101", stop_limit: "102" }, null],
    [
      "a sale around it",
      { ...oco, side: "SELL", price: "102", stop: "98", stop_limit: "97" },
      null,
    ],
    [
      "a buy that only its cheaper leg could pay",
      { ...oco, amount: "10", price: "98", stop: "101", stop_limit: "102" },
      { code: "insufficient", field: "amount", n: "1000.129" },
    ],
  ] as const)("%s", (_, more, expected) => {
    expect(problem(more)).toEqual(expected);
  });

  it("does not compare with a price that is not known", () => {
    expect(problem({ ...stop, stop: "99.5", price: "98" }, { price: "0" })).toBeNull();
  });

  it("are sent with the prices that they have, and no others", () => {
    const typed = { price: "98", stop: "101", stop_limit: "102", amount: "1", post_only: true };
    expect(order.contentOf(made({ ...typed, kind: "STOP_LIMIT" }), "BTCUSDT")).toMatchObject({
      market_type: "STOP_LIMIT",
      order_per_unit: "98",
      stop_price: "101",
      stop_limit_price: undefined,
      time_in_force: "GTC",
      post_only: undefined,
    });
    expect(order.contentOf(made({ ...typed, oco: true }), "BTCUSDT")).toMatchObject({
      market_type: "OCO",
      order_per_unit: "98",
      stop_price: "101",
      stop_limit_price: "102",
      number_of_order: "1",
      time_in_force: undefined,
      post_only: undefined,
    });
    expect(order.contentOf(made({ ...typed, kind: "STOP_MARKET" }), "BTCUSDT")).toMatchObject({
      market_type: "STOP_MARKET",
      order_per_unit: undefined,
      stop_price: "101",
      number_of_order: "1",
      total: undefined,
      time_in_force: undefined,
    });
    const byTotal = { ...typed, kind: "TAKE_PROFIT_MARKET", basis: "total", total: "50" } as const;
    expect(order.contentOf(made(byTotal), "BTCUSDT")).toMatchObject({
      market_type: "TAKE_PROFIT_MARKET",
      stop_price: "101",
      number_of_order: undefined,
      total: "50",
    });
    const trailing = { ...typed, kind: "TRAILING_STOP_MARKET", trail: "2.5" } as const;
    expect(order.contentOf(made(trailing), "BTCUSDT")).toMatchObject({
      market_type: "TRAILING_STOP_MARKET",
      trailing_delta: 250,
      stop_price: undefined,
      order_per_unit: undefined,
      number_of_order: "1",
      total: undefined,
    });
    const profitable = made({ ...typed, kind: "TAKE_PROFIT_LIMIT", time_in_force: "IOC" });
    expect(order.contentOf(profitable, "BTCUSDT")).toMatchObject({
      market_type: "TAKE_PROFIT_LIMIT",
      order_per_unit: "98",
      stop_price: "101",
      time_in_force: "IOC",
    });
    const plain = order.contentOf(made(typed), "BTCUSDT");
    expect(plain).toMatchObject({ market_type: "LIMIT", stop_price: undefined, post_only: true });
  });

  it("reckon with the taker's fee", () => {
    const waiting = made({ ...stop, stop: "101", price: "90" });
    expect(order.estimate(waiting, rules, market)).toMatchObject({ fee: "0.00200000" });
  });

  it("show what the server says at the field that it is about", () => {
    const waiting = draft({ kind: "STOP_LIMIT", basis: "total" });
    expect(order.fieldOf("stop_price", waiting)).toBe("stop");
    expect(order.fieldOf("stop_limit_price", waiting)).toBeNull();
    expect(order.fieldOf("trailing_delta", waiting)).toBeNull();
    expect(order.fieldOf("trailing_delta", draft({ kind: "TRAILING_STOP_MARKET" }))).toBe("trail");
    expect(order.fieldOf("number_of_order", waiting)).toBe("total");
    expect(order.fieldOf("order_per_unit", draft({ kind: "MARKET" }))).toBeNull();
    expect(order.fieldOf("order_per_unit", draft({ kind: "STOP_MARKET" }))).toBeNull();
    expect(order.fieldOf("stop_price", draft({ kind: "STOP_MARKET" }))).toBe("stop");
    expect(order.fieldOf(undefined, waiting)).toBeNull();
  });
});

describe("linked fields", () => {
  it("makes a total of the amount, and whole lots of the total", () => {
    expect(made({ price: "99.5", amount: "0.333" }).total).toBe("33.1335");
    expect(made({ price: "99.5", basis: "total", total: "10" }).amount).toBe("0.1");
    expect(made({ price: "", amount: "1" }).total).toBe("");
  });

  it("values a market order by the levels it meets", () => {
    expect(made({ kind: "MARKET", amount: "2" }).total).toBe("201");
    expect(made({ side: "SELL", kind: "MARKET", amount: "2" }).total).toBe("197");
    expect(made({ kind: "MARKET", basis: "total", total: "201" }).amount).toBe("2");
  });

  it("takes a share of what is available", () => {
    const half = order.withShare(draft({ price: "100" }), 50, rules, market);
    expect(half).toMatchObject({ basis: "total", total: "500.06", amount: "5" });
    const sale = order.withShare(draft({ side: "SELL", price: "100" }), 25, rules, market);
    expect(sale).toMatchObject({ basis: "amount", amount: "0.625", total: "62.5" });
    expect(order.shareOf(sale, rules)).toBe(25);
    expect(order.shareOf(draft(), rules)).toBe(0);
    expect(order.shareOf(made({ price: "99", amount: "100" }), rules)).toBe(100);
  });
});

describe("estimates", () => {
  it("walks the book and says when it is not deep enough", () => {
    expect(walk(market.asks, "1.5", "amount")).toEqual({
      quantity: "1.5",
      total: "150.5",
      average: "100.33333333",
      complete: true,
    });
    expect(walk(market.asks, "10", "amount").complete).toBe(false);
    expect(walk([], "1", "amount").average).toBeNull();
  });

  it("charges the maker's fee for what rests and the taker's for what trades", () => {
    const resting = order.estimate(made({ price: "99", amount: "1" }), rules, market);
    expect(resting).toMatchObject({ crosses: false, fee: "0.00100000", receive: "0.999" });
    const taking = order.estimate(made({ price: "100", amount: "1" }), rules, market);
    expect(taking).toMatchObject({ crosses: true, fee: "0.00200000" });
    const sale = order.estimate(made({ side: "SELL", kind: "MARKET", amount: "1" }), rules, market);
    expect(sale).toMatchObject({ average: "99.00000000", fee: "0.198000", receive: "98.802" });
  });
});

describe("a limit that trades at once", () => {
  const at = (more: Partial<order.Draft>) => order.estimate(made(more), rules, market);
  it("pays what the levels ask, not its limit", () => {
    expect(at({ price: "105", amount: "1" }).average).toBe("100.00000000");
    // (100 + 101) ÷ 2
    expect(at({ price: "105", amount: "2" }).average).toBe("100.50000000");
  });
  it("pays its limit for what waits", () => {
    // (1 · 100 + 1 · 100.5) ÷ 2: the level at 101 is beyond the limit.
    expect(at({ price: "100.5", amount: "2" }).average).toBe("100.25000000");
    const atOnce = at({ price: "100.5", amount: "2", time_in_force: "IOC" });
    expect(atOnce.average).toBe("100.00000000");
  });
  it("receives what the levels bid", () => {
    // 1 · 99 less 0.2 %
    const sale = at({ side: "SELL", price: "90", amount: "1" });
    expect(sale).toMatchObject({ average: "99.00000000", fee: "0.198000", receive: "98.802" });
  });
  it("has its own price while it rests", () => {
    expect(at({ price: "99", amount: "1" }).average).toBe("99");
  });
});

it("says when a market order is larger than the known levels", () => {
  const deep = (more: Partial<order.Draft>) => order.estimate(made(more), rules, market).deepEnough;
  expect(deep({ kind: "MARKET", amount: "3" })).toBe(true);
  expect(deep({ kind: "MARKET", amount: "3.001" })).toBe(false);
  expect(deep({ kind: "MARKET", basis: "total", total: "302.01" })).toBe(false);
  expect(deep({ side: "SELL", kind: "MARKET", amount: "4.1" })).toBe(false);
  expect(deep({ price: "100", amount: "10" })).toBe(true);
});

describe("what is sent", () => {
  it("counts a market buy by what was typed", () => {
    const byTotal = order.contentOf(
      made({ kind: "MARKET", basis: "total", total: "50" }),
      "BTCUSDT",
    );
    expect(byTotal).toMatchObject({ name: "BTCUSDT", total: "50", number_of_order: undefined });
    const sale = made({ side: "SELL", kind: "MARKET", basis: "total", total: "99" });
    expect(order.contentOf(sale, "BTCUSDT")).toMatchObject({
      number_of_order: "1",
      total: undefined,
    });
  });

  it("sends a limit with its price and terms", () => {
    const sent = order.contentOf(made({ price: "99.", amount: "1", post_only: true }), "BTCUSDT");
    expect(sent).toMatchObject({ order_per_unit: "99", number_of_order: "1", post_only: true });
    const fok = made({ price: "99", amount: "1", post_only: true, time_in_force: "FOK" });
    expect(order.contentOf(fok, "BTCUSDT").post_only).toBeUndefined();
  });

  it("steps the price by ticks, never to zero", () => {
    expect(order.stepPrice("99.9", "0.1", 1)).toBe("100.0");
    expect(order.stepPrice("0.1", "0.1", -1)).toBe("0.1");
    expect(order.stepPrice("", "0.5", 1)).toBe("0.5");
  });

  it("says how much is filled", () => {
    expect(order.filledPercent("3", "1")).toBe("33");
    expect(order.filledPercent("0", "0")).toBe("0");
  });
});
