import { describe, expect, it } from "vitest";
import {
  addingProblem,
  contentOf,
  contractBeside,
  costsOf,
  emptyDraft,
  liquidationPrice,
  liquidationWith,
  maintenance,
  marginOf,
  problemOf,
  shareOf,
  targetsProblem,
  tiersBeside,
  withShare,
  withUnit,
  type Draft,
  type Terms,
} from "./rules";
import type { Contract, Leverage, Position } from "./contract";

const tiers = [
  { up_to: "50000", rate: "0.005", deduction: "0" },
  { up_to: "250000", rate: "0.01", deduction: "250" },
  { up_to: "1000000", rate: "0.02", deduction: "2750" },
  { up_to: "2000000", rate: "0.03", deduction: "12750" },
];

const terms: Terms = {
  mark_price: "50000",
  leverages: [10, 15, 20],
  tick: "0.1",
  lot: "0.0001",
  minimum_buy: "5",
  minimum_sell: "0.0002",
  maximum: "2000000",
  taker_fee: "0.0005",
  tiers,
  stale: false,
};

const draft = (changes: Partial<Draft> = {}): Draft => ({ ...emptyDraft(), ...changes });

describe("the maintenance margin", () => {
  it.each([
    ["1", "50000", "250"], // 50,000 · 0.5 %
    ["2", "50000", "750"], // 100,000 · 1 % − 250
    ["5", "50000", "2250"], // 250,000 · 1 % − 250, the same as 2 % − 2,750
    ["20", "50000", "17250"], // 1,000,000 · 2 % − 2,750, the same as 3 % − 12,750
    ["40", "50000", "47250"], // 2,000,000 · 3 % − 12,750
  ])("of %s at %s is %s", (quantity, price, expected) => {
    expect(maintenance(quantity, price, tiers)).toBe(expected);
  });
});

describe("beside other positions", () => {
  it.each([
    ["0", "1", "250"],
    // 60,000 need 350, of which the others need 200
    ["40000", "0.4", "150"],
    // 150,000 need 1,250, the others 250
    ["50000", "2", "1000"],
    // 300,000 need 3,250, the others 1,750
    ["200000", "2", "1500"],
    // 2,100,000 need 50,250, the others 44,250
    ["1900000", "4", "6000"],
    // beyond the last tier
    ["3000000", "0.02", "30"],
  ])("worth %s, %s more need %s", (beside, quantity, expected) => {
    expect(Number(maintenance(quantity, "50000", tiersBeside(tiers, beside)))).toBe(
      Number(expected),
    );
  });
  it("is counted in where the next one would be liquidated, and how large it may be", () => {
    const contract = { ...terms, name: "BTCUSDT" } as Contract;
    const held = (pairName: string) =>
      ({ coin_pair: { pair_name: pairName, image: "" }, quantity: "1" }) as Position;
    const next = contractBeside(contract, [held("BTCUSDT"), held("ETHUSDT")]);
    expect(Number(next.maximum)).toBe(Number(terms.maximum) - 50_000);
    // (100,000 − 10,000) ÷ (2 · 0.99)
    const opening = draft({ amount: "10000" });
    expect(costsOf(opening, next)?.liquidation).toBe("45454.6");
    // (100,000 − 10,000 − 250) ÷ (2 · 0.99)
    expect(costsOf(opening, contractBeside(contract, []))?.liquidation).toBe("45328.3");
  });
});

describe("the liquidation price", () => {
  it.each([
    // (0.1 · 50,000 − 500) ÷ (0.1 · 0.995)
    ["BUY_MORE", "0.1", "500", "45226.13"],
    // (0.1 · 50,000 + 500) ÷ (0.1 · 1.005)
    ["SELL_EMPTY", "0.1", "500", "54726.36"],
    // 100,000 opens in the second tier; (100,000 − 5,000 − 250) ÷ (2 · 0.99)
    ["BUY_MORE", "2", "5000", "47853.53"],
    // 52,000 opens in the second tier and falls into the first: (52,000 − 5,200) ÷ (1.04 · 0.995)
    ["BUY_MORE", "1.04", "5200", "45226.13"],
    // 49,000 opens in the first tier and rises into the second: (49,000 + 4,900 + 250) ÷ (0.98 · 1.01)
    ["SELL_EMPTY", "0.98", "4900", "54708.02"],
    // 2,000,000 rises beyond the last tier, which goes on: (2,000,000 + 200,000 + 12,750) ÷ (40 · 1.03)
    ["SELL_EMPTY", "40", "200000", "53707.52"],
  ] as const)("of %s %s with margin %s is %s…", (side, quantity, margin, expected) => {
    const price = liquidationPrice({ side, quantity, entry: "50000", margin }, tiers);
    expect(price?.slice(0, expected.length)).toBe(expected);
  });
  it("is where the equity equals the maintenance margin", () => {
    const position = { side: "BUY_MORE", quantity: "3", entry: "50000", margin: "7500" } as const;
    const price = liquidationPrice(position, tiers) ?? "0";
    const equity = 7500 + 3 * (Number(price) - 50000);
    expect(equity).toBeCloseTo(Number(maintenance("3", price, tiers)), 6);
  });
  it("does not exist for a position that its margin covers to the last", () => {
    expect(
      liquidationPrice({ side: "BUY_MORE", quantity: "1", entry: "100", margin: "101" }, tiers),
    ).toBeNull();
  });
  it("moves away when margin is added", () => {
    const position = {
      delegate_type: "BUY_MORE",
      quantity: "0.1",
      opening_price: "50000",
      margin: "500",
      unpaid_funding: "0",
      beside: "0",
    } as const;
    expect(liquidationWith(position, "0", terms)).toBe("45226.2");
    // (5,000 − 600) ÷ 0.0995
    expect(liquidationWith(position, "100", terms)).toBe("44221.2");
    // Unpaid funding takes of it: (5,000 − 530) ÷ 0.0995
    expect(liquidationWith({ ...position, unpaid_funding: "70" }, "100", terms)).toBe("44924.7");
  });
});

