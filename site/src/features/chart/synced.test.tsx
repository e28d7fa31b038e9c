// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endSession, startSession } from "../../lib/session";
import { serve, type Asked } from "../../lib/test_server";
import {
  keepDrawings,
  keepScale,
  keptDrawings,
  keptScale,
  takeDrawings,
  takeLayout,
  type Drawing,
} from "./kept";
import { mergeDrawings, mergeLayouts, useSynced } from "./synced";

const line = (value: number): Drawing => ({
  tool: "horizontal",
  points: [{ timestamp: 1_700_000_000_000, value }],
});
const [one, two, three] = [line(1), line(2), line(3)];
const noon = "2026-11-02T12:00:00.000Z";
const later = "2026-11-02T13:00:00.000Z";
const same = { seen: noon, changed: null };
const apart = { seen: noon, changed: Date.parse("2026-11-02T12:30:00Z") };
const never = { seen: null, changed: null };

const path = "/api/v3/chart-settings";
/** What the server has, by market; "" is of all. */
let stored: Map<string, { settings: string; changed_at: string }>;
let asked: Asked[];
let broken: boolean;
let clients = 0;

const signIn = (id: string) =>
  startSession({
    user: { email: "", mobile_number: "", user_unique_id: id, account_status: "Unverified" },
    client: { id, status: "ACTIVE", membership_level: "NO_BADGE" },
  });

