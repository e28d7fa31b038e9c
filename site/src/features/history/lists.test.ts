import { describe, expect, it } from "vitest";
import { history_tabs, is_narrowed, query_of, state_text, states } from "./lists";

describe("the history's lists", () => {
  it("ask each call in its own words", () => {
    const wanted = { coin: "BTC", status: "APPROVED", from: "2026-11-01" };
    expect(query_of("deposit", wanted)).toEqual({ ...wanted, to: undefined });
    expect(query_of("sell", wanted)).toEqual({
      name: "BTC",
      status: "APPROVED",
      from: "2026-11-01",
      to: undefined,
    });
  });

  it("know whether anything is narrowed", () => {
    expect(is_narrowed({})).toBe(false);
    expect(is_narrowed({ coin: undefined, from: undefined })).toBe(false);
    expect(is_narrowed({ to: "2026-11-21" })).toBe(true);
  });

  it("have states of their own", () => {
    for (const tab of history_tabs) expect(states[tab].length).toBeGreaterThan(1);
    expect(states.buy).toContain("DISSAPROVED");
    expect(states.sell).toContain("DECLINED");
  });

  it("do not say of a deposit that brought nothing that it is still to come", () => {
    expect(states.deposit.map((state) => state_text("deposit", state))).toEqual([
      "Completed",
      "Pending",
      "Not credited",
    ]);
  });
});
