// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useBook } from "../../lib/book";
import { serve } from "../../lib/test_server";
import { useFunds, useRules } from "./api";

vi.mock("../../lib/session", async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ user: { user_unique_id: "me" } }),
}));
vi.mock("../../lib/stream", async (original) => ({
  ...(await original<object>()),
  useStream: () => "down",
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Whoever shows prices asks for it, too: how old one may be. */
const status = "/api/v3/status";

// Book and trades are one answer, on the spot screen and on that of futures.
it.each([
  ["book and trades", 3, () => void useBook("BTCUSDT"), "/api/v3/recent-trades"],
  ["the rules", 10, () => void useRules("BTCUSDT", false), "/api/v3/getOrder"],
  ["the funds", 10, () => void useFunds(false), "/api/v3/trades/funds"],
])("without pushes, asks for %s every %d s", async (_, seconds, useIt, path) => {
  const asked = serve({ [path]: () => [200, {}] });
  const client = new QueryClient();
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  renderHook(useIt, { wrapper: around });
  await act(() => vi.advanceTimersByTimeAsync(100));
  asked.length = 0;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  const paths = asked.map((call) => call.path).filter((askedFor) => askedFor !== status);
  expect(paths).toEqual(Array(60 / seconds).fill(path));
});
