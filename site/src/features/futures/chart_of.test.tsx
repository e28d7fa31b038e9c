// @vitest-environment jsdom
// What is drawn of the client's futures, and what a tag on the chart takes back.
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve } from "../../lib/test_server";
import { opened, tradingCalls } from "../../lib/test_trading";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { ChartOf, type ChartProps } from "./chart_of";
import type { ClosingOrder } from "./closing_orders";
import type { FuturesOrder } from "./contract";
import { closing, contract, long, margins, order, server } from "./test_contracts";

beforeEach(signIn);
afterEach(leaveScreen);

const ordered: FuturesOrder = {
  ...order,
  id: "21",
  delegate_type: "SELL_EMPTY",
  price: "52000",
  fills_when: "RISES",
  margin: "1000",
  held: "1005",
  take_profit: null,
};
const stopping: ClosingOrder = { ...closing, id: "22", price: "48000", quantity: "0.100" };
const guarded = { ...long, take_profit: "55000", stop_loss: "49000" };
const elsewhere = { ...guarded, id: "9", coin_pair: { pair_name: "ETHUSDT", image: "" } };
const leaving = { ...guarded, id: "10", state: "CLOSE_REQUESTED" as const };

const paths = {
  order: "/api/v3/futures/cancel-order",
  closing: "/api/v3/futures/cancel-closing-order",
  targets: "/api/v3/futures/targets",
};

async function open() {
  const asked = serve(
    server({
      ...tradingCalls(opened()),
      "/api/v2/client-margin": () => [200, margins(guarded, elsewhere, leaving)],
      "/api/v3/futures/orders": () => [200, { orders: [ordered], total: 1 }],
      "/api/v3/futures/closing-orders": () => [200, { orders: [stopping], total: 1 }],
      [paths.order]: () => [200, { message: "success", cancelled: 1, orders: [] }],
      [paths.closing]: () => [200, { message: "success", order: stopping }],
      [paths.targets]: () => [200, { message: "success", position: long }],
    }),
  );
  const Chart = vi.fn<(props: ChartProps) => null>(() => null);
  const market = { pair: "BTCUSDT", coin: "BTC", pricePlaces: 1, quantityPlaces: 4 };
  openScreen(<ChartOf market={market} contract={contract("BTC", "50000")} Chart={Chart} />);
  const chart = () => Chart.mock.lastCall![0];
  await waitFor(() => expect(chart().orders).toHaveLength(4));
  return {
    chart,
    cancel: (id: string) => act(() => chart().orderActs.onCancel(id)),
    sent: (path: string) => asked.filter((call) => call.path === path).map(({ body }) => body),
  };
}

const key: unknown = expect.any(String);

it("draws what waits for a price: orders, and the targets of what is open", async () => {
  const { chart } = await open();
  const fixed = { movable: false };
  expect(chart().orders).toEqual([
    { id: "21", side: "SELL", kind: "Limit", price: "52000", quantity: "0.1923", ...fixed },
    { id: "22", side: "SELL", kind: "SL · Reduce-only", price: "48000", quantity: "0.1", ...fixed },
    { id: "7 take_profit", side: "SELL", kind: "TP", price: "55000", quantity: "0.35", ...fixed },
    { id: "7 stop_loss", side: "SELL", kind: "SL", price: "49000", quantity: "0.35", ...fixed },
  ]);
  expect(chart().positions?.map(({ id }) => id)).toEqual(["7", "10"]);
});

it("cancels an order after a question", async () => {
  const { cancel, sent } = await open();
  cancel("21");
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel this order?" }));
  dialog.getByText("1,005 USDT becomes available again.");
  expect(sent(paths.order)).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Cancel order" }));
  await waitFor(() => expect(sent(paths.order)).toEqual([{ order_id: "21", client_id: key }]));
});

it("cancels an order that closes a position, which stays open", async () => {
  const { cancel, sent } = await open();
  cancel("22");
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel this order?" }));
  dialog.getByText("The position stays open without it.");
  await userEvent.click(dialog.getByRole("button", { name: "Cancel order" }));
  await waitFor(() => expect(sent(paths.closing)).toEqual([{ order_id: "22", client_id: key }]));
});

it("takes back one target and keeps the other", async () => {
  const { cancel, sent } = await open();
  cancel("7 take_profit");
  const name = "Take-profit and stop-loss";
  const dialog = within(await screen.findByRole("dialog", { name }));
  expect(dialog.getByRole("textbox", { name: /^Take-profit/ })).toHaveProperty("value", "");
  expect(dialog.getByRole("textbox", { name: /^Stop-loss/ })).toHaveProperty("value", "49,000");
  await waitFor(() => expect(dialog.queryByLabelText("Transaction password")).toBeNull());
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sent(paths.targets)).toEqual([{ future_id: "7", stop_loss: "49000", client_id: key }]),
  );
});

it("asks for nothing where an order has ended meanwhile", async () => {
  const { cancel } = await open();
  cancel("99");
  expect(screen.queryByRole("dialog")).toBeNull();
});
