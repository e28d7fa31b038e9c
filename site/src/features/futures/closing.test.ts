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
  unpaid_funding: "0",
  funding_average: "0.004",
  start_date: "2026-11-20T00:00:00Z",
};

const terms: ClosingTerms = {
  mark_price: "55000",
  lot: "0.0001",
  minimum_buy: "5",
  closing_fee: "0.0005",
  next_funding_at: null,
  funding_interval_hours: null,
  funding_counts_from: null,
};
const now = Date.parse("2026-11-21T14:00:00Z");

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
    expect(closingOf(position, "0.005", terms, now)).toEqual({
      profit: "25",
      fee: "0.1375",
      funding: "0",
      returns: "52.3625",
      rest: "0.015",
    });
  });
  it("is a loss for who is short, and never less than nothing", () => {
    const short: Whole = { ...position, delegate_type: "SELL_EMPTY" };
    expect(closingOf(short, "0.02", terms, now)).toMatchObject({ profit: "-100", rest: "0" });
    expect(closingOf({ ...short, margin: "90" }, "0.02", terms, now).returns).toBe("0");
  });
});

describe("funding at a close", () => {
  const announced: ClosingTerms = {
    ...terms,
    next_funding_at: "2026-11-21T16:00:00Z",
    funding_interval_hours: 8,
    funding_counts_from: "2026-11-21T08:00:00Z",
  };
  const short: Whole = { ...position, delegate_type: "SELL_EMPTY" };
  const fundingOf = (changes: Partial<Whole>, more: Partial<ClosingTerms> = {}) =>
    closingOf({ ...position, ...changes }, "0.02", { ...announced, ...more }, now).funding;
  it.each([
    ["six hours of eight of 1,100 · 0.4 %", {}, {}, "3.3"],
    ["since it was opened", { start_date: "2026-11-21T12:00:00Z" }, {}, "1.1"],
    [
      "all of it at its time",
      {},
      {
        next_funding_at: "2026-11-21T14:00:00Z",
        funding_counts_from: "2026-11-21T06:00:00Z",
      },
      "4.4",
    ],
    ["since its rate was known", {}, { funding_counts_from: "2026-11-21T12:00:00Z" }, "1.1"],
    ["none for who would receive", short, {}, "0"],
    ["a negative one of who is short", { ...short, funding_average: "-0.004" }, {}, "3.3"],
    ["none where the next is not known", {}, { next_funding_at: null }, "0"],
    ["none where its rate is not known", { funding_average: null }, {}, "0"],
    ["what is unpaid as well", { unpaid_funding: "70" }, {}, "73.3"],
    ["what is unpaid of who would receive", { ...short, unpaid_funding: "70" }, {}, "70"],
  ] as const)("is %s", (_, changes, more, expected) => {
    expect(fundingOf(changes, more)).toBe(expected);
  });
  it("is that of the part, and taken off what returns", () => {
    const unpaid: Whole = { ...position, unpaid_funding: "8" };
    // 2 of the unpaid, 0.825; 25 + 27.5 − 2.825 − 0.1375
    expect(closingOf(unpaid, "0.005", announced, now)).toMatchObject({
      funding: "2.825",
      returns: "49.5375",
    });
  });
});
