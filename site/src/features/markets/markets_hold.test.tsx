// @vitest-environment jsdom
// A phone's list of markets: a finger that rests on a market asks for its price alerts.
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { onPriceAlertAsked } from "../../lib/price_alert";
import { pairOf } from "../../lib/test_pairs";
import { serve, serveStreams } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import MarketsScreen from "./markets_screen";

const asked: string[] = [];

async function open() {
  const at = openScreen(<MarketsScreen />, "/markets/prices", "/markets/:group");
  const row = (await screen.findByRole("link", { name: /SOL/ })).closest("tr");
  if (!row) throw new Error("a market has a row");
  return { ...at, row };
}

const touch = { pointerType: "touch", isPrimary: true, clientX: 100, clientY: 100 };
const rest = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  asked.length = 0;
  serveStreams();
  const pairs = { coinpair: [pairOf("BTC"), pairOf("SOL")] };
  serve({
    "/api/v3/all-pairs": () => [200, pairs],
    "/api/v2/market-all-pairs": () => [200, pairs],
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  leaveScreen();
});

it("asks for the alerts of the one that is held, and does not open it", async () => {
  signIn();
  onTestFinished(onPriceAlertAsked((pair) => void asked.push(pair)));
  const { row, address } = await open();
  fireEvent.pointerDown(row, touch);
  await rest(600);
  expect(asked).toEqual(["SOLUSDT"]);
  fireEvent.pointerUp(row, touch);
  fireEvent.click(row);
  expect(address()).toBe("/markets/prices");
  // The next press is one.
  fireEvent.pointerDown(row, touch);
  fireEvent.pointerUp(row, touch);
  fireEvent.click(row);
  expect(address()).toBe("/trades/trade-chart/SOL");
  expect(asked).toEqual(["SOLUSDT"]);
});

it("takes neither a finger that scrolls nor a mouse for one that rests", async () => {
  signIn();
  onTestFinished(onPriceAlertAsked((pair) => void asked.push(pair)));
  const { row } = await open();
  fireEvent.pointerDown(row, touch);
  fireEvent.pointerMove(row, { ...touch, clientY: 130 });
  await rest(600);
  fireEvent.pointerDown(row, { ...touch, pointerType: "mouse" });
  await rest(600);
  expect(asked).toEqual([]);
});

it("asks a guest to sign in first", async () => {
  const { row, address } = await open();
  fireEvent.pointerDown(row, touch);
  await rest(600);
  expect(address()).toBe("/signin");
});
