// @vitest-environment jsdom
// What the lists say of what an order waits for, and of take-profit and stop-loss attached to it.
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serve } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { lists, type Tab } from "./order_lists";
import { server, waiting } from "./test_market";

beforeEach(signIn);
afterEach(leaveScreen);

const targets = { take_profit: "110000", stop_loss: "95000", stop_loss_limit: "93100" };
const done = { ...targets, state: "APPROVED", filled: "0.001", filled_total: "99" } as const;

function open(tab: Tab, orders: ReturnType<typeof waiting>[]) {
  const page = { orders, total: orders.length, fills: [], fills_total: 0 };
  serve(
    server({
      "/api/v3/trades/open-orders": () => [200, page],
      "/api/v3/trades/order-histories": () => [200, page],
    }),
  );
  const List = lists[tab];
  const places = () => ({ price: 1, quantity: 5 });
  openScreen(<List wanted={{}} onSort={() => undefined} live={false} places={places} coin="" />);
}

it("shows both prices of an open order, where it has them", async () => {
  open("open", [waiting("1", targets), waiting("2", {})]);
  const rows = (await screen.findAllByText("BTC")).map((cell) => cell.closest("tr"));
  expect(rows[0]?.textContent).toContain("110,000.0 / 95,000.0");
  expect(rows[1]?.textContent).not.toContain("/ 95,000.0");
});

it("says in the history why they were not placed", async () => {
  open("history", [
    waiting("1", { ...done, bracket_state: "REFUSED", bracket_reason: "stop_would_trigger" }),
    waiting("2", { ...done, bracket_state: "PLACED" }),
  ]);
  const said = await screen.findByText("TP/SL not placed: the price had passed it");
  expect(within(screen.getByRole("table")).getAllByText(/not placed|could not/)).toEqual([said]);
});

it("says so where they ended with all orders, unless nothing was filled", async () => {
  const unfilled = { ...targets, state: "DISSAPROVED", reason: "user" } as const;
  open("history", [
    waiting("1", { ...done, bracket_state: "CANCELLED" }),
    waiting("2", { ...unfilled, bracket_state: "CANCELLED" }),
  ]);
  const said = await screen.findByText("TP/SL not placed: all orders were cancelled");
  expect(within(screen.getByRole("table")).getAllByText(/not placed/)).toEqual([said]);
});

it.each(["open", "history"] as const)(
  "shows on every screen what triggers an order: %s",
  async (tab) => {
    const stop = { type: "STOP_LIMIT", stop_price: "95000", price: "94000" } as const;
    const trailing = { ...stop, type: "TRAILING_STOP_MARKET", trailing_delta: 250 } as const;
    open(tab, [
      waiting("1", { ...stop, triggered: false }),
      waiting("2", { ...trailing, triggered: true }),
      waiting("3", targets),
      waiting("4", {}),
    ]);
    const cells = (await screen.findAllByText("BTC")).map((pair) => {
      const row = within(pair.closest("tr") as HTMLElement);
      return row.getByText(/^(99,000.0|94,000.0)$/).closest("td");
    });
    expect(cells.map((cell) => cell?.textContent.replace(/^[\d,.]+/, ""))).toEqual([
      "Trigger 95,000.0",
      "Trigger 95,000.0 · 2.50% (triggered)",
      "TP / SL 110,000.0 / 95,000.0",
      "",
    ]);
    // The column is one that phones show, too.
    expect(cells.map((cell) => cell?.className)).toEqual(Array.from(cells, () => "right"));
  },
);
