// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useOverdue, usePace, useSilence } from "./silence";

const fresh_ms = 7_000;
let known = true;
let ahead_ms = 0;
vi.mock("./status", () => ({
  useStatus: () => (known ? { prices: { stale_after_ms: fresh_ms } } : undefined),
  useServerAhead: () => (known ? ahead_ms : undefined),
}));

beforeEach(() => {
  known = true;
  ahead_ms = 0;
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

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const overdue = (as_of: string | undefined) =>
  renderHook(({ at }) => useOverdue(at), { initialProps: { at: as_of } });

it("finds prices overdue when they are older than the server lets a price be", () => {
  const { result, rerender } = overdue(ago(fresh_ms - 2_000));
  wait(1_999);
  expect(result.current).toBe(false);
  rerender({ at: ago(fresh_ms - 1_000) });
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
  ahead_ms = -fresh_ms;
  const { result } = overdue(ago(fresh_ms + 1_000));
  wait(fresh_ms - 1_001);
  expect(result.current).toBe(false);
  wait(1);
  expect(result.current).toBe(true);
});

it("finds nothing overdue of which no time is known, or no limit", () => {
  for (const as_of of [undefined, ""]) {
    const { result } = overdue(as_of);
    wait(10 * fresh_ms);
    expect(result.current).toBe(false);
  }
  known = false;
  const { result } = overdue(ago(fresh_ms));
  wait(10 * fresh_ms);
  expect(result.current).toBe(false);
});
