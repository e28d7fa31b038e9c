// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { Built } from "../lib/built";
import { QuickActions, ShortcutRow } from "./shortcut_row";

function open(content: ReactNode, isBuilt = () => true) {
  render(
    <Built value={isBuilt}>
      <MemoryRouter>{content}</MemoryRouter>
    </Built>,
  );
}

const tiles = () => screen.getAllByRole("listitem").map((tile) => tile.textContent);
const addresses = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

it("has four services, of which one is there", () => {
  open(<ShortcutRow row="services" />);
  const none = "Not offered by this exchange";
  expect(tiles()).toEqual([`P2P${none}`, "Pay", `Gift Card${none}`, `Pool${none}`]);
  expect(addresses()).toEqual([
    "/page-unavailable",
    "/account/pay",
    "/page-unavailable",
    "/page-unavailable",
  ]);
});

it("has three centers", () => {
  open(<ShortcutRow row="centers" />);
  expect(tiles()).toEqual(["Task Center", "Rewards Center", "Notifications"]);
  expect(addresses()).toEqual(["/account/tasks", "/account/rewards", "/account/notifications"]);
});

it("has quick actions, none of them twice, which all lead somewhere", () => {
  open(<QuickActions />);
  expect(tiles()).toEqual(["Deposit", "Withdraw", "Help"]);
  const links = within(screen.getByRole("list", { name: "Quick Actions" })).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/wallet/deposit",
    "/wallet/withdraw",
    "/contactus",
  ]);
});

it("leads to no page that is not built", () => {
  open(<QuickActions />, () => false);
  expect(screen.queryAllByRole("link")).toEqual([]);
});
