// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { currentSession } from "../lib/session";
import { serve } from "../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../ui/test_screen";
import AccountMenu from "./account_menu";

beforeEach(signIn);
afterEach(leaveScreen);

async function help(helpUrl: string) {
  serve({ "/api/v3/status": () => [200, { help_url: helpUrl }] });
  const session = currentSession();
  if (!session) throw new Error("nobody is signed in");
  openScreen(<AccountMenu session={session} />);
  await userEvent.click(screen.getByRole("button", { name: /Account menu/ }));
}

it("takes help from the configuration, in a tab of its own", async () => {
  await help("https://help.example.com/live");
  const link = await screen.findByRole("link", { name: "Help" });
  await expect
    .poll(() => link.getAttribute("href"), { timeout: 20_000 })
    .toBe("https://help.example.com/live");
  expect(link.getAttribute("target")).toBe("_blank");
});

it("leads to the contact page where no other help is configured", async () => {
  await help("");
  const link = await screen.findByRole("link", { name: "Help" });
  expect(link.getAttribute("href")).toBe("/contactus");
  expect(link.getAttribute("target")).toBeNull();
});

it("leads to Earn and to the settings", async () => {
  await help("");
  const address = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect([address("Earn"), address("Settings")]).toEqual(["/wallet/earn", "/settings"]);
});
