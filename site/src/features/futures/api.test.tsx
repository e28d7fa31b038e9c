// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve } from "../../lib/test_server";
import { useContracts, useMargin } from "./api";

vi.mock("../../lib/session", async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ user: { user_unique_id: "me" } }),
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Whoever shows prices asks for it, too: how old one may be. */
const status = "/api/v3/status";

it.each([
  ["positions", useMargin, "/api/v2/client-margin"],
  ["prices and tickers", useContracts, "/api/v3/futures/contracts"],
])("asks for %s every 5 s, wherever they are shown", async (_, useIt, path) => {
  const asked = serve({ [path]: () => [200, {}] });
  const client = new QueryClient();
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  for (let panel = 0; panel < 3; panel += 1) {
    renderHook(() => void useIt(), { wrapper: around });
    await act(() => vi.advanceTimersByTimeAsync(100));
  }
  asked.length = 0;
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  const paths = asked.map((call) => call.path).filter((askedFor) => askedFor !== status);
  expect(paths).toEqual(Array(6).fill(path));
});
