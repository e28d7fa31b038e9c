// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fresh_ms, useSilence } from "./silence";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms));
};

it("begins ten seconds after the last answer and ends with the next", () => {
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
