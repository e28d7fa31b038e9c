// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { useBook } from "./book";

vi.mock("./stream", async (original) => ({
  ...(await original<object>()),
  useStream: () => "live",
}));

let answer: (path: string) => unknown = () => ({});

beforeEach(() => {
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(new Response(JSON.stringify(answer(path)))),
  );
});

function Wrapper({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

it("asks for a stale book again, until it is not, while pushes come", async () => {
  const books = [{ stale: true }, { stale: true }, { stale: false }];
  answer = (path) =>
    path.startsWith("/api/v3/recent-trades")
      ? { asks: [], bids: [], trades: [], price: "1", ...books.shift() }
      : { prices: { stale_after_ms: 10_000 } };
  vi.useFakeTimers();
  try {
    const { result } = renderHook(() => useBook("BTCUSDT"), { wrapper: Wrapper });
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
