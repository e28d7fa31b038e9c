// @vitest-environment jsdom
// The tones: off by themselves, on by the setting, for fills and alerts of one's own.
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import SettingsScreen from "../features/settings/settings_screen";
import { serve, serveStreams, pushTo, isHeard } from "../lib/test_server";
import { writeChoice } from "../lib/preferences";
import { leaveScreen, openScreen, signIn } from "../ui/test_screen";
import { OwnNews } from "./own_news";

/** The frequencies of the notes that have begun. */
const heard: number[] = [];
let state: AudioContextState = "running";
/** A browser that waits for a press answers only then. */
let held: Promise<void> | undefined;

class FakeAudio {
  currentTime = 0;
  destination = {};
  get state() {
    return state;
  }
  resume = () => held ?? Promise.resolve();
  createGain = () => ({
    gain: {
      setValueAtTime: vi.fn(),
      linearRampToValueAtTime: vi.fn(),
      exponentialRampToValueAtTime: vi.fn(),
    },
    connect: <Node,>(to: Node) => to,
  });
  createOscillator = () => {
    const frequency = { value: 0 };
    const connect = <Node,>(to: Node) => to;
    return { frequency, connect, start: () => heard.push(frequency.value), stop: vi.fn() };
  };
}

const fillNotes = [660, 880];
const alertNotes = [990, 740, 990];
const stream = "/stream/client/U1";
let seq = 0;

beforeEach(() => {
  heard.length = 0;
  state = "running";
  held = undefined;
  vi.stubGlobal("AudioContext", FakeAudio);
  serveStreams();
  serve({ "/api/v3/stream-ticket": () => [200, { channel: "U1", ticket: "T" }] });
  signIn();
});
afterEach(() => {
  leaveScreen();
  localStorage.clear();
});

async function listen() {
  openScreen(<OwnNews />);
  await waitFor(() => expect(isHeard(stream)).toBe(true));
}

/** A tone is made a little after what it tells of. */
const push = (type: string, data: object = {}) =>
  act(async () => {
    seq += 1;
    pushTo(stream, { channel: "client", type, seq, at: Date.now(), data });
    await new Promise((resolve) => setTimeout(resolve, 0));
  });

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`;
const order = (id: string, filled: string, more: object = {}) => ({
  ...{ id, filled, state: "PENDING", created_at: at(0), updated_at: at(30) },
  ...more,
});

it("is silent until it is turned on, and heard as it is", async () => {
  const user = userEvent.setup();
  await listen();
  await push("order", order("1", "1"));
  await push("price_alerts");
  expect(heard).toEqual([]);

  openScreen(<SettingsScreen />);
  const choice = within(screen.getByRole("radiogroup", { name: "Sounds" }));
  expect(choice.getByRole<HTMLInputElement>("radio", { name: "Off" }).checked).toBe(true);
  await user.click(choice.getByRole("radio", { name: "On" }));
  await waitFor(() => expect(heard).toEqual(fillNotes));
  await push("price_alerts");
  expect(heard).toEqual([...fillNotes, ...alertNotes]);
  await user.click(choice.getByRole("radio", { name: "Off" }));
  await push("price_alerts");
  expect(heard).toHaveLength(fillNotes.length + alertNotes.length);
});

it("sounds at each fill of an order, and at nothing else that an order goes through", async () => {
  writeChoice("sounds", "on");
  await listen();
  await push("order", order("2", "0"));
  expect(heard).toEqual([]);
  await push("order", order("2", "0.5"));
  expect(heard).toEqual(fillNotes);
  await push("order", order("2", "0.5", { number_of_order: "0.8" }));
  await push("order", order("2", "0.5", { state: "DISSAPROVED" }));
  await push("balance");
  await push("notification");
  expect(heard).toEqual(fillNotes);
  await push("futures_order", { id: "9", state: "FILLED" });
  expect(heard).toEqual([...fillNotes, ...fillNotes]);
  await push("futures_order", { id: "10", state: "CANCELLED" });
  expect(heard).toEqual([...fillNotes, ...fillNotes]);
});

it("takes what was filled before it listened for no news, where the order is cancelled", async () => {
  writeChoice("sounds", "on");
  await listen();
  await push("order", order("3", "0.5", { state: "DISSAPROVED" }));
  expect(heard).toEqual([]);
  // Immediate, or at the market: the rest of it is cancelled at once.
  await push("order", order("4", "0.5", { state: "DISSAPROVED", updated_at: at(1) }));
  expect(heard).toEqual(fillNotes);
});

it("does not bring up later what the browser kept back", async () => {
  writeChoice("sounds", "on");
  await listen();
  let press = () => {};
  held = new Promise((resolve) => {
    press = resolve;
  });
  const now = vi.spyOn(Date, "now");
  await push("price_alerts");
  now.mockReturnValue(Date.now() + 60_000);
  press();
  await push("balance");
  now.mockRestore();
  expect(heard).toEqual([]);
});

it("is one tone where several tabs, or several fills at once, would have it", async () => {
  writeChoice("sounds", "on");
  let taken = false;
  const request = vi.fn(
    async (
      _name: string,
      _options: object,
      take: (lock: object | null) => Promise<void> | undefined,
    ) => {
      if (taken) return take(null);
      taken = true;
      return take({});
    },
  );
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { locks: { request } }));
  await listen();
  await push("order", order("5", "1"));
  await push("order", order("6", "1"));
  expect(request).toHaveBeenCalledTimes(2);
  expect(heard).toEqual(fillNotes);
});
