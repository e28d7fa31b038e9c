// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve } from "../../../lib/test_server";
import { leaveScreen, openScreen } from "../../../ui/test_screen";
import Landing from "./landing";

const missing = vi.hoisted(() => () => {
  throw new Error("this part's code could not be fetched");
});
vi.mock("./live", missing);
vi.mock("./market", missing);
vi.mock("./below", () => ({ default: () => <p>more</p> }));

// React says what was caught.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => {
  leaveScreen();
  vi.restoreAllMocks();
});

it("stands without what comes later and cannot be fetched, and says so", async () => {
  serve({});
  openScreen(<Landing />);
  await screen.findByText("more");
  await act(() => vi.dynamicImportSettled());
  screen.getByRole("heading", { level: 1 });
  screen.getByRole("link", { name: "View markets" });
  // In the places of the live market and of the list.
  expect(await screen.findAllByText("This could not be loaded")).toHaveLength(2);
  expect(screen.queryByRole("navigation", { name: "Live markets" })).toBeNull();
});
