import { describe, expect, it } from "vitest";
import {
  content_of,
  empty_draft,
  problem_of,
  swapped,
  way_of,
  ways,
  with_way,
  type Draft,
} from "./rules";

const draft = (changes: Partial<Draft> = {}): Draft => ({ ...empty_draft(), ...changes });

it("begins with BTC from SPOT to FUTURE", () => {
  expect(empty_draft()).toEqual({ from: "SPOT", to: "FUTURE", coin: "BTC", amount: "" });
});

describe("the wallets", () => {
  it.each(ways)("of $id are one way in both directions", ({ id, from, to }) => {
    const chosen = with_way(draft(), id);
    expect(chosen).toMatchObject({ from, to });
    expect(way_of(chosen)).toBe(id);
    expect(swapped(chosen)).toMatchObject({ from: to, to: from });
    expect(way_of(swapped(chosen))).toBe(id);
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
    expect(problem_of(draft({ amount }), available)?.code).toBe(code);
  });
});

it.each([
  ["SPOT", "FUTURE", "DRAW_IN"],
  ["SPOT", "FUNDING", "DRAW_IN"],
  ["FUTURE", "SPOT", "DRAW_OUT"],
  ["FUNDING", "FUTURE", "DRAW_OUT"],
] as const)("from %s to %s is %s and begins as PENDING", (from, to, draw_type) => {
  expect(content_of(draft({ from, to, amount: "0.5" }))).toEqual({
    coin_name: "BTC",
    state: "PENDING",
    draw_type,
    transfer_amount: "0.5",
    from,
    to,
  });
});
