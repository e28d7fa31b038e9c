// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { useBook, type Book } from "./book";
import type { Push } from "./stream";

const stream = vi.hoisted(() => ({ push: vi.fn<(push: unknown) => void>(), gap: vi.fn() }));
vi.mock("./stream", async (original) => ({
  ...(await original<object>()),
  useStream: (_path: string, onPush: (push: unknown) => void, onGap: () => void) => {
    stream.push.mockImplementation(onPush);
    stream.gap.mockImplementation(onGap);
    return "live";
  },
}));
const answers = vi.hoisted(() => [] as ((book: unknown) => void)[]);
vi.mock("./api", async (original) => ({
  ...(await original<object>()),
  get: (path: string) =>
    new Promise((resolve) => {
      if (path === "/api/v3/recent-trades") answers.push(resolve);
    }),
}));

const trade = (ts: string) => ({ px: "100", sz: "1", side: "buy" as const, ts });
const book = (...trades: Book["trades"]): Book => ({
  asks: [],
  bids: [],
  price: "100",
  trades,
  seq: "1",
  stale: false,
  as_of: new Date().toISOString(),
});

it("loses no trade to a snapshot that was made before it", async () => {
  const client = new QueryClient();
  const { result } = renderHook(() => useBook("BTCUSDT"), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const seen = () => result.current.data?.trades.map(({ ts }) => ts);
  answers[0]?.(book(trade("1")));
  await waitFor(() => expect(seen()).toEqual(["1"]));

  act(() => void stream.gap());
  await waitFor(() => expect(answers).toHaveLength(2));
  const push: Push = { channel: "trades", seq: 7, at: 1, data: { trades: [trade("3")] } };
  act(() => stream.push(push));
  await waitFor(() => expect(seen()).toEqual(["3", "1"]));
  answers[1]?.(book(trade("2"), trade("1")));
  await waitFor(() => expect(seen()).toEqual(["3", "2", "1"]));
});
