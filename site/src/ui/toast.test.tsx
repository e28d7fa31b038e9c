// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clear_toasts, password_toast_ms, toast, Toasts } from "./toast";

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = (...titles: string[]) =>
  expect(["Saved", "Password", "Error"].filter((title) => screen.queryByText(title))).toEqual(
    titles,
  );

beforeEach(async () => {
  vi.useFakeTimers();
  // Its code comes with the first notice; here it is there already.
  await import("./toast_list");
  render(<Toasts />);
});

afterEach(() => {
  act(clear_toasts);
  vi.useRealTimers();
});

it("closes notices after 3 s, those of passwords after 1.5 s, and errors never", async () => {
  act(() => {
    toast({ tone: "success", title: "Saved" });
    toast({ tone: "success", title: "Password", for_ms: password_toast_ms });
    toast({ tone: "error", title: "Error" });
  });
  await wait(1_400);
  shown("Saved", "Password", "Error");
  await wait(200);
  shown("Saved", "Error");
  await wait(1_500);
  shown("Error");
  await wait(60_000);
  shown("Error");
});
