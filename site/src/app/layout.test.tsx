// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { serve } from "../lib/test_server";
import { leaveScreen, openScreen } from "../ui/test_screen";
import { Layout } from "./layout";
import type { Page } from "./pages";

afterEach(leaveScreen);

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
