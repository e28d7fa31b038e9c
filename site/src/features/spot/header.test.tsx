// @vitest-environment jsdom
// A phone's bar: the search, and one menu of all else that a wide window has in a row.
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { onOverlayAsked, type Overlay } from "../../lib/hotkeys";
import { onPriceAlertAsked } from "../../lib/price_alert";
import { serve } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { Header, PhoneTools } from "./header";
import { pair } from "./test_market";

afterEach(leaveScreen);

const simulated = { "/api/v3/status": () => [200, { market: "simulated" }] as [number, unknown] };

function open() {
  serve(simulated);
  return openScreen(
    <Header coin="BTC" pair={pair} stale={false} tools={<PhoneTools coin="BTC" pair={pair} />} />,
  );
}
const more = () => userEvent.click(screen.getByRole("button", { name: "More" }));

it("asks for the search, and says below the price that the market is simulated", async () => {
  signIn();
  const asked: Overlay[] = [];
  onTestFinished(onOverlayAsked((overlay) => void asked.push(overlay)));
  open();
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  expect(asked).toEqual(["search"]);
  await screen.findByText("Simulated market");
  expect(screen.getByTestId("last-price").parentElement?.textContent).toContain("Simulated market");
});

it("has the ways to elsewhere and the alert in one menu", async () => {
  signIn();
  const asked: string[] = [];
  onTestFinished(onPriceAlertAsked((name) => void asked.push(name)));
  const { address } = open();
  expect(screen.queryByRole("link", { name: "Convert" })).toBeNull();
  await more();
  const mode = within(screen.getByRole("navigation", { name: "Trading mode" }));
  expect(mode.getByText("Spot").getAttribute("aria-current")).toBe("page");
  expect(mode.getByRole("link", { name: "Convert" }).getAttribute("href")).toBe("/wallet/convert");
  await userEvent.click(screen.getByRole("button", { name: "Price alert" }));
  expect(asked).toEqual(["BTCUSDT"]);
  await more();
  expect(screen.getByRole("link", { name: "Chart" }).getAttribute("href")).toBe(
    "/trades/trade-chart/BTC",
  );
  await userEvent.click(screen.getByRole("link", { name: "Trading data" }));
  expect(address()).toBe("/markets/trading_data");
});

it("offers a guest no alert", async () => {
  open();
  await more();
  expect(screen.queryByRole("button", { name: "Price alert" })).toBeNull();
});