beforeEach(() => {
  localStorage.clear();
  stored = new Map();
  broken = false;
  // What the page has heard of is of a client: each test has one of its own.
  clients += 1;
  signIn(`anna${clients}`);
  vi.spyOn(console, "warn").mockReturnValue(undefined);
  let writes = 0;
  asked = serve({
    [path]: ({ query, body }) => {
      if (broken) return [503, { message: "unavailable" }];
      if (body["settings"] === undefined) {
        const kept = stored.get(query.get("market") ?? "");
        return [200, kept ?? { settings: null, changed_at: null }];
      }
      const changedAt = new Date(Date.now() + (writes += 1)).toISOString();
      const settings = body["settings"] as string;
      stored.set((body["market"] as string | undefined) ?? "", { settings, changed_at: changedAt });
      return [200, { message: "success", changed_at: changedAt }];
    },
  });
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const on = (market: string): unknown => JSON.parse(stored.get(market)?.settings ?? "null");
const put = (market: string, content: object) =>
  stored.set(market, { settings: JSON.stringify(content), changed_at: noon });
const open = () => renderHook(() => useSynced("BTCUSDT"));
const reads = () => asked.filter(({ body }) => body["settings"] === undefined).length;
const opened = async (times = 2) => {
  const hook = open();
  await waitFor(() => expect(reads()).toBeGreaterThanOrEqual(times));
  await act(() => Promise.resolve());
  return hook;
};

it("takes the later layout as a whole", () => {
  const [ours, theirs] = [{ scale: "percent" }, { magnet: true }];
  const at = (changedAt: string) => ({ content: theirs, changedAt });
  const took = { content: theirs, send: false };
  const kept = { content: ours, send: true };
  expect(mergeLayouts(ours, never, null)).toEqual(kept);
  expect(mergeLayouts({}, never, null)).toEqual({ content: {}, send: false });
  expect(mergeLayouts(ours, never, at(noon))).toEqual(took);
  expect(mergeLayouts(ours, same, at(later))).toEqual(took);
  expect(mergeLayouts(ours, apart, at(noon))).toEqual(kept);
  expect(mergeLayouts(ours, apart, at(later))).toEqual(took);
  expect(mergeLayouts(ours, { ...apart, changed: Date.parse(later) + 1 }, at(later))).toEqual(kept);
});

it("loses no drawing where two devices drew apart from each other", () => {
  const at = (changedAt: string, ...content: Drawing[]) => ({ content, changedAt });
  const of = mergeDrawings;
  expect(of([], never, null)).toEqual({ content: [], send: false });
  expect(of([one], never, null)).toEqual({ content: [one], send: true });
  // Nothing was changed here: theirs, also without what they removed.
  expect(of([one, two], same, at(later, two))).toEqual({ content: [two], send: false });
  // Nothing was changed there.
  expect(of([one], same, at(noon, one))).toEqual({ content: [one], send: false });
  expect(of([], apart, at(noon, one))).toEqual({ content: [], send: true });
  // Both, and a guest's beside those of an account.
  const both = { content: [one, three, two], send: true };
  expect(of([one, two], apart, at(later, one, three))).toEqual(both);
  expect(of([one, two], never, at(noon, one, three))).toEqual(both);
  expect(of([one], apart, at(later, one, three))).toEqual({ content: [one, three], send: false });
  // Another colour makes it no second one.
  const red: Drawing = { ...one, look: { colour: "dn" } };
  expect(of([red], apart, at(later, one))).toEqual({ content: [one], send: false });
  const many = Array.from({ length: 100 }, (_, index) => line(index + 10));
  expect(of([one], never, at(noon, ...many)).content).toEqual(many);
});

it("shows on this device what was chosen and drawn on another", async () => {
  put("", { scale: "logarithmic", magic: 5 });
  put("BTCUSDT", { drawings: [one, { tool: "magic" }] });
  const { result } = open();
  await waitFor(() => expect(result.current).toBe(2));
  expect(keptScale()).toBe("logarithmic");
  expect(keptDrawings("BTCUSDT")).toEqual([one]);
  expect(asked.every(({ body }) => body["settings"] === undefined)).toBe(true);
});

it("sends what was kept here before the account had anything", async () => {
  takeLayout({ scale: "percent" });
  takeDrawings("BTCUSDT", [one]);
  const { result } = open();
  await waitFor(() => expect(on("BTCUSDT")).toEqual({ drawings: [one] }));
  await waitFor(() => expect(on("")).toEqual({ scale: "percent" }));
  expect(result.current).toBe(0);
});

it("sends changes a moment later, all of them at once", async () => {
  await opened();
  vi.useFakeTimers();
  keepDrawings("BTCUSDT", [one]);
  keepDrawings("BTCUSDT", [one, two]);
  await act(() => vi.advanceTimersByTimeAsync(1_400));
  expect(stored.size).toBe(0);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(on("BTCUSDT")).toEqual({ drawings: [one, two] });
  expect(asked.filter(({ body }) => body["settings"] !== undefined)).toHaveLength(1);
  keepScale("percent");
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  Reflect.deleteProperty(document, "visibilityState");
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(on("")).toEqual({ scale: "percent" });
});

it("keeps everything here while the server cannot be reached, and sends it afterwards", async () => {
  broken = true;
  put("BTCUSDT", { drawings: [three] });
  const { unmount } = await opened();
  vi.useFakeTimers();
  keepDrawings("BTCUSDT", [one]);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(on("BTCUSDT")).toEqual({ drawings: [three] });
  expect(keptDrawings("BTCUSDT")).toEqual([one]);
  unmount();
  vi.useRealTimers();
  broken = false;
  open();
  await waitFor(() => expect(on("BTCUSDT")).toEqual({ drawings: [three, one] }));
  expect(keptDrawings("BTCUSDT")).toEqual([three, one]);
});

it("asks for nothing for guests, and shows nobody another client's drawings", async () => {
  endSession();
  const { unmount } = open();
  keepDrawings("BTCUSDT", [two]);
  unmount();
  expect(asked).toEqual([]);

  signIn(`mira${clients}`);
  const hers = open();
  await waitFor(() => expect(on("BTCUSDT")).toEqual({ drawings: [two] }));
  hers.unmount();
  stored.clear();
  signIn(`olaf${clients}`);
  const { result } = open();
  await waitFor(() => expect(result.current).toBeGreaterThan(0));
  expect(keptDrawings("BTCUSDT")).toEqual([]);
  expect(stored.size).toBe(0);
});
