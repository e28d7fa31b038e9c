// @vitest-environment jsdom
// The order book and what stands beside it, with a market that holds still.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pushTo, serve, serveStreams, type Answer } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { SpotScreen } from "./spot_screen";
import { level, market, pair, server, stillAt, waiting } from "./test_market";

beforeEach(() => {
  signIn();
  serveStreams();
});
afterEach(leaveScreen);

/** In the chart's place stands only what the screen puts at the end of its tools. */
const Chart = ({ end }: { end?: React.ReactNode }) => end;

function open(changes: Record<string, Answer> = {}) {
  serve(server(changes));
  openScreen(
    <SpotScreen Chart={Chart} Alert={() => null} />,
    "/trades/spot/BTC",
    "/trades/spot/:coin",
  );
}

const book = () => within(screen.getByRole("region", { name: /Order book/ }));
const lists = { asks: "Asks, lowest last", bids: "Bids, highest first" } as const;
const levels = (side: keyof typeof lists) =>
  within(book().getByRole("list", { name: lists[side] })).getAllByRole("button");
const asksCome = () => waitFor(() => expect(levels("asks")).toHaveLength(4));
const rows = () => book().getAllByRole("row");

const form = (side: "Buy" | "Sell") => within(screen.getByRole("form", { name: `${side} BTC` }));
const typed = (side: "Buy" | "Sell", name: "Price" | "Amount") =>
  form(side).getByRole<HTMLInputElement>("textbox", { name: new RegExp(`^${name}`) }).value;

it("tells what taking the book up to a level costs, and fills the forms with it", async () => {
  const user = userEvent.setup();
  open();
  await asksCome();
  const third = book().getByRole("button", { name: /100,004\.0/ });
  await user.hover(third);
  const tip = () => screen.getByRole("tooltip").textContent;
  expect(tip()).toContain("≈ 100,002.5");
  expect(tip()).toContain("3.50000");
  expect(tip()).toContain("350,008.65");
  // 3.5 of the 4.5 that are asked.
  expect(tip()).toContain("Share of this side77.8%");

  await user.click(within(third).getByText("100,004.0"));
  expect([typed("Buy", "Price"), typed("Sell", "Price")]).toEqual(["100,004", "100,004"]);
  expect(typed("Buy", "Amount")).toBe("");
  await user.click(within(third).getByText("2.00000"));
  // 3.5 would cost more than the balance: what it pays for.
  expect([typed("Buy", "Amount"), typed("Sell", "Amount")]).toEqual(["0.09999", ""]);

  // The same with the keyboard.
  levels("bids")[0]?.focus();
  await user.keyboard("{ArrowDown}");
  expect(tip()).toContain("≈ 99,999.4");
  await user.keyboard("{Enter}");
  expect(typed("Sell", "Price")).toBe("99,999.1");
});

it("joins levels in steps, and shows a side alone", async () => {
  const user = userEvent.setup();
  open();
  await asksCome();
  await user.click(book().getByRole("button", { name: "Price steps of 0.1" }));
  await user.click(book().getByRole("button", { name: "10" }));
  const asks = levels("asks").map(({ textContent }) => textContent);
  expect(asks).toEqual([
    expect.stringMatching(/100,020\.0.*1\.00000/),
    expect.stringMatching(/100,010\.0.*3\.50000/),
  ]);
  expect(levels("bids")[0]?.textContent).toMatch(/99,990\.0.*4\.00000/);
  await user.click(book().getByRole("button", { name: "Both sides are shown; show bids only" }));
  expect(book().queryByRole("list", { name: lists.asks })).toBeNull();
  await user.click(book().getByRole("button", { name: "Bids are shown; show asks only" }));
  expect(book().queryByRole("list", { name: lists.bids })).toBeNull();
  expect(levels("asks")).toHaveLength(2);
});

it.each([
  { places: 1, wanted: ["0.0", "0.0045", "3.2", "10,820.9"] },
  { places: 4, wanted: ["0.00", "0.0045", "3.21", "10,820.96"] },
])(
  "has totals of two digits at most where prices have $places, and more of next to nothing",
  async ({ places, wanted }) => {
    const amounts = ["0.10820965", "0.00003219", "0.0000000457", "0"];
    const asks = amounts.map((amount, index) => level(String(100000 + index), amount));
    open({
      "/api/v3/recent-trades": () => [200, { ...market, asks }],
      "/api/v3/all-pairs": () => [200, { coinpair: [{ ...pair, price_places: places }] }],
    });
    await waitFor(() =>
      expect(levels("asks").map((row) => row.lastElementChild?.textContent)).toEqual(wanted),
    );
  },
);

