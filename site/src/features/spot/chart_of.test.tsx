// @vitest-environment jsdom
// What is drawn of the client's orders, and what a tag on the chart asks for.
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve } from "../../lib/test_server";
import { opened, tradingCalls } from "../../lib/test_trading";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { ChartOf, type ChartProps } from "./chart_of";
import type { Shown } from "./market";
import { server, waiting } from "./test_market";

beforeEach(signIn);
afterEach(leaveScreen);

const amend = "/api/v3/trades/amend-order";
const cancel = "/api/v3/trades/cancel-order";

/** As the history of orders tells it. */
const fill = {
  id: "7",
  name: "BTCUSDT",
  delegate_type: "BUY",
  price: "99000",
  quantity: "0.2",
  at: "2026-11-21T21:00:00Z",
};

function open() {
  const order = waiting("1", { number_of_order: "0.5", filled: "0.2", price: "99000" });
  const asked = serve({
    ...server({}),
    ...tradingCalls(opened()),
    [amend]: () => [200, { message: "success", order }],
    [cancel]: () => [200, { message: "success", cancelled: 1 }],
  });
  const shown = {
    name: "BTCUSDT",
    pair: { tick: "0.1" },
    places: { price: 1, quantity: 5 },
    orders: [
      order,
      {
        ...waiting("2", { type: "STOP_LIMIT", delegate_type: "SELL", number_of_order: "0.5" }),
        stop_price: "90000",
        triggered: false,
        oco_group: "4",
      },
      // One that traded at once, as it is pushed.
      { ...waiting("3", { type: "MARKET" }), price: undefined },
      {
        ...waiting("5", { type: "STOP_MARKET", number_of_order: "0", total: "1000" }),
        price: undefined,
        stop_price: "125000",
        triggered: false,
      },
    ],
    fills: { data: { fills: [fill], fills_total: 1 } },
  } as unknown as Shown;
  const Chart = vi.fn<(props: ChartProps) => null>(() => null);
  openScreen(<ChartOf shown={shown} Chart={Chart} />);
  return {
    chart: () => Chart.mock.lastCall![0],
    sent: (path: string) => asked.filter((call) => call.path === path).map(({ body }) => body),
  };
}

const press = async (title: string, name: string) => {
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  await userEvent.click(dialog.getByRole("button", { name }));
};

it("draws of an order what it is and what is left of it, at the price that it waits for", () => {
  expect(open().chart().orders).toEqual([
    { id: "1", side: "BUY", kind: "Limit", price: "99000", quantity: "0.3", movable: true },
    {
      id: "2",
      side: "SELL",
      kind: "OCO · Stop limit",
      price: "90000",
      quantity: "0.5",
      movable: true,
    },
    {
      id: "5",
      side: "BUY",
      kind: "Stop market",
      price: "125000",
      quantity: "0.008000000000000000",
      movable: true,
    },
  ]);
});

it("marks the trades of the client's", () => {
  const { id, delegate_type: side, price, at } = fill;
  expect(open().chart().fills).toEqual([{ id, side, price, at }]);
});

it("asks before it sends the price that an order was dragged to, and sends that alone", async () => {
  const { chart, sent } = open();
  act(() => chart().orderActs.onMove("1", "98765.4"));
  await waitFor(() => expect(screen.queryByLabelText("Transaction password")).toBeNull());
  expect(screen.getByLabelText("Price", { selector: "input" })).toHaveProperty("value", "98,765.4");
  expect(sent(amend)).toEqual([]);
  await press("Change order", "Change order");
  await waitFor(() => expect(sent(amend)).toHaveLength(1));
  const key: unknown = expect.any(String);
  expect(sent(amend)).toEqual([{ order_id: "1", order_per_unit: "98765.4", client_id: key }]);
});

it("moves the stop of what waits, and not its limit", async () => {
  const { chart, sent } = open();
  act(() => chart().orderActs.onMove("2", "89000"));
  await waitFor(() => expect(screen.queryByLabelText("Transaction password")).toBeNull());
  await press("Change order", "Change order");
  await waitFor(() => expect(sent(amend)).toHaveLength(1));
  const key: unknown = expect.any(String);
  expect(sent(amend)).toEqual([{ order_id: "2", stop_price: "89000", client_id: key }]);
});

it("leaves the order alone where the change is not confirmed", async () => {
  const { chart, sent } = open();
  act(() => chart().orderActs.onMove("1", "98765.4"));
  await press("Change order", "Cancel");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(amend)).toEqual([]);
});

it("cancels after a question, with its twin where it has one", async () => {
  const { chart, sent } = open();
  act(() => chart().orderActs.onCancel("2"));
  await screen.findByText("The other order of the pair is cancelled with it.");
  await press("Cancel this order?", "Cancel order");
  const key: unknown = expect.any(String);
  await waitFor(() => expect(sent(cancel)).toEqual([{ order_id: "2", client_id: key }]));
});

it("asks for nothing where the order has ended meanwhile", () => {
  const { chart } = open();
  act(() => chart().orderActs.onMove("9", "98765.4"));
  act(() => chart().orderActs.onCancel("9"));
  expect(screen.queryByRole("dialog")).toBeNull();
});
