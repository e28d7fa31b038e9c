// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useOverdue, usePace, useSilence } from "./silence";

const freshMs = 7_000;
let known = true;
let aheadMs = 0;
vi.mock("./status", () => ({
  useStatus: () => (known ? { prices: { stale_after_ms: freshMs } } : undefined),
  useServerAhead: () => (known ? aheadMs : undefined),
}));

beforeEach(() => {
  known = true;
  aheadMs = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms));
};

it("begins when the last answer is as old as the server lets a price be, and ends with the next", () => {
  const { result, rerender } = renderHook(({ at }) => useSilence(at), { initialProps: { at: 5 } });
  wait(freshMs - 1);
  expect(result.current).toBe(false);
  rerender({ at: 6 });
  wait(freshMs - 1);
  expect(result.current).toBe(false);
  wait(1);
  expect(result.current).toBe(true);
  rerender({ at: 7 });
  expect(result.current).toBe(false);
});

it("is none before the first answer", () => {
  const { result } = renderHook(() => useSilence(0));
  wait(freshMs);
  expect(result.current).toBe(false);
});

it("is not judged before the server has said how old a price may be", () => {
  known = false;
  const { result, rerender } = renderHook(() => useSilence(5));
  wait(10 * freshMs);
  expect(result.current).toBe(false);
  known = true;
  rerender();
  wait(freshMs);
  expect(result.current).toBe(true);
});

it("asks twice at least while a price is fresh, and no more often than usual otherwise", () => {
  const { result, rerender } = renderHook(({ usual }) => usePace(usual), {
    initialProps: { usual: 5_000 },
  });
  expect(result.current).toBe(freshMs / 2);
  rerender({ usual: 3_000 });
  expect(result.current).toBe(3_000);
  known = false;
  rerender({ usual: 5_000 });
  expect(result.current).toBe(5_000);
});

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const overdue = (asOf: string | undefined) =>
  renderHook(({ at }) => useOverdue(at), { initialProps: { at: asOf } });

it("finds prices overdue when they are older than the server lets a price be", () => {
  const { result, rerender } = overdue(ago(freshMs - 2_000));
  wait(1_999);
  expect(result.current).toBe(false);
  rerender({ at: ago(freshMs - 1_000) });
  wait(999);
  expect(result.current).toBe(false);
  wait(1);
  expect(result.current).toBe(true);
  rerender({ at: ago(0) });
  expect(result.current).toBe(false);
});

it("finds prices that come and are old overdue without a moment of doubt", () => {
  const { result, rerender } = overdue(ago(60_000));
  wait(0);
  for (let second = 0; second < 5; second += 1) {
    expect(result.current).toBe(true);
    wait(1_000);
    rerender({ at: ago(60_000 - second) });
  }
});

it("goes by the server's clock", () => {
  aheadMs = -freshMs;
  const { result } = overdue(ago(freshMs + 1_000));
  wait(freshMs - 1_001);
  expect(result.current).toBe(false);
  wait(1);
  expect(result.current).toBe(true);
});

it("finds nothing overdue of which no time is known, or no limit", () => {
  for (const asOf of [undefined, ""]) {
    const { result } = overdue(asOf);
    wait(10 * freshMs);
    expect(result.current).toBe(false);
  }
  known = false;
  const { result } = overdue(ago(freshMs));
  wait(10 * freshMs);
  expect(result.current).toBe(false);
});