it("marks the client's own price", async () => {
  open({
    "/api/v3/recent-trades": () => [
      200,
      { ...market, bids: [level("99000.0", "1"), level("98000.0", "1")], asks: [] },
    ],
    "/api/v3/trades/open-orders": () => [
      200,
      { orders: [waiting("1", { price: "99000" })], total: 1 },
    ],
  });
  await screen.findByText("(your order)");
  const marked = book().getAllByRole("button", { name: /\(your order\)/ });
  expect(marked.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("99,000.0"),
  ]);
});

it("shows depth, or what is known of the coin, in the chart's place", async () => {
  const user = userEvent.setup();
  open({
    "/api/v3/coin-profile": () => [
      200,
      {
        coin_profile: {
          ranking: 1,
          market_cap: "1330000000000",
          market_dominance: "54.3",
          circulating_supply: "19774312",
          total_supply: null,
          max_supply: "21000000",
          issue_date: "2009-01-03",
          all_time_high: "73750.07",
          all_time_low: null,
          intro: "The first decentralised digital currency.",
        },
        trading: {
          large: { buy: "5000000", sell: "1000000" },
          medium: { buy: "300000", sell: "200000" },
          small: { buy: "10000", sell: "20000" },
        },
        at: "2026-11-21T22:00:00Z",
      },
    ],
  });
  await asksCome();
  const view = (name: string) =>
    user.click(
      within(screen.getByRole("radiogroup", { name: "Chart, depth or overview" })).getByText(name),
    );
  await view("Depth");
  expect(screen.getByRole("figure").textContent).toContain("5.00000 BTC bid, 4.50000 BTC asked");
  await view("Overview");
  const about = await screen.findByRole("region", { name: "About BTC" });
  await waitFor(() => expect(about.textContent).toContain("Rank 1"));
  expect(about.textContent).toContain("$1.33T");
  expect(about.textContent).toContain("21,000,000 BTC");
  expect(about.textContent).toContain("3 Jan 2009");
  expect(within(about).getByText("Total supply").parentElement?.textContent).toBe(
    "Total supplyN/A",
  );
  expect(within(about).getByRole("row", { name: /Large/ }).textContent).toContain("5.00M");
});

it("says that it cannot be loaded, and comes back", async () => {
  const user = userEvent.setup();
  let broken = true;
  open({
    "/api/v3/recent-trades": () => (broken ? [503, { message: "unavailable" }] : [200, market]),
  });
  await screen.findByText("The order book could not be loaded");
  broken = false;
  await user.click(book().getByRole("button", { name: "Try again" }));
  await asksCome();
  expect(screen.queryByText("The order book could not be loaded")).toBeNull();
});

it("shows 0 and no skeleton where the market is empty", async () => {
  open({
    "/api/v3/recent-trades": () => [200, { ...market, asks: [], bids: [], price: "0", trades: [] }],
  });
  const region = await screen.findByRole("region", { name: /Order book/ });
  await waitFor(() => expect(region.querySelector('[aria-busy="true"]')).toBeNull());
  expect(book().getByText("Spread —")).toBeTruthy();
  expect(book().getByText("0.0")).toBeTruthy();
});

it("takes pushes by the hundred, once each", async () => {
  const user = userEvent.setup();
  // Who polls meanwhile, as a page does that hears nothing for a while, would get the old list.
  let asked = 0;
  open({
    "/api/v3/recent-trades": () => {
      asked += 1;
      return asked === 1 ? [200, market] : [503, { message: "unavailable" }];
    },
  });
  await asksCome();
  await user.click(book().getByRole("tab", { name: "Trades" }));
  expect(rows()).toHaveLength(3);
  // Again where it has not come: a page that heard nothing for long may be connecting anew.
  await waitFor(() => {
    for (let seq = 1; seq <= 40; seq += 1) {
      const px = String(100_000 + seq);
      const trade = { px, sz: "1", side: "buy", ts: String(stillAt + seq) };
      pushTo("/stream/market/BTCUSDT", {
        seq,
        at: seq,
        channel: "trades",
        pair: "BTCUSDT",
        data: { trades: [trade] },
      });
    }
    expect(rows()).toHaveLength(43);
  });
  expect(rows()[1]?.textContent).toContain("100,040.0");
  expect(rows()[40]?.textContent).toContain("100,001.0");
});

it("shows fifty of the hundred fetched trades", async () => {
  const user = userEvent.setup();
  const trades = Array.from({ length: 100 }, (_, index) => ({
    px: "100000",
    sz: "0.1",
    side: "buy",
    ts: String(stillAt - index),
  }));
  open({ "/api/v3/recent-trades": () => [200, { ...market, trades }] });
  await asksCome();
  await user.click(book().getByRole("tab", { name: "Trades" }));
  // The head, and the fifty.
  expect(rows()).toHaveLength(51);
});
