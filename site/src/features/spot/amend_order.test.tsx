// @vitest-environment jsdom
// The change of an open order: what is sent, and where a refusal stands.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve, type Answer } from "../../lib/test_server";
import { opened, tradingCalls } from "../../lib/test_trading";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { AmendOrder } from "./amend_order";
import type { Order } from "./api";
import { server, waiting } from "./test_market";

beforeEach(signIn);
afterEach(leaveScreen);

const path = "/api/v3/trades/amend-order";
const order = waiting("7", { price: "99000", number_of_order: "0.002", filled: "0.0005" });
const onClose = vi.fn();

interface Dragged {
  price?: string;
  last?: string;
}

function open(answers: Answer[], of: Order = order, dragged: Dragged = {}) {
  onClose.mockClear();
  const asked = serve({
    ...server({}),
    ...tradingCalls(opened()),
    [path]: (call) => answers.shift()?.(call) ?? null,
  });
  openScreen(
    <AmendOrder
      order={of}
      {...dragged}
      places={() => ({ price: 1, quantity: 5 })}
      onClose={onClose}
    />,
  );
  return () => asked.filter((call) => call.path === path).map(({ body }) => body);
}

const dialog = () => within(screen.getByRole("dialog", { name: "Change order" }));
async function type(name: string, text: string) {
  const field = dialog().getByLabelText(name, { selector: "input" });
  await userEvent.clear(field);
  await userEvent.type(field, text);
}
/** Once the session is known to be open: no password is asked for. */
const ready = () =>
  waitFor(() => expect(screen.queryByLabelText("Transaction password")).toBeNull());
const confirm = () => userEvent.click(dialog().getByRole("button", { name: "Change order" }));

it("sends the amount alone, and says that the order keeps its place", async () => {
  const sent = open([() => [200, { message: "success", order }]]);
  await ready();
  await screen.findByText("0.0005 has been filled; the amount includes it.");
  await type("Amount", "0.001");
  expect(dialog().getByText("Keeps its place in the queue.")).toBeTruthy();
  await confirm();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([
    { order_id: "7", number_of_order: "0.001", client_id: expect.any(String) as unknown },
  ]);
});

it("asks for nothing that cannot be, and says why beside the field", async () => {
  const sent = open([]);
  await ready();
  await confirm();
  expect(dialog().getByText("Enter another price or amount")).toBeTruthy();
  await type("Amount", "0.0005");
  await confirm();
  expect(
    dialog().getByText("0.0005 has been filled already: the amount must be greater"),
  ).toBeTruthy();
  expect(sent()).toEqual([]);
});

it("stays open with what the server says of a field", async () => {
  const sent = open([
    () => [409, { message: "price_protection", field: "order_per_unit" }],
    () => [200, { message: "success", order }],
  ]);
  await ready();
  await type("Price", "9000");
  expect(dialog().getByText(/Goes to the end of the queue/)).toBeTruthy();
  await confirm();
  await dialog().findByText("The price is too far from the market.");
  expect(onClose).not.toHaveBeenCalled();
  await type("Price", "98000");
  await confirm();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const keys = sent().map((body) => (body as { client_id: string }).client_id);
  expect(keys[0]).not.toBe(keys[1]);
});

const value = (name: string) =>
  dialog().getByLabelText<HTMLInputElement>(name, { selector: "input" }).value;
const stop = waiting("8", {
  type: "STOP_LIMIT",
  delegate_type: "SELL",
  price: "97000",
  stop_price: "98000",
  triggered: false,
});
const key = expect.any(String) as unknown;

it("moves a stop to where it was dragged, and says beside it what is wrong there", async () => {
  const sent = open(
    [
      () => [409, { message: "stop_would_trigger", field: "stop_price" }],
      () => [200, { message: "success", order: stop }],
    ],
    stop,
    { price: "101000", last: "100000" },
  );
  await ready();
  expect(value("Stop price")).toBe("101,000");
  expect(value("Limit price")).toBe("97,000");
  await confirm();
  await dialog().findByText(/The price has already reached this stop price/);
  await type("Stop price", "97500");
  await confirm();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()[1]).toEqual({ order_id: "8", stop_price: "97500", client_id: key });
});

it("changes a stop leg under its own names, and says what else is changed", async () => {
  const leg = { ...stop, oco_group: "7" };
  const sent = open([() => [200, { message: "success", order: leg }]], leg);
  await ready();
  dialog().getByText("Belongs to an OCO pair: the amount is changed for both orders.");
  await type("Stop limit price", "96500");
  await confirm();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ order_id: "8", stop_limit_price: "96500", client_id: key }]);
});

it("gives a trailing stop the distance that it was dragged to", async () => {
  const trailing = { ...stop, type: "TRAILING_STOP_MARKET", trailing_delta: 200 } as Order;
  delete trailing.price;
  const sent = open([() => [200, { message: "success", order: trailing }]], trailing, {
    price: "95000",
    last: "100000",
  });
  await ready();
  expect(value("Trailing distance")).toBe("5");
  dialog().getByText(/the stop price starts anew from the last price/);
  await confirm();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ order_id: "8", trailing_delta: 500, client_id: key }]);
});

it("asks for no amount of a stop by total", async () => {
  const total = { ...stop, type: "STOP_MARKET", number_of_order: "0", total: "500" } as Order;
  delete total.price;
  open([], total);
  await ready();
  expect(value("Stop price")).toBe("98,000");
  expect(dialog().queryByLabelText("Amount", { selector: "input" })).toBeNull();
});
