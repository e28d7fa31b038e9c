import { beforeEach, expect, it, vi } from "vitest";
import { serve } from "../../lib/test_server";
import { saveList } from "./order_files";

const saved: string[] = [];
vi.mock("../../lib/csv", async (original) => ({
  ...(await original<object>()),
  saveCsv: (_: string, text: string) => void saved.push(text),
}));

beforeEach(() => void (saved.length = 0));

const order = {
  id: "1",
  created_at: "2026-11-21T00:00:00Z",
  coin_pair: { pair_name: "BTCUSDT" },
  delegate_type: "BUY",
  type: "LIMIT",
  state: "APPROVED",
  price: "94647",
  final_price: "93241.3",
  number_of_order: "0.001",
  filled: "0.001",
  total: "94.647",
  filled_total: "93.2413",
  fee: "0.000001",
  fee_asset: "BTC",
};

it.each([
  ["open", "94.647"],
  ["history", "93.2413"],
] as const)("the total of the %s orders' file is %s", async (tab, total) => {
  const answer = { orders: [order], total: 1 };
  serve({
    "/api/v3/trades/open-orders": () => [200, answer],
    "/api/v3/trades/order-histories": () => [200, answer],
  });
  expect(await saveList(tab, {}, "")).toBe(true);
  expect(saved[0]?.split("\r\n")[1]).toContain(`,0.001,${total},0.000001,`);
});

it("the file of the orders has the take-profit and stop-loss that are attached", async () => {
  const attached = { ...order, take_profit: "99000", stop_loss: "90000" };
  serve({ "/api/v3/trades/open-orders": () => [200, { orders: [attached, order], total: 2 }] });
  await saveList("open", {}, "");
  const lines = saved[0]?.split("\r\n") ?? [];
  expect(lines[0]).toContain("Stop price,Take-profit,Stop-loss,Price,");
  expect(lines[1]).toContain(",Buy,,99000,90000,94647,");
  expect(lines[2]).toContain(",Buy,,,,94647,");
});

it.each([
  [20_000, true],
  [20_001, false],
])("a file of %d orders has all of them: %s", async (total, whole) => {
  const orders = Array<unknown>(200).fill(order);
  serve({ "/api/v3/trades/order-histories": () => [200, { orders, total }] });
  expect(await saveList("history", {}, "")).toBe(whole);
  expect(saved[0]?.split("\r\n")).toHaveLength(1 + 20_000 + 1);
});

it("the file of the funds has the coins that are looked for", async () => {
  const funds = ["BTC", "WBTC", "USDT"].map((name) => ({
    coin: { name },
    wallet_balance: "1",
    freeze_balance: "0",
    usdt_value: "1",
  }));
  serve({ "/api/v3/trades/funds": () => [200, { funds }] });
  await saveList("funds", {}, " btc");
  const lines = saved[0]?.trimEnd().split("\r\n").slice(1);
  expect(lines?.map((line) => line.split(",")[0])).toEqual(["BTC", "WBTC"]);
});
