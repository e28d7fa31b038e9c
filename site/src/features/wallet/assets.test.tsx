// @vitest-environment jsdom
// What the coins of the wallet have cost and would win now, beside what they are worth.
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serve, serveStreams, type Answer } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import type { Holding } from "./api";
import { Assets } from "./assets";

const holding = (name: string, worth: string) =>
  ({
    id: name,
    name,
    full_name: name,
    image: "",
    coin_value: "1",
    freeze_value: "0",
    usdt_value: worth,
  }) as unknown as Holding;

const costs = {
  coins: [
    { name: "BTC", average_cost: "95000", unrealised: "-12.5" },
    { name: "ETH", average_cost: "2500.25", unrealised: "40" },
  ],
  unrealised: "27.5",
};

function open(answer: Answer) {
  serve({ "/api/v3/wallet/costs": answer });
  const holdings = [holding("BTC", "900"), holding("ETH", "50"), holding("SOL", "10")];
  openScreen(<Assets look="spot" holdings={holdings} error={null} onRetry={() => undefined} />);
}

const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));
const coins = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((one) => within(one).getAllByRole("link")[0]?.textContent);

beforeEach(() => {
  signIn();
  serveStreams();
});
afterEach(leaveScreen);

it("says of each coin what it would win, what it has cost, and nothing where that is unknown", async () => {
  open(() => [200, costs]);
  expect(await row("BTC").findByText("−12.50")).toBeTruthy();
  expect(row("BTC").getByText("95,000.00")).toBeTruthy();
  expect(row("ETH").getByText("+40.00")).toBeTruthy();
  expect(row("SOL").queryByText("Average Cost")).toBeNull();
  expect(row("SOL").getByText("—")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Unrealized PnL" }));
  expect(coins()).toEqual(["ETH", "SOL", "BTC"]);
});

it("shows the coins also where their costs cannot be had", async () => {
  open(() => [503, { message: "unavailable" }]);
  expect(await screen.findByRole("link", { name: "BTC" })).toBeTruthy();
  expect(row("BTC").getByText("—")).toBeTruthy();
});
