import { describe, expect, it } from "vitest";
import {
  contentOf,
  emptyDraft,
  problemOf,
  swapped,
  wayOf,
  ways,
  withWay,
  type Draft,
} from "./rules";

const draft = (changes: Partial<Draft> = {}): Draft => ({ ...emptyDraft(), ...changes });

it("begins with BTC from SPOT to FUTURE", () => {
  expect(emptyDraft()).toEqual({ from: "SPOT", to: "FUTURE", coin: "BTC", amount: "" });
});

describe("the wallets", () => {
  it.each(ways)("of $id are one way in both directions", ({ id, from, to }) => {
    const chosen = withWay(draft(), id);
    expect(chosen).toMatchObject({ from, to });
    expect(wayOf(chosen)).toBe(id);
    expect(swapped(chosen)).toMatchObject({ from: to, to: from });
    expect(wayOf(swapped(chosen))).toBe(id);
  });
});

describe("what is wrong", () => {
  it.each([
    ["", "1", "amount_required"],
    ["0", "1", "amount_required"],
    ["1.01", "1", "insufficient"],
    ["1", "1", undefined],
    ["1", undefined, undefined],
  ])("with %j of %j: %s", (amount, available, code) => {
    expect(problemOf(draft({ amount }), available)?.code).toBe(code);
  });
});

it.each([
  ["SPOT", "FUTURE", "DRAW_IN"],
  ["SPOT", "FUNDING", "DRAW_IN"],
  ["FUTURE", "SPOT", "DRAW_OUT"],
  ["FUNDING", "FUTURE", "DRAW_OUT"],
] as const)("from %s to %s is %s and begins as PENDING", (from, to, drawType) => {
  expect(contentOf(draft({ from, to, amount: "0.5" }))).toEqual({
    coin_name: "BTC",
    state: "PENDING",
    draw_type: drawType,
    transfer_amount: "0.5",
    from,
    to,
  });
});
