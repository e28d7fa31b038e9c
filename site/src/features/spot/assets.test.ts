import { describe, expect, it } from "vitest";
import type { Fund } from "./api";
import { reserved, shownFunds } from "./assets";

const fund = (name: string, free: string, held: string, usdtValue: string): Fund => ({
  coin: { name, full_name: name, image: "" },
  wallet_balance: free,
  freeze_balance: held,
  usdt_value: usdtValue,
});

describe("assets beside the forms", () => {
  const funds = [
    fund("SOL", "10", "0", "1500"),
    fund("ETH", "1", "1", "6000"),
    fund("XRP", "1", "0", "0.5"),
    fund("USDT", "75", "25", "100"),
  ];

  it("begins with the pair, also when there is nothing of it, then the largest", () => {
    const names = shownFunds(funds, "BTC").map(({ coin }) => coin.name);
    expect(names).toEqual(["USDT", "BTC", "ETH", "SOL"]);
  });

  it("adds what orders reserve at its share of the value", () => {
    expect(reserved(funds)).toBe("3025");
    expect(reserved([fund("BTC", "0", "0", "0")])).toBe("0");
  });
});
