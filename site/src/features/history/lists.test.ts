import { describe, expect, it } from "vitest";
import { withId } from "./api";
import { historyTabs, isNarrowed, queryOf, stateText, states, walletText } from "./lists";

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
    expect(queryOf.other({ coin: "USDT", status: "reward", to: "2026-11-30" })).toEqual({
      coin: "USDT",
      kind: "reward",
      from: undefined,
      to: "2026-11-30",
    });
    expect(queryOf.other({ status: "APPROVED" }).kind).toBeUndefined();
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

  it("name the wallets that a transfer went between, and the one that money came to", () => {
    const one = { id: "1", at: "", coin: "USDT", image: "", amount: "5" };
    expect(walletText({ ...one, kind: "transfer", from_wallet: "SPOT", to_wallet: "FUTURE" })).toBe(
      "Spot wallet → Futures wallet",
    );
    expect(walletText({ ...one, kind: "reward", to_wallet: "SPOT" })).toBe("Spot wallet");
    expect(stateText("other", "fee_refund")).toBe("Fee refund");
  });

  it("tell apart what one reversal took out of two wallets", () => {
    const one = { id: "7", at: "", coin: "USDT", image: "", amount: "-5" };
    const idOf = (wallet: "SPOT" | "FUNDING") =>
      withId({ ...one, kind: "reversal", from_wallet: wallet }).id;
    expect(idOf("SPOT")).not.toBe(idOf("FUNDING"));
  });

  it("do not say of a deposit that brought nothing that it is still to come", () => {
    expect(states.deposit.map((state) => stateText("deposit", state))).toEqual([
      "Completed",
      "Pending",
      "Not credited",
    ]);
  });
});
