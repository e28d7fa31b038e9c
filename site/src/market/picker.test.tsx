// @vitest-environment jsdom
// The list to choose another market from: its groups, its stars, its order.
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Pair } from "../lib/pairs";
import { pairOf } from "../lib/test_pairs";
import { serve } from "../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../ui/test_screen";
import { MarketPicker, type Listed } from "./picker";

const listed = (coin: string, volume: string, more: object = {}): Listed => ({
  name: `${coin}USDT`,
  coin,
  image: "",
  price: "100",
  places: 1,
  change: "1",
  volume,
  address: `/trades/spot/${coin}`,
  pair: pairOf(coin, { pos: false, pow: false, innovation: false, ...more }) as unknown as Pair,
});

const rows = [
  listed("ADA", "90", { pos: true, full_name: "Cardano" }),
  listed("BTC", "2000000", { pow: true }),
  listed("SOL", "500", { pos: true, favorite: "SOL" }),
];

const open = (more: Partial<Parameters<typeof MarketPicker>[0]> = {}) => {
  const retry = vi.fn();
  const at = openScreen(
    <MarketPicker
      title="Choose a pair"
      label="Pairs"
      rows={rows}
      error={null}
      onRetry={retry}
      onClose={() => undefined}
      {...more}
    />,
  );
  return { ...at, retry };
};
const coins = () => screen.queryAllByRole("link").map((link) => link.textContent.slice(0, 3));
const tab = (name: string) => userEvent.click(screen.getByRole("tab", { name }));

beforeEach(() => localStorage.clear());
afterEach(leaveScreen);

it("begins with what is traded most, and says how much", () => {
  open();
  expect(coins()).toEqual(["BTC", "SOL", "ADA"]);
  expect(screen.getByRole("columnheader", { name: "24h volume" })).toHaveProperty(
    "ariaSort",
    "descending",
  );
  const row = screen.getByRole("row", { name: /BTC/ });
  expect(within(row).getAllByRole("cell").at(-1)?.textContent).toBe("2.00M");
});

it("has a tab for each group, and begins with the last one the next time", async () => {
  open();
  await tab("POS");
  expect(coins()).toEqual(["SOL", "ADA"]);
  await tab("POW");
  expect(coins()).toEqual(["BTC"]);
  await tab("Favorites");
  expect(coins()).toEqual(["SOL"]);
  leaveScreen();
  open();
  expect(screen.getByRole("tab", { name: "Favorites" }).getAttribute("aria-selected")).toBe("true");
  expect(coins()).toEqual(["SOL"]);
});

it("finds a coin by its full name too, and only within the group", async () => {
  open();
  await userEvent.type(screen.getByLabelText("Search coin"), "cardano");
  expect(coins()).toEqual(["ADA"]);
  await tab("POW");
  expect(coins()).toEqual([]);
  expect(screen.getByText("No Records Found")).toBeTruthy();
});

it("puts a star on a pair without leaving, and says what stars are for where there is none", async () => {
  signIn();
  const heard = serve({ "/api/v3/add-favorite": () => [200, {}] });
  const { address } = open({ rows: rows.slice(0, 2) });
  await userEvent.click(screen.getByRole("button", { name: "Add BTC to favorites" }));
  expect(heard.map(({ path, body }) => [path, body.coin_id])).toEqual([
    ["/api/v3/add-favorite", "BTC"],
  ]);
  expect(address()).toBe("/");
  await tab("Favorites");
  expect(screen.getByText("Press the star beside a market to add it here.")).toBeTruthy();
});

it("asks a guest to sign in for a star", async () => {
  const { address } = open({ rows: rows.slice(0, 1) });
  await tab("Favorites");
  expect(screen.getByText("Sign in to keep your favorites on every device.")).toBeTruthy();
  await tab("All");
  await userEvent.click(screen.getByRole("button", { name: "Add ADA to favorites" }));
  expect(address()).toBe("/signin");
});

it("keeps a contract whose coin is unknown to the spot market in the list of all", async () => {
  open({ rows: [{ ...listed("XYZ", "1"), pair: undefined }] });
  expect(coins()).toEqual(["XYZ"]);
  await tab("Innovation");
  expect(coins()).toEqual([]);
});

it("tries again where the list could not be fetched", async () => {
  const { retry } = open({ rows: undefined, error: new Error("away") });
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(retry).toHaveBeenCalledOnce();
});
