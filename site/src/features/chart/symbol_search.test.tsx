// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Results } from "./symbol_search";
import { usualConfig } from "./symbols";

const names = Array.from({ length: 12 }, (_, index) => `C${index}USDT`);
const asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal("fetch", (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://localhost");
    if (pathname === "/udf/quotes") asked.push(searchParams.get("symbols") ?? "");
    const matches = names.map((ticker) => ({ symbol: ticker, full_name: ticker, ticker }));
    return Promise.resolve(
      Response.json(pathname === "/udf/quotes" ? { s: "ok", d: [] } : matches),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("asks for the first ten quotes every 10 s, for the others every minute", async () => {
  const config = { ...usualConfig, supports_search: true };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Results text="c" config={config} choose={() => undefined} />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  const fast = names.slice(0, 10).join(",");
  const general = names.slice(10).join(",");
  const times = (symbols: string) => asked.filter((one) => one === symbols).length;
  expect([times(fast), times(general)]).toEqual([1, 1]);
  await act(() => vi.advanceTimersByTimeAsync(50_000));
  expect([times(fast), times(general)]).toEqual([6, 1]);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect([times(fast), times(general)]).toEqual([7, 2]);
});

it("offers each symbol to the keyboard, too", async () => {
  const choose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Results text="c" config={{ ...usualConfig, supports_search: true }} choose={choose} />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  fireEvent.click(screen.getByRole("button", { name: "C3USDT" }));
  expect(choose).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ ticker: "C3USDT" }));
});
