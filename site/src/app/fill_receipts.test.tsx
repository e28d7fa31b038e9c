// @vitest-environment jsdom
// The receipts of what is filled while its client does something else: one for each order.
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { long } from "../features/futures/test_contracts";
import { waiting } from "../features/spot/test_market";
import { withReceipt } from "../lib/receipts";
import { isHeard, pushTo, serve, serveStreams, type Answer } from "../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../ui/test_screen";
import { OwnNews } from "./own_news";

const stream = "/stream/client/U1";
const joinMs = 2_000;
const soon = { timeout: joinMs + 3_000 };
let seq = 0;

beforeEach(() => {
  serveStreams();
  signIn();
});
afterEach(leaveScreen);

async function listen(calls: Record<string, Answer> = {}) {
  const ticket: Answer = () => [200, { channel: "U1", ticket: "T" }];
  serve({ "/api/v3/stream-ticket": ticket, ...calls });
  openScreen(<OwnNews />);
  await waitFor(() => expect(isHeard(stream)).toBe(true));
}

const push = (type: string, data: object) =>
  act(() => {
    seq += 1;
    pushTo(stream, { channel: "client", type, seq, at: Date.now(), data });
  });
const pass = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

/** What is filled of an order for 0.01 BTC that has waited for long. */
const filled = (id: string, amount: string, more: object = {}) =>
  waiting(id, {
    number_of_order: "0.01",
    filled: amount,
    final_price: "98999.5",
    fee: "0.00001",
    state: amount === "0.01" ? "APPROVED" : "PENDING",
    ...more,
  });
// jsdom never shows a popover.
const notices = () =>
  screen.queryAllByRole("status", { hidden: true }).map(({ textContent }) => textContent);

it("is one for the fills of an order that follow each other, and one for each order", async () => {
  await listen();
  push("order", filled("r1", "0"));
  push("order", filled("r1", "0.004"));
  push("order", filled("r2", "0.003", { type: "STOP_MARKET", delegate_type: "SELL" }));
  push("order", filled("r1", "0.01"));
  expect(notices()).toEqual([]);
  await screen.findByText("Order partly filled · Stop market", undefined, soon);
  expect(notices()).toEqual([
    "Order filled · LimitBought 0.01 BTC at 98,999.5. Fee: 0.00001 BTC.",
    "Order partly filled · Stop marketSold 0.003 BTC at 98,999.5. Fee: 0.00001 BTC.",
  ]);
});

it("is none where the answer to the client's own press has told of it, however late", async () => {
  await listen();
  let answer: (order: { filled: string }) => void = () => undefined;
  const sent = new Promise<{ filled: string }>((resolve) => {
    answer = resolve;
  });
  const placed = withReceipt(sent, (order) => ({ id: "r3", ...order }));
  push("order", filled("r3", "0.004"));
  await pass(joinMs + 500);
  answer({ filled: "0.004" });
  await placed;
  await pass(100);
  expect(notices()).toEqual([]);
  // The rest of it is filled later.
  push("order", filled("r3", "0.01"));
  await screen.findByText(/^Bought 0\.01 BTC/, undefined, soon);
});

it("is one where no answer ever came", async () => {
  await listen();
  await withReceipt(Promise.reject(new Error("unanswered")), () => undefined).catch(() => null);
  push("order", filled("r4", "0.01"));
  await screen.findByText("Order filled · Limit", undefined, soon);
});

it("is none for who has left by then", async () => {
  await listen();
  push("order", filled("r5", "0.01"));
  await pass(100);
  leaveScreen();
  openScreen(null);
  await pass(joinMs + 200);
  expect(notices()).toEqual([]);
});

it("says which position a futures order has opened", async () => {
  const order = { id: "9", position_id: "7", order_type: "TRIGGER", state: "FILLED" };
  await listen({
    "/api/v3/futures/orders": () => [200, { orders: [order], total: 1 }],
    "/api/v2/client-margin": () => [200, { account: {}, margin: [long] }],
  });
  push("futures_order", { id: "9", pair: "BTCUSDT", state: "FILLED" });
  await screen.findByText("Opened long 0.35 BTC at 50,000. Fee: 8.75 USDT.");
  expect(notices()).toEqual([expect.stringContaining("Order filled · Trigger")]);
});

it("says at what a target closed a position, and leaves other ends to others", async () => {
  let reason = "closed";
  let asked = 0;
  await listen({
    "/api/v3/futures/history": () => {
      asked += 1;
      const past = { ...long, closing_price: "51000", realised: "350", reason };
      return [200, { positions: [past], total: 1 }];
    },
  });
  const closes = () => push("position", { id: "7", pair: "BTCUSDT", state: "CLOSED" });
  closes();
  await waitFor(() => expect(asked).toBe(1));
  await pass(100);
  expect(notices()).toEqual([]);
  reason = "take_profit";
  closes();
  await screen.findByText("Closed long 0.35 BTC at 51,000. PnL: +350 USDT. Fees: 8.75 USDT.");
  expect(notices()).toEqual([expect.stringContaining("Position closed · Take-profit")]);
});
