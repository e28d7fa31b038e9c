import { describe, expect, it } from "vitest";
import {
  closingOf,
  closingProblem,
  shareOfPosition,
  type ClosingTerms,
  type Whole,
} from "./closing";

/** 0.02 BTC long from 50,000. */
const position: Whole = {
  delegate_type: "BUY_MORE",
  quantity: "0.0200",
  opening_price: "50000",
  initial_margin: "100",
  margin: "110",
};

const terms: ClosingTerms = {
  mark_price: "55000",
  lot: "0.0001",
  minimum_buy: "5",
  closing_fee: "0.0005",
};

describe("a share of the position", () => {
  it.each([
    [25, "0.0001", "0.005"],
    [75, "0.0001", "0.015"],
    [100, "0.0001", "0.02"],
    [25, "0.003", "0.003"],
    // All of it, although the lot has become larger since.
    [100, "0.003", "0.02"],
  ])("of %d %% in lots of %s is %s", (percent, lot, expected) => {
    expect(shareOfPosition(position, percent, lot)).toBe(expected);
  });
});

describe("what is wrong with the quantity", () => {
  it.each([
    ["", { code: "amount_required" }],
    ["0", { code: "amount_required" }],
    ["0.0201", { code: "above_maximum", n: "0.0200" }],
    ["0.00501", { code: "off_lot", n: "0.0001" }],
    // A margin of 5 USDT: 5 · 0.02 ÷ 100
    ["0.0009", { code: "part_too_small", n: "0.001" }],
    ["0.0191", { code: "rest_too_small", n: "0.001" }],
    ["0.001", null],
    ["0.019", null],
    ["0.02", null],
  ])("of %j", (typed, expected) => {
    expect(closingProblem(typed, position, terms)).toEqual(expected);
  });
  it("is at least a lot, where there is no other minimum", () => {
    const none = { ...terms, minimum_buy: "0" };
    expect(closingProblem("0.0001", position, none)).toBeNull();
  });
  it("is only more than there is, where the contract is not listed any more", () => {
    expect(closingProblem("0.0000001", position, undefined)).toBeNull();
    expect(closingProblem("1", position, undefined)?.code).toBe("above_maximum");
  });
});

describe("what closing brings", () => {
  it("is the part's profit and margin, less the fee", () => {
    // 0.005 · 5,000; 0.005 · 55,000 · 0.0005; 110 ÷ 4
    expect(closingOf(position, "0.005", terms)).toEqual({
      profit: "25",
      fee: "0.1375",
      returns: "52.3625",
      rest: "0.015",
    });
  });
  it("is a loss for who is short, and never less than nothing", () => {
    const short: Whole = { ...position, delegate_type: "SELL_EMPTY" };
    expect(closingOf(short, "0.02", terms)).toMatchObject({ profit: "-100", rest: "0" });
    expect(closingOf({ ...short, margin: "90" }, "0.02", terms).returns).toBe("0");
  });
});
