// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { useConversions } from "../features/convert/api";
import { useEarnPushes } from "../features/earn/api";
import { useClientEvents as useFuturesEvents } from "../features/futures/api";
import { useClientEvents as useSpotEvents } from "../features/spot/api";
import { useWallet } from "../features/wallet/api";
import { useBook } from "../lib/book";
import type { Push } from "../lib/stream";

const heard: ((push: Push) => void)[] = [];
vi.mock("../lib/stream", async (original) => ({
  ...(await original<object>()),
  useStream: (_: string | null, onPush: (push: Push) => void) => {
    heard.push(onPush);
    return "live";
  },
}));

let answer: (path: string) => unknown = () => ({});

beforeEach(() => {
  heard.length = 0;
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(new Response(JSON.stringify(answer(path)))),
  );
});

function within() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, wrapper };
}

const push = (type: string): Push => ({ channel: "client", type, seq: 1, at: 1, data: {} });

it.each([
  ["spot", () => useSpotEvents(), ["spot", "wallet"]],
  ["futures", () => useFuturesEvents(), ["wallet"]],
  ["conversions", () => useConversions(0), ["convert", "wallet"]],
  ["the wallet", () => useWallet(), ["wallet"]],
  ["Earn", () => useEarnPushes(), ["earn"]],
] as const)("too many events at once become a refresh, which %s follows", async (_, hook, keys) => {
  const { client, wrapper } = within();
  const invalidated = vi.spyOn(client, "invalidateQueries");
  renderHook<unknown, unknown>(hook, { wrapper });
  heard[0]?.(push("of another page"));
  expect(invalidated).not.toHaveBeenCalled();
  heard[0]?.(push("refresh"));
  for (const key of keys) {
    await waitFor(() =>
      expect(invalidated.mock.calls.map(([filter]) => filter?.queryKey?.[0])).toContain(key),
    );
  }
});

it("asks for a stale book again, until it is not, while pushes come", async () => {
  const books = [{ stale: true }, { stale: true }, { stale: false }];
  answer = (path) =>
    path.startsWith("/api/v3/recent-trades")
      ? { asks: [], bids: [], trades: [], price: "1", ...books.shift() }
      : { prices: { stale_after_ms: 10_000 } };
  vi.useFakeTimers();
  try {
    const { wrapper } = within();
    const { result } = renderHook(() => useBook("BTCUSDT"), { wrapper });
    const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    await after(10);
    expect(result.current.data?.stale).toBe(true);
    await after(3_000);
    expect(result.current.data?.stale).toBe(true);
    await after(3_000);
    expect(result.current.data?.stale).toBe(false);
    await after(60_000);
    expect(books).toEqual([]);
    expect(result.current.data?.stale).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
