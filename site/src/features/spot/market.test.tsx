// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { marketStream, tickersStream, type Push, type StreamState } from "../../lib/stream";
import { serve } from "../../lib/test_server";
import { useMarket } from "./market";

let state: StreamState = "live";
const silent = new Set<string>();
const hears = new Map<string, (push: Push) => void>();
vi.mock("../../lib/stream", async (original) => ({
  ...(await original<object>()),
  useStream: (path: string | null, onPush: (push: Push) => void) => {
    if (path) hears.set(path, onPush);
    return path && silent.has(path) ? "down" : state;
  },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  hears.clear();
  silent.clear();
  vi.useRealTimers();
});

const book = { asks: [], bids: [], trades: [], price: "67000", stale: false };
const pair = {
  coin_pair_name: "BTCUSDT",
  open: "65000",
  close: "67000",
  price_places: 1,
  stale: false,
};
const pushEveryMs = 2_000;
const freshMs = 10_000;

const pushed = (path: string, channel: string, data: object) =>
  hears.get(path)?.({ channel, data, seq: 1, at: 0 });
const pushBook = () => pushed(marketStream("BTCUSDT"), "book", { price: "67001" });

async function pass(ms: number, each: () => void) {
  for (let passed = 0; passed < ms; passed += pushEveryMs) {
    await act(async () => {
      each();
      await vi.advanceTimersByTimeAsync(pushEveryMs);
    });
  }
}

/** The market of BTC, answered for once. */
async function open(is: StreamState) {
  state = is;
  serve({
    "/api/v2/market-all-pairs": () => [200, { coinpair: [pair] }],
    "/api/v3/recent-trades": () => [200, book],
    "/api/v3/status": () => [
      200,
      { prices: { stale_after_ms: freshMs }, time: new Date().toISOString() },
    ],
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useMarket("BTC"), { wrapper: around });
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(result.current.market).toMatchObject({ price: "67000", stale: false });
  return result;
}

it("is stale when no prices come, however new the book is, until they do", async () => {
  const shown = await open("live");
  await pass(freshMs, pushBook);
  expect(shown.current.market).toMatchObject({ price: "67001", stale: true });
  expect(shown.current.pair).toMatchObject({ close: "67001", increase_in_value: "3.0785" });
  expect(document.title).not.toMatch(/67/);
  await pass(pushEveryMs, pushBook);
  expect(shown.current.stale).toBe(true);
  await pass(pushEveryMs, () => pushed(tickersStream, "tickers", {}));
  expect(shown.current.market).toMatchObject({ price: "67001", stale: false });
  expect(document.title).toMatch(/^67,001\.0 BTC\/USDT · /);
});

it("is as fresh as its book where nothing is pushed", async () => {
  const shown = await open("down");
  await pass(3 * freshMs, () => expect(shown.current.stale).toBe(false));
  serve({});
  await pass(2 * freshMs, () => undefined);
  expect(shown.current.stale).toBe(true);
});

it("polls the book of a stream that is deaf, while the others live", async () => {
  silent.add(marketStream("BTCUSDT"));
  const shown = await open("live");
  serve({
    "/api/v3/recent-trades": () => [200, { ...book, price: "67005" }],
  });
  await pass(4_000, () => pushed(tickersStream, "tickers", {}));
  expect(shown.current.market).toMatchObject({ price: "67005", stale: false });
});

it("is stale once its prices are older than the server's limit, whatever the streams say", async () => {
  const old = new Date().toISOString();
  const shown = await open("live");
  await pass(freshMs + pushEveryMs, () => {
    pushed(tickersStream, "tickers", {});
    pushed(marketStream("BTCUSDT"), "book", { price: "67001", as_of: old });
  });
  expect(shown.current.market).toMatchObject({ price: "67001", stale: true });
  await pass(pushEveryMs, () => {
    pushed(tickersStream, "tickers", {});
    pushed(marketStream("BTCUSDT"), "book", { price: "67002", as_of: new Date().toISOString() });
  });
  expect(shown.current.market).toMatchObject({ price: "67002", stale: false });
});
