import { describe, expect, it } from "vitest";
import { historyTabs, isNarrowed, queryOf, stateText, states } from "./lists";

describe("the history's lists", () => {
  it("ask each call in its own words", () => {
    const wanted = { coin: "BTC", status: "APPROVED", from: "2026-11-01" };
    expect(queryOf.deposit(wanted)).toEqual({ ...wanted, to: undefined });
    expect(queryOf.sell(wanted)).toEqual({
      name: "BTC",
      status: "APPROVED",
      from: "2026-11-01",
      to: undefined,
    });
  });

  it("know whether anything is narrowed", () => {
    expect(isNarrowed({})).toBe(false);
    expect(isNarrowed({ coin: undefined, from: undefined })).toBe(false);
    expect(isNarrowed({ to: "2026-11-21" })).toBe(true);
  });

  it("have states of their own", () => {
    for (const tab of historyTabs) expect(states[tab].length).toBeGreaterThan(1);
    expect(states.buy).toContain("DISSAPROVED");
    expect(states.sell).toContain("DECLINED");
  });

  it("do not say of a deposit that brought nothing that it is still to come", () => {
    expect(states.deposit.map((state) => stateText("deposit", state))).toEqual([
      "Completed",
      "Pending",
      "Not credited",
    ]);
  });
});
