import { describe, expect, it } from "vitest";
import { draftProblem, orderOf, pricedFor } from "./orders";
import { costsOf, emptyDraft, withShare, type Draft } from "./rules";
import { contract } from "./test_contracts";

const btc = contract("BTC", "50000");
const draft = (changes: Partial<Draft>): Draft => ({
  ...emptyDraft(),
  type: "LIMIT",
  price: "49000",
  amount: "100",
  ...changes,
});
const codeOf = (changes: Partial<Draft>, terms = btc, available = "2000") => {
  const problem = draftProblem(draft(changes), terms, available);
  return problem && `${problem.field ?? "all"}: ${problem.code}`;
};

describe("an order", () => {
  it("is counted by its own price, and holds the fee of all of its margin", () => {
    const costs = costsOf(draft({}), pricedFor(draft({}), btc));
    // 1000 / 49000 down to the lot; 100 + 1000 · 0.05 %
    expect(costs).toMatchObject({ quantity: "0.0204", size: "999.6" });
    expect(Number(costs?.cost)).toBe(100.5);
    const market = draft({ type: "MARKET" });
    expect(Number(costsOf(market, pricedFor(market, btc))?.quantity)).toBe(0.02);
  });

  it("of all that is available leaves what is held for the fee", () => {
    const all = withShare(draft({}), 100, "2000", pricedFor(draft({}), btc));
    expect(all.amount).toBe("1990.04");
    expect(draftProblem(all, btc, "2000")).toBeNull();
    expect(codeOf({ amount: "1990.05" })).toBe("amount: insufficient");
  });

  it("has a price on the tick", () => {
    expect(codeOf({ price: "" })).toBe("price: price_required");
    expect(codeOf({ price: "0" })).toBe("price: price_required");
    expect(codeOf({ price: "49000.05" })).toBe("price: off_tick");
    expect(codeOf({ price: "60000" })).toBeNull();
    expect(codeOf({ type: "MARKET", price: "" })).toBeNull();
  });

  it("triggers from one side of the mark, which has to be known", () => {
    expect(codeOf({ type: "TRIGGER", price: "50000.0" })).toBe("price: trigger_at_mark");
    expect(codeOf({ type: "TRIGGER", price: "50000.1" })).toBeNull();
    expect(codeOf({ type: "TRIGGER" }, { ...btc, stale: true })).toBe("all: stale_price");
    expect(codeOf({}, { ...btc, stale: true })).toBeNull();
  });

  it("has its targets beside its price", () => {
    const targets = { with_targets: true };
    expect(codeOf({ ...targets, take_profit: "49500", stop_loss: "48000" })).toBeNull();
    expect(codeOf({ ...targets, take_profit: "48999.9" })).toBe("take_profit: target_above_price");
    expect(codeOf({ ...targets, stop_loss: "49500" })).toBe("stop_loss: target_below_price");
    expect(codeOf({ ...targets, side: "SELL_EMPTY", stop_loss: "48000" })).toBe(
      "stop_loss: target_above_price",
    );
    expect(codeOf({ ...targets, stop_loss: "48000.01" })).toBe("stop_loss: off_tick");
  });

  it("is sent as it was typed", () => {
    expect(orderOf(draft({ type: "TRIGGER", side: "SELL_EMPTY" }), "BTCUSDT", btc)).toEqual({
      name: "BTCUSDT",
      order_type: "TRIGGER",
      price: "49000",
      delegate_type: "SELL_EMPTY",
      margin: "100",
      leverage: 10,
      take_profit: undefined,
      stop_loss: undefined,
    });
    // An amount in coins is worth what the order's price says.
    expect(orderOf(draft({ unit: "COIN", amount: "0.01" }), "BTCUSDT", btc).margin).toBe("490");
  });
});
