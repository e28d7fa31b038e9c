// @vitest-environment jsdom
// The positions in the wallet lead to their chart by the keyboard, too.
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { long, margins, server } from "../features/futures/test_contracts";
import { serve, serveStreams } from "../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../ui/test_screen";
import WalletPage from "./wallet_page";

beforeEach(() => {
  signIn();
  serveStreams();
});
afterEach(leaveScreen);

it("opens a position's chart by the keyboard", async () => {
  const user = userEvent.setup();
  serve(server({ "/api/v2/client-margin": () => [200, margins(long)] }));
  const { address } = openScreen(<WalletPage />, "/wallet#future", "/wallet");
  const pair = await screen.findByRole("link", { name: /BTC/ });
  for (let presses = 0; document.activeElement !== pair; presses += 1) {
    expect(presses, "the keyboard reaches it").toBeLessThan(60);
    await user.tab();
  }
  await user.keyboard("{Enter}");
  expect(address()).toBe("/trades/trade-chart/BTC");
});
