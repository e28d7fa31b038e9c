// @vitest-environment jsdom
// The keys of every page: the search, the list of keys, and what turns them off.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addText } from "../lib/i18n";
import { turnHotkeys } from "../lib/hotkeys";
import { serve } from "../lib/test_server";
import text from "../text/en/search.json";
import { leaveScreen, openScreen } from "../ui/test_screen";
import { Overlays } from "./overlays";

const pair = (name: string, fullName: string, volumeUsdt: string) => ({
  id: name,
  name,
  full_name: fullName,
  image: "",
  close: "1",
  price_places: 2,
  percent: "0",
  volume_usdt: volumeUsdt,
});

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  addText("en", "search", text);
  localStorage.clear();
});
afterEach(leaveScreen);

function open() {
  const coinpair = [
    pair("ETHW", "EthereumPoW", "1"),
    pair("BTC", "Bitcoin", "900"),
    pair("ETH", "Ethereum", "500"),
  ];
  serve({ "/api/v2/market-all-pairs": () => [200, { coinpair }] });
  return openScreen(
    <>
      <input aria-label="Elsewhere" />
      <Overlays />
    </>,
  );
}
const field = () => screen.findByRole("combobox", { name: "Search coins and pages" });
const options = () => screen.getAllByRole("option").map((option) => option.textContent);

it("finds coins and pages by the keyboard alone", async () => {
  const { address } = open();
  await userEvent.keyboard("/");
  await field();
  await screen.findByRole("option", { name: /BTC/ });
  await userEvent.keyboard("eth");
  await waitFor(() => expect(options()[0]).toContain("ETH Ethereum"));
  expect(options()).toHaveLength(2);
  await userEvent.keyboard("{ArrowDown}{ArrowUp}{Enter}");
  expect(address()).toBe("/trades/spot/ETH");
});

it("leads to a page", async () => {
  const { address } = open();
  await userEvent.keyboard("{Control>}k{/Control}");
  await field();
  await userEvent.keyboard("fee rates");
  await userEvent.click(await screen.findByRole("option", { name: "Fee Rates" }));
  expect(address()).toBe("/fee-rate");
});

it("shows the keys by ?, and rests while somebody types", async () => {
  open();
  await userEvent.click(screen.getByLabelText("Elsewhere"));
  await userEvent.keyboard("/?");
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.keyboard("{Escape}?");
  const dialog = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
  expect(dialog.getByText("Lock trading")).toBeTruthy();
});

it("does nothing where the keys are turned off", async () => {
  open();
  turnHotkeys(false);
  await userEvent.keyboard("/?");
  expect(screen.queryByRole("dialog")).toBeNull();
});