describe("what a position costs", () => {
  it("counts whole lots, and the rest of the margin stays", () => {
    // 100 · 10 ÷ 50,000 = 0.02
    expect(costsOf(draft({ amount: "100" }), terms)).toEqual({
      quantity: "0.02",
      size: "1000",
      initial_margin: "100",
      fee: "0.5",
      cost: "100.5",
      liquidation: "45226.2",
    });
    // 100.4 · 10 ÷ 50,000 = 0.02008, and 0.02 in lots
    expect(costsOf(draft({ amount: "100.4" }), terms)?.initial_margin).toBe("100");
  });
  it("takes the margin in the coin for what it is worth", () => {
    expect(marginOf(draft({ unit: "COIN", amount: "0.002" }), "50000")).toBe("100");
    expect(costsOf(draft({ unit: "COIN", amount: "0.002", leverage: 20 }), terms)?.quantity).toBe(
      "0.04",
    );
  });
  it("is nothing without an amount or a price", () => {
    expect(costsOf(draft(), terms)).toBeNull();
    expect(costsOf(draft({ amount: "0" }), terms)).toBeNull();
    expect(costsOf(draft({ amount: "5" }), { ...terms, mark_price: "0" })).toBeNull();
  });
});

describe("the unit", () => {
  it("changes and takes the amount along", () => {
    expect(withUnit(draft({ amount: "100" }), "COIN", "50000").amount).toBe("0.002");
    expect(withUnit(draft({ unit: "COIN", amount: "0.002" }), "USDT", "50000").amount).toBe("100");
    expect(withUnit(draft({ amount: "" }), "COIN", "50000").amount).toBe("");
  });
});

describe("the slider", () => {
  it.each([
    [0, "0"],
    [25, "250"],
    [50, "500"],
    [75, "750"],
    // 1,000 ÷ (1 + 10 · 0.05 %): the fee is paid from the same balance.
    [100, "995.02"],
  ])("sets %d percent of 1,000 to %s", (percent, amount) => {
    const set = withShare(draft(), percent, "1000", terms);
    expect(set.amount).toBe(amount);
    expect(shareOf(set, "1000", terms)).toBe(percent);
  });
  it("sets an amount that can be opened", () => {
    const all = withShare(draft({ leverage: 20 }), 100, "1000", terms);
    expect(problemOf(all, terms, "1000")).toBeNull();
  });
  it("counts in the coin too", () => {
    expect(withShare(draft({ unit: "COIN" }), 50, "1000", terms).amount).toBe("0.01");
  });
  it("stands at the left without a balance", () => {
    expect(shareOf(draft({ amount: "5" }), "0", terms)).toBe(0);
  });
});

