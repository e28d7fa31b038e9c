import { expect, it } from "vitest";
import {
  afterSnapshot,
  depthRows,
  grouped,
  ownTrades,
  priceStep,
  spread,
  tradeKeys,
  withPush,
  type Book,
} from "./book";

const level = (unitPrice: string, numberOfOrder: string) => ({
  unit_price: unitPrice,
  number_of_order: numberOfOrder,
  total: "0",
});

const book: Book = {
  asks: [level("101", "1"), level("102", "3")],
  bids: [level("100.5", "1"), level("100", "1")],
  price: "100.7",
  trades: [{ px: "100", sz: "1", side: "buy", ts: "1" }],
  seq: "1",
  stale: false,
  as_of: "2026-11-21T00:00:00Z",
};

it("accumulates depth for each side against the larger one", () => {
  const depth = depthRows(book, 5);
  expect(depth.asks.map((row) => [row.share, row.bar])).toEqual([
    ["25.0", 0.25],
    ["100.0", 1],
  ]);
  expect(depth.bids.map((row) => [row.share, row.bar])).toEqual([
    ["50.0", 0.25],
    ["100.0", 0.5],
  ]);
  expect(depth.buy_share).toBe("33.3");
});

it("shows only the wanted levels and survives an empty book", () => {
  expect(depthRows(book, 1).asks).toHaveLength(1);
  expect(depthRows({ asks: [], bids: [] }, 5)).toEqual({ asks: [], bids: [], buy_share: "0.0" });
});

it("knows the spread", () => {
  expect(spread(book)).toBe("0.5");
  expect(spread({ ...book, asks: [] })).toBeNull();
});

it("keeps what was pushed while a snapshot was on its way", () => {
  const [older, same, newer] = ["2", "3", "4"].map((ts) => ({
    px: "101",
    sz: "2",
    side: "sell" as const,
    ts,
  }));
  const push = (channel: string, data: unknown) => ({ channel, seq: 2, at: 2, data });
  const asks = [level("103", "1")];
  const pushes = [
    push("trades", { trades: [same, older] }),
    push("book", { asks, as_of: "2026-11-21T00:00:01Z" }),
    push("book", { asks: [], as_of: "2026-11-20T23:59:59Z" }),
    push("mark", { mark_price: "1" }),
  ];
  const snapshot = { ...book, trades: [newer, same, ...book.trades] as Book["trades"] };
  const kept = afterSnapshot(snapshot, pushes);
  // The one that it has already is not there twice, and older ones stand in their place.
  expect(kept.trades.map(({ ts }) => ts)).toEqual(["4", "3", "2", "1"]);
  expect(kept.asks).toBe(asks);
  expect(afterSnapshot(snapshot, [])).toBe(snapshot);
});

it("has both of two trades that are alike", () => {
  const one = { px: "101", sz: "2", side: "sell" as const, ts: "2" };
  const twice = { channel: "trades", seq: 2, at: 2, data: { trades: [one, { ...one }] } };
  expect(afterSnapshot({ ...book, trades: [one] }, [twice]).trades).toHaveLength(2);
});

it("takes pushes", () => {
  const newer = { px: "101", sz: "2", side: "sell" as const, ts: "2" };
  const trades = withPush(book, { channel: "trades", seq: 2, at: 2, data: { trades: [newer] } });
  expect(trades.trades[0]).toBe(newer);
  const emptied = withPush(book, { channel: "book", seq: 2, at: 2, data: { asks: [] } });
  expect(emptied.asks).toEqual([]);
  expect(emptied.bids).toBe(book.bids);
});

it("sums up to each level", () => {
  const { asks } = depthRows(book, 5);
  expect(asks.map((row) => [row.sum, row.sumTotal])).toEqual([
    ["1", "101"],
    ["4", "407"],
  ]);
});

it("joins the levels of one step away from the middle", () => {
  const asks = [level("100.1", "1"), level("100.5", "2"), level("101", "3"), level("101.1", "1")];
  const found = grouped(asks, "1", "ask").map((row) => [row.unit_price, row.number_of_order]);
  expect(found).toEqual([
    ["101", "6"],
    ["102", "1"],
  ]);
  expect(grouped(asks.slice(0, 2), "1", "bid")).toEqual([
    { unit_price: "100", number_of_order: "3", total: "301.1" },
  ]);
  expect(priceStep("100.1", "1", "ask")).toBe("101");
  expect(priceStep("100", "1", "bid")).toBe("100");
});

const trade = (px: string, sz: string, ts: string) => ({ px, sz, ts, side: "buy" as const });

it("gives a trade a key that stays when newer ones come", () => {
  const old = [trade("1", "1", "5"), trade("1", "1", "5"), trade("2", "1", "4")];
  const keys = tradeKeys(old);
  expect(new Set(keys).size).toBe(3);
  expect(tradeKeys([trade("1", "1", "5"), ...old]).slice(1)).toEqual(keys);
});

it("finds the client's own trades, each fill once", () => {
  const at = "2026-11-21T00:00:00.000Z";
  const moment = Date.parse(at).toString();
  const trades = [trade("100.0", "1", moment), trade("100", "1.0", moment), trade("100", "1", "5")];
  const own = ownTrades(trades, [{ price: "100", quantity: "1", at }]);
  expect([...own]).toEqual([trades[0]]);
});
