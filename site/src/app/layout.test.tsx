// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { serve } from "../lib/test_server";
import { leaveScreen, openScreen } from "../ui/test_screen";
import { Layout } from "./layout";
import type { Page } from "./pages";

let narrow = false;
const missing = vi.hoisted(() => () => {
  throw new Error("this part's code could not be fetched");
});
vi.mock("../lib/narrow", () => ({ useNarrow: () => narrow }));
vi.mock("./sidebar", missing);
vi.mock("./tab_bar", missing);

afterEach(() => {
  narrow = false;
  leaveScreen();
});

it.each(["page", "trading"] as const)("says of a %s what its frame is", async (frame) => {
  serve({});
  const page: Page = { path: "/", title: "shell.markets", Screen: () => null, frame };
  openScreen(
    <Layout page={page}>
      <p>content</p>
    </Layout>,
  );
  const content = await screen.findByText("content");
  // The notices' place (ui/toast.module.css) goes by it.
  expect(content.closest("[data-frame]")).toHaveProperty("dataset.frame", frame);
});

it("keeps the page where the code of what stands around it cannot be fetched", async () => {
  // React says what was caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  serve({});
  narrow = true;
  const page: Page = { path: "/", title: "shell.markets", Screen: () => null, sidebar: true };
  openScreen(
    <Layout page={page}>
      <p>content</p>
    </Layout>,
  );
  await screen.findByRole("button", { name: "Try again" });
  await screen.findByRole("button", { name: "This could not be loaded: Try again" });
  screen.getByText("content");
  vi.restoreAllMocks();
});
