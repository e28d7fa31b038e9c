// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve } from "../lib/test_server";
import { leaveScreen, openScreen } from "../ui/test_screen";
import { TopBar } from "./top_bar";

let narrow = false;
const asked = vi.hoisted(() => vi.fn());
vi.mock("../lib/narrow", () => ({ useNarrow: () => narrow }));
vi.mock("./ticker_strip", () => {
  asked();
  throw new Error("this part's code could not be fetched");
});

beforeEach(() => {
  serve({});
  // React says what was caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  leaveScreen();
  vi.restoreAllMocks();
});

async function scroll(): Promise<void> {
  openScreen(<TopBar clear={false} strip />);
  vi.spyOn(window, "scrollY", "get").mockReturnValue(200);
  await act(async () => {
    dispatchEvent(new Event("scroll"));
    await vi.dynamicImportSettled();
  });
}

it("does not ask for the tickers on phones, which do not show them", async () => {
  narrow = true;
  await scroll();
  expect(asked).not.toHaveBeenCalled();
});

it("stands without the tickers where their code cannot be fetched", async () => {
  narrow = false;
  await scroll();
  expect(asked).toHaveBeenCalled();
  screen.getByRole("navigation", { name: "Main" });
});
