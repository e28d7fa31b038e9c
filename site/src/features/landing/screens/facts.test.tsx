// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { serve } from "../../../lib/test_server";
import { leaveScreen, openScreen } from "../../../ui/test_screen";
import { Facts } from "./facts";

afterEach(leaveScreen);

const level = (maker: string, taker: string) => ({ maker, taker });
const passed = { result: "passed", at: "2026-11-21T16:00:03.000Z" };

function open(status: object, levels: object[] | null = [level("0.001", "0.001")]) {
  serve({
    "/api/v3/status": () => [200, { demo: false, audit: passed, ...status }],
    "/api/v3/fee-rates": () => (levels ? [200, { levels }] : [403, { message: "closed" }]),
  });
  openScreen(<Facts />);
}

/** What is said under a name. */
const fact = async (name: string) => {
  const value = (await screen.findByText(name)).parentElement?.querySelector("dd");
  await waitFor(() => expect(value?.textContent).toMatch(/\p{L}/u));
  return value?.textContent;
};

it.each([
  [
    [level("0.001", "0.001"), level("0.0004", "0.0006")],
    "0.10%For makers and takers alike, from the first trade. Down to 0.04% as your volume grows.",
  ],
  [[level("0.0008", "0.001")], "0.08% / 0.10%For makers / for takers, from the first trade."],
])("says what trading costs here", async (levels, said) => {
  open({}, levels);
  expect(await fact("Trading fee")).toBe(said);
});

it("says nothing of a fee that cannot be asked for", async () => {
  open({}, null);
  await waitFor(() => expect(screen.queryByText("Trading fee")).toBeNull());
  await fact("Keys to the coins");
});

it("says when the books were audited, and leads to how", async () => {
  open({});
  expect(await fact("Hourly audit of the books")).toBe(
    "Passed21 Nov 2026, 16:00:03 UTC Every balance equals its ledger entries. How it works",
  );
  expect(screen.getByRole("link", { name: "How it works" }).getAttribute("href")).toBe("/about");
});

it.each([
  ["failed", "Failed"],
  ["overdue", "Overdue"],
  ["never", "Not yet run"],
])("claims nothing where the audit is %s", async (result, said) => {
  open({ audit: { result, at: result === "never" ? null : passed.at } });
  const value = await fact("Hourly audit of the books");
  expect(value).toMatch(new RegExp(`^${said}`));
  expect(value).toContain("Withdrawals wait until it has passed.");
  expect(value).not.toContain("Every balance");
});

it("says of keys what is true of this server", async () => {
  open({});
  expect(await fact("Keys to the coins")).toMatch(/^Never on this server/);
  leaveScreen();
  open({ demo: true });
  expect(await fact("Keys to the coins")).toMatch(/^Only for play money/);
});
