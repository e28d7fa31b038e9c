// @vitest-environment jsdom
import { render, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { accountRoutes, addresses, walletRoutes } from "../../../tests/browser/support/routes";
import { queries } from "../lib/api";
import { serve } from "../lib/test_server";
import { App } from "./app";

// What Layout asks of the window, which jsdom does not have.
beforeAll(() => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
  window.scrollTo = () => undefined;
});

afterEach(() => queries.clear());

/** What react-router keeps with an address: where a visitor goes after signing in. */
const kept = () => (history.state as { usr?: unknown } | null)?.usr;

it.each([
  ...addresses(accountRoutes),
  ...addresses(walletRoutes),
  "/wallet/BTC",
  "/trades/spot/ETH",
  "/trades/trade-chart/ETH",
])("a guest of %s is sent to sign in, and may come back", async (address) => {
  serve({});
  history.replaceState(null, "", address);
  render(<App />);
  await waitFor(() => expect(location.pathname).toBe("/signin"));
  expect(kept()).toEqual({ from: address });
});
