// @vitest-environment jsdom
// The 24h change: four decimals in the market tables, two in the overview.
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, it, vi } from "vitest";
import { queries } from "../../lib/api";
import MarketsScreen from "./markets_screen";
import OverviewScreen from "./overview_screen";

const btc = {
  id: "1",
  coin_id: "1",
  coin_pair_name: "BTCUSDT",
  name: "BTC",
  full_name: "Bitcoin",
  image: "",
  type: "MAIN",
  close: "67482.1",
  increase_in_value: "1.23456",
  high: "67482.1",
  low: "67482.1",
  volume_usdt: "1",
  favorite: "",
  tick: "0.1",
  stale: false,
  sparkline: [],
};

const open = (path: string) =>
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/markets/trading_data" element={<OverviewScreen />} />
          <Route path="/markets/:group" element={<MarketsScreen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );

beforeEach(() => {
  const answer = { coinpair: [btc], prices: { stale_after_ms: 10_000 } };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(answer))));
  vi.stubGlobal("WebSocket", class {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  queries.clear();
});

const row = async () => (await screen.findByRole("link", { name: "BTC/USDT" })).closest("tr")!;

it("has four decimals in the market tables", async () => {
  open("/markets/prices");
  within(await row()).getByText("+1.2346%");
});

it("has two in the overview", async () => {
  open("/markets/trading_data");
  within(await row()).getByText("+1.23%");
});