describe("what is wrong", () => {
  const code = (changes: Partial<Draft>, available = "1000", market: Partial<Terms> = {}) =>
    problemOf(draft(changes), { ...terms, ...market }, available);
  it.each<[string, Partial<Draft>, ReturnType<typeof code>]>([
    ["no amount", {}, { code: "amount_required", field: "amount" }],
    ["zero", { amount: "0" }, { code: "amount_required", field: "amount" }],
    [
      "less than the minimum buy",
      { amount: "4.99" },
      { code: "below_minimum_buy", field: "amount", n: "5" },
    ],
    ["the minimum buy", { amount: "5" }, null],
    [
      "less than the minimum buy in the coin",
      { unit: "COIN", amount: "0.00009" },
      { code: "below_minimum_buy", field: "amount", n: "0.0001" },
    ],
    [
      // 0.0002 · 50,000
      "less than the minimum sell in USDT",
      { side: "SELL_EMPTY", amount: "9.99" },
      { code: "below_minimum_sell", field: "amount", n: "10" },
    ],
    [
      "less than the minimum sell in the coin",
      { side: "SELL_EMPTY", unit: "COIN", amount: "0.0001" },
      { code: "below_minimum_sell", field: "amount", n: "0.0002" },
    ],
    ["the minimum sell", { side: "SELL_EMPTY", unit: "COIN", amount: "0.0002" }, null],
    [
      "more than there is",
      { amount: "1000.01" },
      { code: "insufficient", field: "amount", n: "1000" },
    ],
    [
      // 1,000 ÷ (1 + 10 · 0.0005) is the most that leaves the fee.
      "all there is, so that nothing is left for the fee",
      { amount: "1000" },
      { code: "insufficient", field: "amount", n: "995.02" },
    ],
    [
      "more than there is in the coin",
      { unit: "COIN", amount: "0.03" },
      { code: "insufficient", field: "amount", n: "0.02" },
    ],
    [
      "a leverage that is not offered",
      { amount: "5", leverage: 50 as Leverage },
      { code: "leverage", field: null },
    ],
  ])("with %s", (_, changes, expected) => {
    expect(code(changes)).toEqual(expected);
  });
  it("refuses more than the largest position", () => {
    expect(code({ amount: "200001" }, "1000000")).toEqual({
      code: "above_maximum",
      field: "amount",
      n: "200000",
    });
  });
  it("refuses an amount that is less than a lot", () => {
    expect(code({ amount: "5" }, "1000", { lot: "0.01" })).toEqual({
      code: "below_minimum_buy",
      field: "amount",
      n: "50",
    });
  });
  it("has no minimum where it is 0", () => {
    const none = { minimum_buy: "0", minimum_sell: "0", lot: "0.00000001" };
    expect(code({ amount: "0.01" }, "1000", none)).toBeNull();
  });
  it("opens nothing at a stale price", () => {
    expect(code({ amount: "5" }, "1000", { stale: true })?.code).toBe("stale_price");
    expect(code({ amount: "5" }, "1000", { mark_price: "0" })?.code).toBe("stale_price");
  });
});

describe("take-profit and stop-loss", () => {
  it.each([
    ["BUY_MORE", "50000.1", "49999.9", undefined],
    ["BUY_MORE", "50000", "", "take_profit_above"],
    ["BUY_MORE", "", "50000", "stop_loss_below"],
    ["SELL_EMPTY", "49999.9", "50000.1", undefined],
    ["SELL_EMPTY", "50000.1", "", "take_profit_below"],
    ["SELL_EMPTY", "", "49999", "stop_loss_above"],
    ["BUY_MORE", "50000.15", "", "off_tick"],
    ["BUY_MORE", "0", "", "off_tick"],
    ["BUY_MORE", "", "", undefined],
  ] as const)("of %s at %s and %s: %s", (side, takeProfit, stopLoss, expected) => {
    expect(
      targetsProblem(side, { take_profit: takeProfit, stop_loss: stopLoss }, terms)?.code,
    ).toBe(expected);
  });
  it("count only where they are wanted", () => {
    const typed = draft({ amount: "5", take_profit: "1" });
    expect(problemOf(typed, terms, "1000")).toBeNull();
    expect(problemOf({ ...typed, with_targets: true }, terms, "1000")?.field).toBe("take_profit");
    expect(contentOf(typed, "BTCUSDT", terms).take_profit).toBeUndefined();
  });
});

it("sends the margin in USDT, whatever was typed", () => {
  const typed = draft({
    side: "SELL_EMPTY",
    unit: "COIN",
    amount: "0.002",
    leverage: 15,
    with_targets: true,
    take_profit: "49000",
  });
  expect(contentOf(typed, "BTCUSDT", terms)).toEqual({
    name: "BTCUSDT",
    delegate_type: "SELL_EMPTY",
    margin: "100",
    leverage: 15,
    opening_price: "50000",
    take_profit: "49000",
    stop_loss: undefined,
  });
});

describe("a margin in the coin at a price that is not round", () => {
  const odd = { ...terms, mark_price: "67482.137" };
  it.each([
    ["0.00123457", "83.31142187"], // 83.3114218760…
    ["0.00333333", "224.94023172"], // 224.9402317262…
    ["0.002", "134.964274"],
  ])("of %s is sent as %s: the server takes eight places", (amount, expected) => {
    const typed = draft({ unit: "COIN", amount });
    expect(contentOf(typed, "BTCUSDT", odd).margin).toBe(expected);
    expect(marginOf(typed, odd.mark_price)).toBe(expected);
  });
  it("may be the least that is named, and all that the slider takes", () => {
    for (const side of ["BUY_MORE", "SELL_EMPTY"] as const) {
      const little = problemOf(draft({ side, unit: "COIN", amount: "0.00000001" }), odd, "1000");
      const least = draft({ side, unit: "COIN", amount: little?.n ?? "" });
      expect(problemOf(least, odd, "1000")).toBeNull();
    }
    const all = withShare(draft({ unit: "COIN" }), 100, "1000", odd);
    expect(problemOf(all, odd, "1000")).toBeNull();
    expect(contentOf(all, "BTCUSDT", odd).margin.split(".")[1]?.length).toBeLessThanOrEqual(8);
  });
});

it("adds some margin, and no more than there is", () => {
  expect(addingProblem("", "10")?.code).toBe("amount_required");
  expect(addingProblem("10.01", "10")).toEqual({ code: "insufficient", n: "10" });
  expect(addingProblem("10", "10")).toBeNull();
});
