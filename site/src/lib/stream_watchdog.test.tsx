// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve } from "./test_server";
import {
  clientStream,
  longestSilenceMs,
  marketStream,
  tickersStream,
  useStream,
  type Push,
} from "./stream";

/** A connection that does only what a test says. */
class Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  closed = false;
  constructor() {
    sockets.push(this);
  }
  close() {
    this.closed = true;
  }
}
let sockets: Socket[] = [];
const newest = () => {
  const socket = sockets.at(-1);
  if (!socket) throw new Error("no socket");
  return socket;
};

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const open = () => act(() => newest().onopen?.());
const say = (seq: number) =>
  act(() =>
    newest().onmessage?.({
      data: JSON.stringify({ channel: "book", pair: "BTCUSDT", seq, at: seq, data: {} }),
    }),
  );

const pushes = vi.fn<(push: Push) => void>();
const gaps = vi.fn();
let hook: { result: { current: string }; unmount: () => void };
async function listen(path: string) {
  hook = renderHook(() => useStream(path, pushes, gaps));
  await pass(0);
}
const state = () => hook.result.current;

beforeEach(() => {
  sockets = [];
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
  vi.spyOn(console, "warn").mockReturnValue(undefined);
  vi.stubGlobal("WebSocket", Socket);
});
afterEach(async () => {
  hook.unmount();
  await pass(10_000);
  pushes.mockClear();
  gaps.mockClear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("takes an open socket that says nothing for down, and connects anew", async () => {
  await listen(marketStream("BTCUSDT"));
  open();
  await pass(longestSilenceMs - 1);
  expect(state()).toBe("live");
  await pass(1);
  expect(state()).toBe("down");
  expect(newest().closed).toBe(true);
  await pass(500);
  expect(sockets).toHaveLength(2);
});

it("lives as long as it says something", async () => {
  await listen(tickersStream);
  open();
  for (let seq = 1; seq < 10; seq += 1) {
    await pass(longestSilenceMs - 1);
    say(seq);
    expect(state()).toBe("live");
  }
  expect(pushes).toHaveBeenCalledTimes(9);
  expect(sockets).toHaveLength(1);
});

it("stays down after a silence until there is news, be the socket open and a kept message there", async () => {
  await listen(marketStream("BTCUSDT"));
  open();
  say(7);
  await pass(longestSilenceMs);
  await pass(500);
  open();
  say(7);
  expect(state()).toBe("down");
  expect(gaps).not.toHaveBeenCalled();
  say(9);
  expect(state()).toBe("live");
  expect(gaps).toHaveBeenCalledTimes(1);
  expect(pushes.mock.calls.map(([{ seq }]) => seq)).toEqual([7, 9]);
});

it("takes a message that is repeated for silence", async () => {
  await listen(marketStream("BTCUSDT"));
  open();
  for (let passed = 0; passed < longestSilenceMs; passed += 1_000) {
    say(7);
    await pass(1_000);
  }
  expect(state()).toBe("down");
  expect(pushes).toHaveBeenCalledTimes(1);
});

it("has a snapshot fetched for what comes after a later message, and not for what it has heard", async () => {
  await listen(marketStream("BTCUSDT"));
  open();
  say(8);
  say(7);
  expect(gaps).toHaveBeenCalledTimes(1);
  say(7);
  say(8);
  expect(gaps).toHaveBeenCalledTimes(1);
  expect(pushes.mock.calls.map(([{ seq }]) => seq)).toEqual([8]);
});

it("waits longer after each deaf connection, and connects anew where none opens", async () => {
  await listen(marketStream("BTCUSDT"));
  const waits: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    open();
    await pass(longestSilenceMs);
    const before = sockets.length;
    let waited = 0;
    for (; sockets.length === before; waited += 100) await pass(100);
    waits.push(waited);
  }
  expect(waits).toEqual([500, 1_000, 2_000, 4_000]);
  await pass(longestSilenceMs);
  expect(newest().closed).toBe(true);
});

it("lets a client's own channel be silent, where nothing happens to the client", async () => {
  serve({ "/api/v3/stream-ticket": () => [200, { channel: "me", ticket: "mine" }] });
  await listen(clientStream);
  open();
  await pass(10 * longestSilenceMs);
  expect(state()).toBe("live");
  expect(sockets).toHaveLength(1);
});
