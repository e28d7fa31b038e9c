// @vitest-environment jsdom
// The page of price alerts: what a new one lacks, what is sent, what a reached one says.
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Schemas } from "../../lib/calls";
import { serve, serveStreams } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import AlertsScreen from "./alerts_screen";

const waiting: Schemas["PriceAlert"] = {
  id: "1",
  pair: "BTCUSDT",
  kind: "move",
  price: null,
  percent: "2.5",
  minutes: 240,
  price_then: "50000",
  created_at: "2026-01-01T00:00:00.000Z",
  met_at: null,
  met_price: null,
};
const met: Schemas["PriceAlert"] = {
  ...waiting,
  id: "2",
  kind: "above",
  price: "51000",
  percent: null,
  minutes: null,
  met_at: "2026-01-01T01:00:00.000Z",
  met_price: "51000.5",
};
const pair = {
  name: "BTC",
  coin_pair_name: "BTCUSDT",
  close: "50000",
  volume_usdt: "1",
  price_places: 1,
};

const other = { ...pair, name: "ETH", coin_pair_name: "ETHUSDT", volume_usdt: "0.5" };

function open(alerts: Schemas["PriceAlert"][], at = "/price-alerts") {
  const asked = serve({
    "/api/v3/price-alerts": () => [200, { alerts, most: 100 }],
    "/api/v3/all-pairs": () => [200, { coinpair: [pair, other] }],
    "/api/v3/price-alerts/make": () => [200, { message: "success", alert: waiting }],
    "/api/v3/price-alerts/remove": () => [200, { message: "success" }],
    "/api/v3/price-alerts/clear": () => [200, { message: "success", removed: 1 }],
  });
  openScreen(<AlertsScreen />, at, "/price-alerts");
  return {
    sent: (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body),
  };
}

beforeEach(() => {
  signIn();
  serveStreams();
});
afterEach(leaveScreen);

it("sends nothing that would be met at once, and then what was typed", async () => {
  const user = userEvent.setup();
  const { sent } = open([]);
  await screen.findByText("No price alerts");
  const price = await screen.findByRole("textbox", { name: /^Price/ });
  await user.click(screen.getByRole("button", { name: "Create alert" }));
  expect(screen.getByRole("alert").textContent).toBe("Enter a price.");
  await user.type(price, "49000");
  expect(screen.getByRole("alert").textContent).toBe("Enter a price above the last one, 50,000.");
  await user.click(screen.getByRole("button", { name: "Create alert" }));
  expect(sent("/api/v3/price-alerts/make")).toEqual([]);
  await user.click(screen.getByRole("radio", { name: "Falls to" }));
  await user.type(screen.getByRole("textbox", { name: /^Price/ }), "49000");
  await user.click(screen.getByRole("button", { name: "Create alert" }));
  await screen.findByText("Price alert created");
  expect(sent("/api/v3/price-alerts/make")).toEqual([
    { name: "BTCUSDT", kind: "below", price: "49000" },
  ]);
});

it("has the market chosen that its address names", async () => {
  open([], "/price-alerts?pair=ETHUSDT");
  const chosen = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Pair" });
  expect(chosen.value).toBe("ETHUSDT");
});

it("takes a price as people write and paste it", async () => {
  const user = userEvent.setup();
  const { sent } = open([]);
  await user.type(await screen.findByRole("textbox", { name: /^Price/ }), "51,000.25");
  await user.click(screen.getByRole("button", { name: "Create alert" }));
  await screen.findByText("Price alert created");
  expect(sent("/api/v3/price-alerts/make")).toEqual([
    { name: "BTCUSDT", kind: "above", price: "51000.2" },
  ]);
});

it("asks for a percentage and a time where the price is to move", async () => {
  const user = userEvent.setup();
  const { sent } = open([]);
  await screen.findByRole("textbox", { name: /^Price/ });
  await user.click(screen.getByRole("radio", { name: "Moves by" }));
  await user.type(screen.getByRole("textbox", { name: /^Change/ }), "101");
  await user.click(screen.getByRole("button", { name: "Create alert" }));
  expect(screen.getByRole("alert").textContent).toBe("Enter a percentage up to 100.");
  await user.clear(screen.getByRole("textbox", { name: /^Change/ }));
  await user.type(screen.getByRole("textbox", { name: /^Change/ }), "2.5");
  await user.selectOptions(screen.getByLabelText("Within"), "240");
  await user.click(screen.getByRole("button", { name: "Create alert" }));
  await screen.findByText("Price alert created");
  expect(sent("/api/v3/price-alerts/make")).toEqual([
    { name: "BTCUSDT", kind: "move", percent: "2.5", minutes: "240" },
  ]);
});

it("says what each waits for, and removes one or all that were reached", async () => {
  const user = userEvent.setup();
  const { sent } = open([waiting, met]);
  const row = (name: RegExp) => within(screen.getByRole("row", { name }));
  await screen.findByText("2 of 100");
  expect(row(/Moves by 2.5% within 4 hours/).getByText("Waiting")).toBeTruthy();
  expect(row(/Rises to 51,000/).getByText("Reached 51,000.5")).toBeTruthy();
  await user.click(row(/Moves by/).getByRole("button"));
  await screen.findByText("Price alert removed");
  expect(sent("/api/v3/price-alerts/remove")).toEqual([{ id: "1" }]);
  await user.click(screen.getByRole("button", { name: "Remove reached alerts" }));
  await screen.findByText("Reached alerts removed");
  expect(sent("/api/v3/price-alerts/clear")).toHaveLength(1);
});
