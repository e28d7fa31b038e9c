// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { serve } from "../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../ui/test_screen";
import Bell from "./bell";

const text = vi.hoisted(() => ({ missing: true }));
vi.mock("../lib/i18n", async (original) => {
  const page = await original<typeof import("../lib/i18n")>();
  const loadText: typeof page.loadText = (areas) =>
    text.missing
      ? Promise.reject(new Error("this text could not be fetched"))
      : page.loadText(areas);
  return { ...page, loadText };
});

afterEach(leaveScreen);

it("shows no notifications without their words, says so, and fetches them again", async () => {
  serve({
    "/api/v3/notifications": () => [200, { notifications: [], total: 0, unread: 0 }],
  });
  signIn();
  openScreen(<Bell client="1" />);
  await userEvent.click(screen.getByRole("button", { name: "Notifications" }));
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByText("All notifications")).toBeNull();
  text.missing = false;
  await userEvent.click(again);
  await screen.findByText("All notifications");
});
