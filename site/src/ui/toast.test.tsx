// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearToasts, passwordToastMs, toast, Toasts } from "./toast";

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = (...titles: string[]) =>
  expect(["Saved", "Password", "Error"].filter((title) => screen.queryByText(title))).toEqual(
    titles,
  );

/** The list's code comes when it comes; a notice's time begins with the next frame. */
const drawn = async (title: string) => {
  while (!screen.queryByText(title)) await wait(1);
  await wait(20);
};

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toasts />);
});

afterEach(() => {
  act(clearToasts);
  vi.useRealTimers();
});

it("closes notices after 3 s, those of passwords after 1.5 s, and errors never", async () => {
  act(() => {
    toast({ tone: "success", title: "Saved" });
    toast({ tone: "success", title: "Password", forMs: passwordToastMs });
    toast({ tone: "error", title: "Error" });
  });
  await drawn("Saved");
  await wait(1_400);
  shown("Saved", "Password", "Error");
  await wait(200);
  shown("Saved", "Error");
  await wait(1_500);
  shown("Error");
  await wait(60_000);
  shown("Error");
});

it("counts a notice's time from when it is drawn, not from when it is sent", async () => {
  let draw: FrameRequestCallback = () => undefined;
  vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => {
    draw = callback;
    return 1;
  });
  act(() => toast({ tone: "success", title: "Saved" }));
  await drawn("Saved");
  await wait(60_000);
  shown("Saved");
  act(() => draw(0));
  await wait(2_900);
  shown("Saved");
  await wait(200);
  shown();
  vi.unstubAllGlobals();
});
