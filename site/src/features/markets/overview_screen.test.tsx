// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import type { Pair } from "../../lib/pairs";
import { serve, serveStreams } from "../../lib/test_server";
import { leaveScreen, openScreen } from "../../ui/test_screen";
import OverviewScreen from "./overview_screen";

afterEach(leaveScreen);

const pair = (name: string, close: string, volumeUsdt: string, change: string): Pair => ({
  id: name,
  coin_id: name,
  name,
  full_name: `${name} in full`,
  coin_pair_name: `${name}USDT`,
  image: "",
  favorite: "",
  type: "MAIN",
  innovation: false,
  pos: false,
  pow: true,
  amount: close,
  close,
  open: close,
  high: close,
  low: close,
  increase_in_value: change,
  percent: change,
  volume: "1",
  volume_usdt: volumeUsdt,
  sparkline: [],
  as_of: "",
  stale: false,
  tick: "0.1",
  lot: "0.1",
  price_places: 1,
  quantity_places: 1,
});

it("sorts its table, and says when there are no coins", async () => {
  const user = userEvent.setup();
  serveStreams();
  const coins = [
    pair("ADA", "0.5", "100", "-1"),
    pair("BTC", "100000", "9000", "1"),
    pair("ETH", "2500", "5000", "3"),
  ];
  serve({
    "/api/v3/main-coins": () => [200, { coinpair: coins }],
    "/api/v3/inno-coins": () => [200, { coinpair: [] }],
    "/api/v3/inn-coins": () => [200, { coinpair: [] }],
  });
  openScreen(<OverviewScreen />);
  const table = screen.getByRole("table", { name: "MAIN" });
  const names = () =>
    within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => /ADA|BTC|ETH/.exec(row.textContent)?.[0]);
  const sortBy = (header: string) =>
    user.click(within(table).getByRole("button", { name: header }));
  // The largest volume first.
  await waitFor(() => expect(names()).toEqual(["BTC", "ETH", "ADA"]));
  await sortBy("Name");
  expect(names()).toEqual(["ETH", "BTC", "ADA"]);
  await sortBy("Name");
  expect(names()).toEqual(["ADA", "BTC", "ETH"]);
  await sortBy("Price");
  expect(names()).toEqual(["BTC", "ETH", "ADA"]);
  await user.click(screen.getByRole("tab", { name: "ALT" }));
  const panel = screen.getByRole("tabpanel");
  expect(within(panel).getByText("No coins found")).toBeTruthy();
});
