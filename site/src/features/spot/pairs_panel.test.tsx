// @vitest-environment jsdom
// The list of markets beside the chart: by group, with stars, and the change or the volume of a day.
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pairOf } from "../../lib/test_pairs";
import { serve } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { PairsPanel } from "./pairs_panel";

const groups = { pos: false, pow: false, innovation: false };
let favorite = "";

const server = () =>
  serve({
    "/api/v3/all-pairs": () => [
      200,
      {
        coinpair: [
          pairOf("BTC", { ...groups, pow: true, volume_usdt: "2500000" }),
          pairOf("SOL", { ...groups, pos: true, favorite, volume_usdt: "900" }),
        ],
      },
    ],
    "/api/v3/add-favorite": () => {
      favorite = "SOL";
      return [200, {}];
    },
  });

const open = async () => {
  signIn();
  server();
  const at = openScreen(<PairsPanel now={undefined} />);
  await screen.findByRole("link", { name: /BTC/ });
  return at;
};
const coins = () => screen.queryAllByRole("link").map((link) => link.textContent.slice(0, 3));

beforeEach(() => {
  localStorage.clear();
  favorite = "";
});
afterEach(leaveScreen);

it("shows a group, and a star that was just pressed among the favorites", async () => {
  const { address } = await open();
  await userEvent.click(screen.getByRole("tab", { name: "Favorites" }));
  expect(screen.getByText("No favorites yet")).toBeTruthy();
  await userEvent.click(screen.getByRole("tab", { name: "All" }));
  await userEvent.click(screen.getByRole("button", { name: "Add SOL to favorites" }));
  await screen.findByRole("button", { name: "Remove SOL from favorites" });
  expect(address()).toBe("/");
  await userEvent.click(screen.getByRole("tab", { name: "Favorites" }));
  expect(coins()).toEqual(["SOL"]);
});

it("turns its last column to the volume, and keeps it so", async () => {
  await open();
  const btc = () => screen.getByRole("link", { name: /BTC/ });
  expect(within(btc()).getByText("+1.00%")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show the 24h volume" }));
  expect(within(btc()).getByText("2.50M")).toBeTruthy();
  leaveScreen();
  await open();
  expect(within(btc()).getByText("2.50M")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Show the 24h change" })).toBeTruthy();
});
