// @vitest-environment jsdom
// The futures wallet by the keyboard alone.
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serve, serveStreams } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { FutureTab } from "./future_tab";

beforeEach(() => {
  signIn();
  serveStreams();
});
afterEach(leaveScreen);

const holding = (name: string, usdtValue: string) => ({
  name,
  full_name: name,
  image: "",
  margin_balance: "1",
  upnl: "0",
  available: "1",
  usdt_value: usdtValue,
});

/** Presses Tab until the element has the focus. */
async function reach(user: ReturnType<typeof userEvent.setup>, element: () => HTMLElement) {
  for (let presses = 0; document.activeElement !== element(); presses += 1) {
    expect(presses, "the keyboard reaches it").toBeLessThan(30);
    await user.tab();
  }
}

it.each([
  ["ETH", "/trades/trade-chart/ETH"],
  ["USDT", "/trades/trade-chart/BTC"],
])("opens the chart of %s by the keyboard", async (coin, chart) => {
  const user = userEvent.setup();
  serve({
    "/api/v3/wallets/future": () => [
      200,
      { wallet: [holding("ETH", "2500"), holding("USDT", "100")] },
    ],
    "/api/v3/stream-ticket": () => [200, { channel: "1", ticket: "one" }],
  });
  const { address } = openScreen(
    <FutureTab total="2600" Positions={() => <p>No positions</p>} />,
    "/wallet",
  );
  await reach(user, () => screen.getByRole("tab", { selected: true, name: "Positions" }));
  await user.keyboard("{ArrowRight}");
  const list = within(await screen.findByRole("table"));
  await list.findByRole("link", { name: coin });
  await reach(user, () => list.getByRole("link", { name: coin }));
  await user.keyboard("{Enter}");
  expect(address()).toBe(chart);
});
