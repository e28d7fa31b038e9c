// Closing at a price to come: which prices can be sent, and what an order is called.
import { expect, it } from "vitest";
import { closePriceProblem, closeTypeOf, orderTermsOf, type ClosingOrder } from "./closing_orders";
import { contract } from "./test_contracts";

const terms = contract("BTC", "50000");

it("wants a price on the tick, and none to close at once", () => {
  expect(closePriceProblem("MARKET", "", "BUY_MORE", terms)).toBeNull();
  for (const typed of ["", "0"]) {
    const problem = closePriceProblem("LIMIT", typed, "BUY_MORE", terms);
    expect(problem).toEqual({ code: "price_required" });
  }
  const off = closePriceProblem("LIMIT", "51000.05", "BUY_MORE", terms);
  expect(off).toEqual({ code: "off_tick", n: "0.1" });
  expect(closePriceProblem("LIMIT", "1", "BUY_MORE", terms)).toBeNull();
});

it("wants a take-profit and a stop-loss on their side of the mark", () => {
  const code = (
    type: "TAKE_PROFIT" | "STOP_LOSS",
    typed: string,
    side: "BUY_MORE" | "SELL_EMPTY",
  ) => closePriceProblem(type, typed, side, terms)?.code;
  expect(code("TAKE_PROFIT", "50000.1", "BUY_MORE")).toBeUndefined();
  expect(code("TAKE_PROFIT", "50000", "BUY_MORE")).toBe("take_profit_above");
  expect(code("TAKE_PROFIT", "50000", "SELL_EMPTY")).toBe("take_profit_below");
  expect(code("STOP_LOSS", "49999.9", "BUY_MORE")).toBeUndefined();
  expect(code("STOP_LOSS", "50000", "BUY_MORE")).toBe("stop_loss_below");
  expect(code("STOP_LOSS", "49999.9", "SELL_EMPTY")).toBe("stop_loss_above");
});

it("calls a trigger by what it is to its position", () => {
  const named = (
    type: ClosingOrder["order_type"],
    when: ClosingOrder["fills_when"],
    side: ClosingOrder["delegate_type"],
  ) => closeTypeOf({ order_type: type, fills_when: when, delegate_type: side } as ClosingOrder);
  expect(named("LIMIT", "RISES", "BUY_MORE")).toBe("LIMIT");
  expect(named("TRIGGER", "RISES", "BUY_MORE")).toBe("TAKE_PROFIT");
  expect(named("TRIGGER", "FALLS", "BUY_MORE")).toBe("STOP_LOSS");
  expect(named("TRIGGER", "FALLS", "SELL_EMPTY")).toBe("TAKE_PROFIT");
});

it("says of a trigger how the mark comes to it", () => {
  const rises = { order_type: "TRIGGER", fills_when: "RISES" };
  const falls = { order_type: "TRIGGER", fills_when: "FALLS" };
  expect(orderTermsOf("TAKE_PROFIT", "BUY_MORE")).toEqual(rises);
  expect(orderTermsOf("TAKE_PROFIT", "SELL_EMPTY")).toEqual(falls);
  expect(orderTermsOf("STOP_LOSS", "BUY_MORE")).toEqual(falls);
  expect(orderTermsOf("STOP_LOSS", "SELL_EMPTY")).toEqual(rises);
  expect(orderTermsOf("LIMIT", "BUY_MORE")).toEqual({ order_type: "LIMIT" });
});
