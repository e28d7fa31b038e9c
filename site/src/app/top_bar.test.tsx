// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve } from "../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../ui/test_screen";
import { TopBar } from "./top_bar";

let narrow = false;
const asked = vi.hoisted(() => vi.fn());
vi.mock("../lib/narrow", () => ({ useNarrow: () => narrow }));
const missing = vi.hoisted(() => () => {
  throw new Error("this part's code could not be fetched");
});
vi.mock("./bell", missing);
vi.mock("./fund_dialog", missing);
vi.mock("./ticker_strip", () => {
  asked();
  return missing();
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
  await screen.findByText("This could not be loaded");
  screen.getByRole("navigation", { name: "Main" });
});

it("stands without the bell where its code cannot be fetched, and says so of a dialog", async () => {
  signIn();
  openScreen(<TopBar clear={false} strip />);
  await screen.findByRole("button", { name: "This could not be loaded: Try again" });
  screen.getByRole("button", { name: /^Account menu/ });
  await userEvent.click(screen.getByRole("button", { name: "Add funds" }));
  await screen.findByText("This could not be loaded");
});
