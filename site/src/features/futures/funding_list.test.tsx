// @vitest-environment jsdom
// What the futures screen says of funding that the client's positions paid and received.
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import type { Schemas } from "../../lib/calls";
import { serve, serveStreams } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { FuturesScreen } from "./futures_screen";
import { server } from "./test_contracts";

afterEach(leaveScreen);

const received: Schemas["FundingPayment"] = {
  at: "2026-11-21T16:00:00Z",
  coin_pair: { pair_name: "BTCUSDT", image: "" },
  position_id: "7",
  rate: "0.00375",
  mark_price: "50000",
  size: "1000",
  amount: "1.875",
  unpaid: "0",
  owed: false,
  reduced: true,
};

it("says where less was received because those who pay fell short", async () => {
  const user = userEvent.setup();
  signIn();
  serveStreams();
  const before = { ...received, at: "2026-11-21T08:00:00Z", amount: "3.75", reduced: false };
  serve(
    server({
      "/api/v3/futures/funding": () => [200, { payments: [received, before], total: 2 }],
    }),
  );
  openScreen(<FuturesScreen Chart={() => null} />, "/trades/futures/BTC", "/trades/futures/:coin");
  const panel = within(await screen.findByRole("region", { name: "Your positions" }));
  await user.click(panel.getByRole("tab", { name: /Funding/ }));
  const less = (await panel.findByText("Reduced: payers fell short")).closest("tr");
  expect(less?.textContent).toContain("1.8750");
  expect(panel.getAllByText(/Reduced/)).toHaveLength(1);
});
