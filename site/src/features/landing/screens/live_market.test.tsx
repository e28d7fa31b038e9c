// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Schemas } from "../../../lib/calls";
import { pairOf } from "../../../lib/test_pairs";
import { pushTo, serve, serveStreams, type Answer } from "../../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../../ui/test_screen";
import { LiveMarket } from "./live_market";

beforeEach(serveStreams);
afterEach(leaveScreen);

const pair = (name: string, changes: object = {}) =>
  pairOf(name, {
    full_name: `The coin ${name}`,
    close: "67000.5",
    open: "65000",
    quantity_places: 4,
    ...changes,
  });

const level = (price: string) => ({ unit_price: price, number_of_order: "0.5", total: "33500" });

const book = (changes: Partial<Schemas["RecentTrades"]> = {}) => ({
  asks: [level("67001"), level("67002")],
  bids: [level("66999"), level("66998")],
  price: "67000.5",
  trades: [{ px: "67000.5", sz: "0.25", side: "buy", ts: "1795298400000" }],
  seq: "1",
  stale: false,
  as_of: new Date().toISOString(),
  ...changes,
});

const status = (changes: object = {}): Answer => {
  const answer = { demo: false, market: "live", prices: { stale_after_ms: 60_000 }, ...changes };
  return () => [200, { ...answer, time: new Date().toISOString() }];
};

function open(changes: Record<string, Answer> = {}) {
  const list: Answer = () => [200, { coinpair: [pair("BTC")] }];
  const asked = serve({
    "/api/v2/market-all-pairs": list,
    "/api/v3/all-pairs": list,
    "/api/v3/recent-trades": () => [200, book()],
    "/api/v3/status": status(),
    "/api/v2/chart/chart-series": () => [
      200,
      {
        dates: [],
        series: [
          [65000, 66000, 64000, 66500, 3],
          [66000, 66800, 65500, 67000, 2],
        ],
      },
    ],
    ...changes,
  });
  return { asked, ...openScreen(<LiveMarket />) };
}

const panel = async () => within(await screen.findByRole("region", { name: "Live market" }));
const price = () => screen.getByTestId("live-price").textContent;

it("shows a market as its traders see it, and leads there", async () => {
  open();
  const shown = await panel();
  shown.getByRole("heading", { name: /^BTC.*The coin BTC$/ });
  const asks = await shown.findByRole("list", { name: "Asks, lowest last" });
  await waitFor(() => expect(asks.textContent).toContain("67,001.0"));
  expect(shown.getByRole("list", { name: "Bids, highest first" }).textContent).toContain(
    "66,999.0",
  );
  expect(shown.getByRole("group", { name: "Market trades" }).textContent).toContain("0.2500");
  // Nothing can be placed from here.
  expect(shown.queryByRole("button")).toBeNull();
  const chart = await shown.findByRole("img", { name: "Price of BTC/USDT, hour by hour" });
  expect(chart.textContent).toContain("67,000.5");
  const call = await shown.findByRole("link", { name: "Trade BTC" });
  expect(call.getAttribute("href")).toBe("/trades/spot/BTC");
});

it("says Live while pushes come, and shows what they bring", async () => {
  open();
  const shown = await panel();
  await shown.findByText("Live");
  expect(price()).toContain("67,000.5");
  act(() =>
    pushTo("/stream/market/BTCUSDT", {
      channel: "book",
      pair: "BTCUSDT",
      seq: 2,
      at: Date.now(),
      data: book({ price: "67100", asks: [level("67101")] }),
    }),
  );
  await waitFor(() => expect(price()).toContain("67,100.0"));
  expect(shown.getByRole("img").textContent).toContain("67,100.0");
});

const late: [string, Record<string, Answer>][] = [
  ["the book", { "/api/v3/recent-trades": () => [200, book({ stale: true })] }],
  [
    "the pair",
    { "/api/v2/market-all-pairs": () => [200, { coinpair: [pair("BTC", { stale: true })] }] },
  ],
];

it.each(late)("says Delayed where the server says so of %s", async (_, changes) => {
  open(changes);
  const shown = await panel();
  await shown.findByText("Delayed");
  expect(shown.queryByText("Live")).toBeNull();
});

it("says Delayed where prices have stopped coming", async () => {
  const old = new Date(Date.now() - 120_000).toISOString();
  open({ "/api/v3/recent-trades": () => [200, book({ as_of: old })] });
  await (await panel()).findByText("Delayed");
});

it("has one call: in a demonstration the shorter way in, for guests alone", async () => {
  open({ "/api/v3/status": status({ demo: true, market: "simulated" }) });
  const shown = await panel();
  await shown.findByRole("button", { name: "Try it now" });
  shown.getByText("Simulated market");
  expect(shown.queryByRole("link", { name: "Trade BTC" })).toBeNull();
  leaveScreen();
  serveStreams();
  signIn();
  open({ "/api/v3/status": status({ demo: true }) });
  await (await panel()).findByRole("link", { name: "Trade BTC" });
  expect(screen.queryByRole("button", { name: "Try it now" })).toBeNull();
});

it("shows the most traded market where the best known one is not listed", async () => {
  const coinpair = [pair("ADA"), pair("ETH", { volume_usdt: "9000000" })];
  const { asked } = open({ "/api/v2/market-all-pairs": () => [200, { coinpair }] });
  await (await panel()).findByRole("link", { name: "Trade ETH" });
  const books = asked.filter(({ path }) => path === "/api/v3/recent-trades");
  expect(books.map(({ query }) => query.get("name"))).toEqual(["ETHUSDT"]);
});

it("says that no market is open, and asks for no book", async () => {
  const { asked } = open({ "/api/v2/market-all-pairs": () => [200, { coinpair: [] }] });
  await (await panel()).findByText("No market is open yet");
  expect(asked.some(({ path }) => path === "/api/v3/recent-trades")).toBe(false);
});

it("says that a book is empty, and that there is no chart", async () => {
  open({
    "/api/v3/recent-trades": () => [200, book({ asks: [], bids: [], trades: [] })],
    "/api/v2/chart/chart-series": () => [200, { dates: [], series: [] }],
  });
  const shown = await panel();
  await shown.findByText("No orders in the book at the moment");
  await shown.findByText("No chart at the moment");
  shown.getByText("No trades yet");
});

it("is asked for again where the markets cannot be fetched", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  let answer: ReturnType<Answer> = [500, {}];
  open({ "/api/v2/market-all-pairs": () => answer });
  const again = await (await panel()).findByRole("button", { name: "Try again" });
  answer = [200, { coinpair: [pair("BTC")] }];
  act(() => again.click());
  await screen.findByRole("link", { name: "Trade BTC" });
  said.mockRestore();
});
