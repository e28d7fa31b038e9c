import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { text_or } from "../../lib/i18n";
import { link_of, text_of, title_of, type Notice } from "./notices";

const notice = (kind: string, data: Record<string, string> = {}): Notice => ({
  id: "1",
  kind,
  data,
  read: false,
  time: "2026-11-21T04:12:08.000Z",
});

const kinds_file = join(process.cwd(), "../common/notify/notices/kinds.def");

it.runIf(existsSync(kinds_file))("every kind of the server has a title and a text", () => {
  const kinds = [...readFileSync(kinds_file, "utf8").matchAll(/^X\((\w+),/gm)].map(
    ([, kind]) => kind ?? "",
  );
  expect(kinds.length).toBeGreaterThan(20);
  for (const kind of kinds) {
    expect([kind, text_or(`notifications.${kind}_title`, "")]).not.toEqual([kind, ""]);
    expect([kind, text_or(`notifications.${kind}_text`, "")]).not.toEqual([kind, ""]);
  }
});

describe("a notice", () => {
  it("tells until when withdrawals rest as people write a time", () => {
    const resting = notice("password_changed", { until: "2026-11-23 11:51" });
    expect(text_of(resting)).toBe("Withdrawals are paused until 23 Nov 2026, 11:51 UTC.");
  });

  it("is filled with what the server sent, numbers as people write them", () => {
    const filled = notice("order_filled", {
      pair: "BTCUSDT",
      delegate_type: "BUY",
      quantity: "0.5",
      total: "33741.05",
    });
    expect(title_of(filled)).toBe("Your buy order was filled");
    expect(text_of(filled)).toBe("Bought 0.5 BTC for 33,741.05 USDT.");
    expect(link_of(filled)).toBe("/trades/spot/BTC");
    const sold = notice("order_filled", { ...filled.data, delegate_type: "SELL" });
    expect(title_of(sold)).toBe("Your sell order was filled");
    expect(text_of(sold)).toBe("Sold 0.5 BTC for 33,741.05 USDT.");
  });

  it("tells of a triggered stop order", () => {
    const triggered = notice("stop_triggered", {
      pair: "BTCUSDT",
      delegate_type: "SELL",
      stop_price: "60000",
      price: "59990.5",
      quantity: "0.5",
    });
    expect(text_of(triggered)).toBe(
      "The price reached 60,000 USDT: your order to sell 0.5 BTC at 59,990.5 USDT was placed.",
    );
    expect(link_of(triggered)).toBe("/trades/spot/BTC");
  });

  it("carries an operator's own words", () => {
    const message = notice("operator_message", { title: "Maintenance", text: "Tonight at ten." });
    expect(title_of(message)).toBe("Maintenance");
    expect(text_of(message)).toBe("Tonight at ten.");
    expect(link_of(message)).toBeUndefined();
  });

  it("never shows a hole or a key", () => {
    expect(text_of(notice("password_changed"))).toBe("");
    expect(title_of(notice("trading_locked"))).toBe("Account update");
    expect(title_of(notice("from_the_future", { amount: "1" }))).toBe("Account update");
    expect(text_of(notice("from_the_future"))).toBe("");
  });
});
