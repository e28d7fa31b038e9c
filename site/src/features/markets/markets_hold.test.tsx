// @vitest-environment jsdom
// A phone's list of markets: a finger that rests on a market asks for its price alerts.
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { onPriceAlertAsked } from "../../lib/price_alert";
import { pairOf } from "../../lib/test_pairs";
import { serve, serveStreams } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import MarketsScreen from "./markets_screen";

const asked: string[] = [];

async function open() {
  const at = openScreen(<MarketsScreen />, "/markets/prices", "/markets/:group");
  const row = await screen.findByRole("row", { name: /SOL/ });
  return { ...at, row };
}

const touch = { pointerType: "touch", isPrimary: true, clientX: 100, clientY: 100 };
/** Longer than a finger has to rest. */
const rest = () => act(() => new Promise((done) => setTimeout(done, 700)));

beforeEach(() => {
  asked.length = 0;
  serveStreams();
  const pairs = { coinpair: [pairOf("BTC"), pairOf("SOL")] };
  serve({
    "/api/v3/all-pairs": () => [200, pairs],
    "/api/v2/market-all-pairs": () => [200, pairs],
  });
});
afterEach(leaveScreen);

it("asks for the alerts of the one that is held, and does not open it", async () => {
  signIn();
  onTestFinished(onPriceAlertAsked((pair) => void asked.push(pair)));
  const { row, address } = await open();
  fireEvent.pointerDown(row, touch);
  await waitFor(() => expect(asked).toEqual(["SOLUSDT"]));
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
  await rest();
  fireEvent.pointerDown(row, { ...touch, pointerType: "mouse" });
  await rest();
  expect(asked).toEqual([]);
});

it("asks a guest to sign in first", async () => {
  const { row, address } = await open();
  fireEvent.pointerDown(row, touch);
  await waitFor(() => expect(address()).toBe("/signin"));
});
