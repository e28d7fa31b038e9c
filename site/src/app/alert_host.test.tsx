// @vitest-environment jsdom
// The bell of a market in a list and on a coin's page: a dialog over the page, or the way to sign in.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import MarketsScreen from "../features/markets/markets_screen";
import CoinScreen from "../features/wallet/coin_screen";
import { pairOf } from "../lib/test_pairs";
import { serve, serveStreams } from "../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../ui/test_screen";
import { AlertHost } from "./alert_host";

beforeEach(serveStreams);
afterEach(leaveScreen);

const coinpair = [pairOf("BTC", { close: "50000" }), pairOf("ETH", { close: "2500" })];

const coin = (name: string, price: string | null) => ({
  coin: { name, full_name: name, image: "" },
  balance: "1",
  freeze_balance: "0",
  price,
  average_cost: null,
  all: [],
  total: 0,
});

function open(what: { price?: string | null; at: string; route: string }) {
  const asked = serve({
    "/api/v2/market-all-pairs": () => [200, { coinpair }],
    "/api/v3/all-pairs": () => [200, { coinpair }],
    "/api/v3/price-alerts": () => [200, { alerts: [], most: 100 }],
    "/api/v3/price-alerts/make": () => [200, { message: "success", alert: {} }],
    "/api/v3/wallet-single-coin": ({ query }) => [
      200,
      coin(query.get("name") ?? "", what.price ?? null),
    ],
  });
  const shown = what.route.startsWith("/wallet") ? <CoinScreen /> : <MarketsScreen />;
  const { address } = openScreen(
    <>
      {shown}
      <AlertHost />
    </>,
    what.at,
    what.route,
  );
  return { asked, address };
}
const markets = { at: "/markets/prices", route: "/markets/:group" };
const bell = (name: string) => screen.findByRole("button", { name: `Price alert for ${name}` });

it("makes an alert from a row by the keyboard, and leaves the row's link alone", async () => {
  signIn();
  const user = userEvent.setup();
  const { asked, address } = open(markets);
  (await bell("ETH/USDT")).focus();
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Price alert · ETH/USDT" }));
  expect(address()).toBe("/markets/prices");
  await user.type(await dialog.findByRole("textbox", { name: /^Price/ }), "2600");
  await user.click(dialog.getByRole("button", { name: "Create alert" }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith("/make"))?.body).toEqual({
      name: "ETHUSDT",
      kind: "above",
      price: "2600",
    }),
  );
  await user.click(dialog.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("link", { name: "ETH/USDT" }));
  expect(address()).toBe("/trades/trade-chart/ETH");
});

it("does not stay when another page is opened from it", async () => {
  signIn();
  const user = userEvent.setup();
  const { address } = open(markets);
  await user.click(await bell("BTC/USDT"));
  await user.click(await screen.findByRole("link", { name: "All price alerts" }));
  expect(address()).toBe("/price-alerts");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("leads a guest to the sign-in", async () => {
  const user = userEvent.setup();
  const { address } = open(markets);
  await user.click(await bell("BTC/USDT"));
  expect(address()).toBe("/signin");
});

it("stands on the page of a coin that has a price", async () => {
  signIn();
  const user = userEvent.setup();
  open({ price: "50000", at: "/wallet/BTC", route: "/wallet/:coin" });
  await user.click(await bell("BTC/USDT"));
  await screen.findByRole("dialog", { name: "Price alert · BTC/USDT" });
});

it.each([
  ["USDT", "1"],
  ["XYZ", null],
])("stands not on the page of %s", async (name, price) => {
  signIn();
  open({ price, at: `/wallet/${name}`, route: "/wallet/:coin" });
  await screen.findByRole("heading", { name: "Trading" });
  expect(screen.queryByRole("button", { name: /^Price alert/ })).toBeNull();
});
