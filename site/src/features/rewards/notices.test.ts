import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textOr } from "../../lib/i18n";
import { linkOf, textOf, titleOf, type Notice } from "./notices";

const notice = (kind: string, data: Record<string, string> = {}): Notice => ({
  id: "1",
  kind,
  data,
  read: false,
  time: "2026-11-21T04:12:08.000Z",
});

const kindsFile = join(process.cwd(), "../common/notify/notices/kinds.def");

it.runIf(existsSync(kindsFile))("every kind of the server has a title and a text", () => {
  const kinds = [...readFileSync(kindsFile, "utf8").matchAll(/^X\((\w+),/gm)].map(
    ([, kind]) => kind ?? "",
  );
  expect(kinds.length).toBeGreaterThan(20);
  for (const kind of kinds) {
    expect([kind, textOr(`notifications.${kind}_title`, "")]).not.toEqual([kind, ""]);
    expect([kind, textOr(`notifications.${kind}_text`, "")]).not.toEqual([kind, ""]);
  }
});

it.runIf(existsSync(kindsFile))("every kind leads where the server says", () => {
  const lines = readFileSync(kindsFile, "utf8").matchAll(/^X\((\w+), \w+, \w+, "([^"]*)"\)/gm);
  const wanted = [...lines].map(([, kind = "", page = ""]) => [
    kind,
    page.replace("{coin}", "ETH"),
  ]);
  expect(wanted.length).toBeGreaterThan(20);
  for (const [kind = "", page] of wanted) {
    expect([kind, linkOf(notice(kind, { pair: "ETHUSDT" })) ?? ""]).toEqual([kind, page]);
  }
  expect(linkOf(notice("order_filled"))).toBeUndefined();
});

describe("a notice", () => {
  it("tells until when withdrawals rest as people write a time", () => {
    const resting = notice("password_changed", { until: "2026-11-23 11:51" });
    expect(textOf(resting)).toBe("Withdrawals are paused until 23 Nov 2026, 11:51 UTC.");
  });

  it("is filled with what the server sent, numbers as people write them", () => {
    const filled = notice("order_filled", {
      pair: "BTCUSDT",
      delegate_type: "BUY",
      quantity: "0.5",
      total: "33741.05",
    });
    expect(titleOf(filled)).toBe("Your buy order was filled");
    expect(textOf(filled)).toBe("Bought 0.5 BTC for 33,741.05 USDT.");
    expect(linkOf(filled)).toBe("/trades/spot/BTC");
    const sold = notice("order_filled", { ...filled.data, delegate_type: "SELL" });
    expect(titleOf(sold)).toBe("Your sell order was filled");
    expect(textOf(sold)).toBe("Sold 0.5 BTC for 33,741.05 USDT.");
  });

  it("tells of a triggered stop order", () => {
    const triggered = notice("stop_triggered", {
      pair: "BTCUSDT",
      delegate_type: "SELL",
      stop_price: "60000",
      price: "59990.5",
      quantity: "0.5",
    });
    expect(textOf(triggered)).toBe(
      "The price reached 60,000 USDT: your order to sell 0.5 BTC at 59,990.5 USDT was placed.",
    );
    expect(linkOf(triggered)).toBe("/trades/spot/BTC");
  });

  it.each([
    ["BUY", "The price reached 60,000 USDT: bought 0.5 BTC for 30,001.5 USDT."],
    ["SELL", "The price reached 60,000 USDT: sold 0.5 BTC for 30,001.5 USDT."],
  ])("tells what came of a triggered order without a limit: %s", (side, text) => {
    const amounts = { stop_price: "60000", filled: "0.5", total: "30001.5" };
    const data = { pair: "BTCUSDT", delegate_type: side, ...amounts };
    const triggered = notice("stop_triggered", data);
    expect(titleOf(triggered)).toBe("Your conditional order was triggered");
    expect(textOf(triggered)).toBe(text);
    expect(linkOf(triggered)).toBe("/trades/spot/BTC");
  });

  it.each([
    ["BUY", /nobody sold BTC near the market price/],
    ["SELL", /nobody bought BTC near the market price/],
  ])("tells of a triggered order that met nobody: %s", (side, text) => {
    const data = { pair: "BTCUSDT", delegate_type: side, stop_price: "60000", filled: "0" };
    const triggered = notice("stop_triggered", { ...data, total: "0" });
    expect(titleOf(triggered)).toBe("Your conditional order was not filled");
    expect(textOf(triggered)).toMatch(text);
  });

  it("carries an operator's own words", () => {
    const message = notice("operator_message", { title: "Maintenance", text: "Tonight at ten." });
    expect(titleOf(message)).toBe("Maintenance");
    expect(textOf(message)).toBe("Tonight at ten.");
    expect(linkOf(message)).toBeUndefined();
  });

  it("never shows a hole or a key", () => {
    expect(textOf(notice("password_changed"))).toBe("");
    expect(titleOf(notice("trading_locked"))).toBe("Account update");
    expect(titleOf(notice("from_the_future", { amount: "1" }))).toBe("Account update");
    expect(textOf(notice("from_the_future"))).toBe("");
  });
});
