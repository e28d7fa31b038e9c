// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { paused, serve } from "../lib/test_server";
import { leaveScreen, openScreen } from "../ui/test_screen";
import { Layout } from "./layout";
import type { Page } from "./pages";
import Pauses from "./pauses";

afterEach(leaveScreen);

const trading = "Trading is paused. Your open orders stay, and you can cancel them.";
const deposits = "Deposits are paused. Anything that arrives is credited later.";
const withdrawals = "Withdrawals are paused for everyone.";

it.each([
  [{ trading: true }, trading],
  [{ deposits: true }, deposits],
  [{ withdrawals: true }, withdrawals],
  [{ trading: true, deposits: true }, `${trading} ${deposits}`],
  [{ trading: true, withdrawals: true }, `${trading} ${withdrawals}`],
  [{ deposits: true, withdrawals: true }, `${deposits} ${withdrawals}`],
  [
    { trading: true, deposits: true, withdrawals: true, markets: ["BTCUSDT"] },
    `${trading} ${deposits} ${withdrawals}`,
  ],
])("one notice says of %j what is stopped", async (changes, text) => {
  serve({ "/api/v3/status": paused(changes) });
  openScreen(<Pauses />);
  expect((await screen.findByRole("status")).textContent).toBe(text);
});

it.each([
  ["nothing is stopped", paused({})],
  ["a market is halted by itself", paused({ markets: ["BTCUSDT"] })],
  ["the server does not say", () => null],
])("says nothing where %s", async (_, answer) => {
  const asked = serve({ "/api/v3/status": answer });
  openScreen(<Pauses />);
  await waitFor(() => expect(asked).not.toHaveLength(0));
  await expect(screen.findByRole("status", {}, { timeout: 100 })).rejects.toThrow();
});

it.each<[Page["frame"], number]>([
  ["page", 1],
  ["trading", 1],
  ["access", 0],
])("stands in the frame %s of a page so often: %i", async (frame, times) => {
  serve({ "/api/v3/status": paused({ withdrawals: true }) });
  const page: Page = { path: "/", title: "shell.markets", Screen: () => null, frame };
  openScreen(
    <>
      <Layout page={page}>{null}</Layout>
      <Pauses />
    </>,
  );
  await waitFor(() => expect(screen.getAllByRole("status")).toHaveLength(1 + times));
});
