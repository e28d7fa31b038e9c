// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { usePace, useSilence } from "./silence";

const fresh_ms = 7_000;
let known = true;
vi.mock("./status", () => ({
  useStatus: () => (known ? { prices: { stale_after_ms: fresh_ms } } : undefined),
}));

beforeEach(() => {
  known = true;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms));
};

it("begins when the last answer is as old as the server lets a price be, and ends with the next", () => {
  const { result, rerender } = renderHook(({ at }) => useSilence(at), { initialProps: { at: 5 } });
  wait(fresh_ms - 1);
  expect(result.current).toBe(false);
  rerender({ at: 6 });
  wait(fresh_ms - 1);
  expect(result.current).toBe(false);
  wait(1);
  expect(result.current).toBe(true);
  rerender({ at: 7 });
  expect(result.current).toBe(false);
});

it("is none before the first answer", () => {
  const { result } = renderHook(() => useSilence(0));
  wait(fresh_ms);
  expect(result.current).toBe(false);
});

it("is not judged before the server has said how old a price may be", () => {
  known = false;
  const { result, rerender } = renderHook(() => useSilence(5));
  wait(10 * fresh_ms);
  expect(result.current).toBe(false);
  known = true;
  rerender();
  wait(fresh_ms);
  expect(result.current).toBe(true);
});

it("asks twice at least while a price is fresh, and no more often than usual otherwise", () => {
  const { result, rerender } = renderHook(({ usual }) => usePace(usual), {
    initialProps: { usual: 5_000 },
  });
  expect(result.current).toBe(fresh_ms / 2);
  rerender({ usual: 3_000 });
  expect(result.current).toBe(3_000);
  known = false;
  rerender({ usual: 5_000 });
  expect(result.current).toBe(5_000);
});
