// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { usePolled } from "./poll";

const everyMs = 5_000;
const queries = new QueryClient();
const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);
const fetched = vi.fn(() => Promise.resolve("fetched"));
const useAnswer = ({ every }: { every: number | false }) =>
  usePolled(useQuery({ queryKey: ["answer"], queryFn: fetched }), ["answer"], every).data;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  queries.clear();
  fetched.mockClear();
  vi.useRealTimers();
});

it("fetches in time although pushes write more often than that", async () => {
  const { result } = renderHook(useAnswer, { wrapper: around, initialProps: { every: everyMs } });
  for (let second = 0; second < 20; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    queries.setQueryData(["answer"], `push ${second}`);
  }
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(result.current).toBe("push 19");
  expect(fetched).toHaveBeenCalledTimes(1 + 4);
});

it("rests while it is told to, and while nobody looks", async () => {
  const { rerender } = renderHook(useAnswer, {
    wrapper: around,
    initialProps: { every: false as number | false },
  });
  await act(() => vi.advanceTimersByTimeAsync(4 * everyMs));
  expect(fetched).toHaveBeenCalledTimes(1);
  rerender({ every: everyMs });
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await act(() => vi.advanceTimersByTimeAsync(4 * everyMs));
  expect(fetched).toHaveBeenCalledTimes(1);
  hidden.mockRestore();
  await act(() => vi.advanceTimersByTimeAsync(everyMs));
  expect(fetched).toHaveBeenCalledTimes(2);
});

it("fetches once in its time, however many show the answer", async () => {
  const props = { wrapper: around, initialProps: { every: everyMs } };
  const shown = [renderHook(useAnswer, props), renderHook(useAnswer, props)];
  await act(() => vi.advanceTimersByTimeAsync(everyMs / 2));
  shown.push(renderHook(useAnswer, props));
  fetched.mockClear();
  await act(() => vi.advanceTimersByTimeAsync(3.5 * everyMs));
  expect(fetched).toHaveBeenCalledTimes(4);
  // Those that stay go on; nobody is left in the end.
  shown.shift()?.unmount();
  await act(() => vi.advanceTimersByTimeAsync(everyMs));
  expect(fetched).toHaveBeenCalledTimes(5);
  shown.forEach(({ unmount }) => unmount());
  await act(() => vi.advanceTimersByTimeAsync(4 * everyMs));
  expect(fetched).toHaveBeenCalledTimes(5);
});
