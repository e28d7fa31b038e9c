import { describe, expect, it } from "vitest";
import { contentOf, emptyDraft, fieldOf, type Draft } from "./order";
import { refusalOf, targetsProblem } from "./targets";

const on = (profit: string, stop: string) => ({ on: true, take_profit: profit, stop_loss: stop });

describe("take-profit and stop-loss of an order", () => {
  it.each([
    ["BUY", on("110", "95"), null],
    ["BUY", on("", "95"), { code: "take_profit_required", field: "take_profit" }],
    ["BUY", on("110", "0"), { code: "stop_loss_required", field: "stop_loss" }],
    ["BUY", on("110.05", "95"), { code: "off_tick", field: "take_profit", n: "0.1" }],
    ["BUY", on("100", "95"), { code: "take_profit_above", field: "take_profit", n: "100" }],
    ["BUY", on("110", "100"), { code: "stop_loss_below", field: "stop_loss", n: "100" }],
    ["SELL", on("90", "105"), null],
    ["SELL", on("100", "105"), { code: "take_profit_below", field: "take_profit", n: "100" }],
    ["SELL", on("90", "100"), { code: "stop_loss_above", field: "stop_loss", n: "100" }],
    ["SELL", { ...on("100", "100"), on: false }, null],
  ] as const)("%s %j", (side, targets, expected) => {
    expect(targetsProblem(side, targets, "100", "0.1")).toEqual(expected);
  });

  it("cannot tell the sides while no price is known", () => {
    expect(targetsProblem("BUY", on("90", "95"), "0", "0.1")).toBeNull();
  });

  it("are sent with orders that may have them", () => {
    const draft: Draft = { ...emptyDraft("BUY"), price: "100", targets: on("110", "95") };
    const sent = { take_profit: "110", stop_loss: "95" };
    expect(contentOf(draft, "BTCUSDT")).toMatchObject(sent);
    expect(contentOf({ ...draft, kind: "MARKET" }, "BTCUSDT")).toMatchObject(sent);
    for (const other of [{ oco: true }, { kind: "STOP_LIMIT" as const }]) {
      const content = contentOf({ ...draft, ...other }, "BTCUSDT");
      expect([content.take_profit, content.stop_loss]).toEqual([undefined, undefined]);
    }
    expect(fieldOf("stop_loss", draft)).toBe("stop_loss");
    expect(fieldOf("stop_loss_limit", draft)).toBe("stop_loss");
    expect(fieldOf("take_profit", { ...draft, oco: true })).toBeNull();
  });

  it.each([
    ["stop_would_trigger", "passed"],
    ["insufficient_balance", "balance"],
    ["below_minimum", "small"],
    ["frozen_account", "other"],
  ])("were not placed for %s", (reason, said) => {
    expect(refusalOf(reason)).toBe(said);
  });
});
