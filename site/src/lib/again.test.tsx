// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, queries } from "./api";

const failure = (status: number) =>
  new ApiError(status, "unavailable", undefined, "Not now.", {}, undefined);

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  queries.clear();
  vi.useRealTimers();
});

async function askedWithin(minutes: number, ask: () => Promise<string>) {
  const asked = vi.fn(ask);
  const { result } = renderHook(() => useQuery({ queryKey: ["deposit"], queryFn: asked }), {
    wrapper,
  });
  await act(() => vi.advanceTimersByTimeAsync(minutes * 60_000));
  return { asked, result };
}

it("asks again by itself for what could not be loaded, until it can, and then no more", async () => {
  const begun = Date.now();
  const { asked, result } = await askedWithin(2, () =>
    Date.now() - begun < 60_000 ? Promise.reject(failure(503)) : Promise.resolve("here"),
  );
  expect(result.current.data).toBe("here");
  const calls = asked.mock.calls.length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked.mock.calls.length).toBe(calls);
});

it("does not repeat what was refused", async () => {
  const { asked, result } = await askedWithin(2, () => Promise.reject(failure(404)));
  expect(result.current.isError).toBe(true);
  expect(asked).toHaveBeenCalledOnce();
});
