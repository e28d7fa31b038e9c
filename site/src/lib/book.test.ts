import { expect, it } from "vitest";
import { depth_rows, spread, with_push, type Book } from "./book";

const level = (unit_price: string, number_of_order: string) => ({
  unit_price,
  number_of_order,
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
  const depth = depth_rows(book, 5);
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
  expect(depth_rows(book, 1).asks).toHaveLength(1);
  expect(depth_rows({ asks: [], bids: [] }, 5)).toEqual({ asks: [], bids: [], buy_share: "0.0" });
});

it("knows the spread", () => {
  expect(spread(book)).toBe("0.5");
  expect(spread({ ...book, asks: [] })).toBeNull();
});

it("takes pushes", () => {
  const newer = { px: "101", sz: "2", side: "sell" as const, ts: "2" };
  const trades = with_push(book, { channel: "trades", seq: 2, at: 2, data: { trades: [newer] } });
  expect(trades.trades[0]).toBe(newer);
  const emptied = with_push(book, { channel: "book", seq: 2, at: 2, data: { asks: [] } });
  expect(emptied.asks).toEqual([]);
  expect(emptied.bids).toBe(book.bids);
});
