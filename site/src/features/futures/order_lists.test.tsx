// @vitest-environment jsdom
// Orders on the futures screen: placing one, seeing and cancelling those that wait, and what has
// ended.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Schemas } from "../../lib/calls";
import { serve, serveStreams, type Answer } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { FuturesScreen } from "./futures_screen";
import { closing, margins, order, server } from "./test_contracts";

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  signIn();
  serveStreams();
});
afterEach(leaveScreen);

const ended = { ...order, held: "0", ended_at: "2026-11-21T21:00:00Z" };

function open(changes: Record<string, Answer> = {}) {
  const asked = serve(
    server({ "/api/v3/futures/orders": () => [200, { orders: [], total: 0 }], ...changes }),
  );
  openScreen(<FuturesScreen Chart={() => null} />, "/trades/futures/BTC", "/trades/futures/:coin");
  const sent = (path: string) => asked.filter((call) => call.path === path).map(({ body }) => body);
  return { sent };
}

const form = () => within(screen.getByRole("form", { name: "Open a position" }));
const panel = () => within(screen.getByRole("region", { name: "Your positions" }));
const field = (name: RegExp) => form().getByRole<HTMLInputElement>("textbox", { name });
const submit = () => user.click(form().getByRole("button", { name: /Buy more|Sell empty/ }));

async function confirm() {
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm order" }));
  await user.type(dialog.getByLabelText("Transaction password"), "secret");
  await user.click(dialog.getByRole("button", { name: "Confirm" }));
  return dialog;
}

async function ready() {
  await waitFor(() => expect(screen.getByTestId("available").textContent).toContain("2,000.00"));
}

it("places a limit order, and says what is held for it", async () => {
  const path = "/api/v3/futures/place-order";
  const { sent } = open({ [path]: () => [200, { message: "success", order }] });
  await ready();
  await user.click(form().getByRole("radio", { name: "Limit" }));
  expect(form().getByText("Fills at this price or better")).toBeTruthy();
  await user.type(field(/^Amount/), "100");
  await submit();
  expect(form().getByText("Price is required")).toBeTruthy();
  await user.type(field(/^Limit price/), "49000");
  expect(screen.getByTestId("cost").textContent).toContain("100.50");
  await submit();
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm order" }));
  expect(dialog.getByText("Limit price").nextSibling?.textContent).toContain("49,000.0");
  await confirm();
  await screen.findByText("100.5 USDT is held until the order is filled or cancelled.");
  expect(sent(path)).toMatchObject([
    {
      name: "BTCUSDT",
      order_type: "LIMIT",
      price: "49000",
      delegate_type: "BUY_MORE",
      margin: "100",
      leverage: 10,
    },
  ]);
  expect(sent(path)[0]?.["client_id"]).toBeTruthy();
  expect(sent("/api/v2/buy-more")).toEqual([]);
  expect(field(/^Limit price/).value).toBe("");
});

it("says why a trigger order was not placed", async () => {
  open({ "/api/v3/futures/place-order": () => [409, { message: "too_many_open_orders" }] });
  await ready();
  await user.click(form().getByRole("radio", { name: "Trigger" }));
  await user.type(field(/^Trigger price/), "50000");
  await user.type(field(/^Amount/), "100");
  await submit();
  expect(form().getByText("The mark price is already at this price (50,000)")).toBeTruthy();
  await user.type(field(/^Trigger price/), ".1");
  await submit();
  await confirm();
  await screen.findByText("The order was not placed");
});

it("lists open orders, and cancels one", async () => {
  let orders = [order];
  const path = "/api/v3/futures/cancel-order";
  const { sent } = open({
    "/api/v3/futures/orders": () => [200, { orders, total: orders.length }],
    [path]: () => {
      orders = [];
      return [
        200,
        { message: "success", cancelled: 1, orders: [{ ...ended, state: "CANCELLED" }] },
      ];
    },
  });
  await user.click(await panel().findByRole("tab", { name: "Open orders (1)" }));
  const row = within(await panel().findByRole("row", { name: /BTC\/USDT/ }));
  expect(row.getByText(/^Limit ≤/).textContent).toBe("Limit ≤ 49,000.0");
  await user.click(row.getByRole("button", { name: "Cancel this BTCUSDT order" }));
  const dialog = within(screen.getByRole("dialog", { name: "Cancel this order?" }));
  expect(dialog.getByText("100.5 USDT becomes available again.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Cancel order" }));
  await screen.findByText("The order was cancelled");
  expect(sent(path)).toMatchObject([{ order_id: "9" }]);
  await panel().findByText("No open orders");
  expect(panel().getByRole("tab", { name: "Open orders (0)" })).toBeTruthy();
});

it("keeps an order that is being filled, and says so", async () => {
  open({
    "/api/v3/futures/orders": () => [200, { orders: [{ ...order, waits: true }], total: 1 }],
    "/api/v3/futures/cancel-order": () => [409, { message: "order_filling" }],
  });
  await user.click(await panel().findByRole("tab", { name: "Open orders (1)" }));
  const row = within(await panel().findByRole("row", { name: /BTC\/USDT/ }));
  expect(row.getByText("Waiting for capacity")).toBeTruthy();
  await user.click(row.getByRole("button", { name: /^Cancel this/ }));
  await user.click(screen.getByRole("button", { name: "Cancel order" }));
  await screen.findByText("The order was not cancelled");
  expect(screen.getByText("This order has reached its price and is being filled.")).toBeTruthy();
});

it("tells in the history what came of each", async () => {
  const orders: Schemas["FuturesOrder"][] = [
    { ...ended, id: "11", state: "FILLED", position_id: "11", filled_price: "48990" },
    { ...ended, id: "10", state: "REFUSED", reason: "target_side" },
  ];
  open({
    "/api/v3/futures/orders": ({ query }) => [
      200,
      query.get("state") === "ENDED" ? { orders, total: 2 } : { orders: [], total: 0 },
    ],
    "/api/v2/client-margin": () => {
      const some = margins();
      some.account.order_margin = "100.5";
      return [200, some];
    },
  });
  await user.click(await panel().findByRole("tab", { name: "Order history" }));
  const filled = await panel().findByRole("row", { name: /48,990\.0/ });
  expect(within(filled).getByText("Filled")).toBeTruthy();
  const refused = panel().getByRole("row", { name: /Refused/ });
  expect(refused.textContent).toContain(
    "The price had already passed the take-profit or stop-loss",
  );
  expect((await screen.findByTestId("order-margin")).textContent).toContain("100.50");
});

it("lists orders that close a position, and cancels one", async () => {
  let orders = [closing];
  const path = "/api/v3/futures/cancel-closing-order";
  const { sent } = open({
    "/api/v3/futures/closing-orders": () => [200, { orders, total: orders.length }],
    [path]: () => {
      orders = [];
      const order = { ...closing, state: "CANCELLED", ended_at: closing.created_at };
      return [200, { message: "success", order }];
    },
  });
  await user.click(await panel().findByRole("tab", { name: "Open orders (1)" }));
  const row = within(await panel().findByRole("row", { name: /BTC\/USDT/ }));
  expect(row.getByText(/^SL ≤/).textContent).toBe("SL ≤ 49,000.0");
  expect(row.getByText("0.1750")).toBeTruthy();
  expect(row.getByText("Reduce-only")).toBeTruthy();
  expect(panel().queryByText("No open orders")).toBeNull();
  await user.click(row.getByRole("button", { name: "Cancel this BTCUSDT order" }));
  const dialog = within(screen.getByRole("dialog", { name: "Cancel this order?" }));
  expect(dialog.getByText("The position stays open without it.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Cancel order" }));
  await screen.findByText("The order was cancelled");
  expect(sent(path)).toMatchObject([{ order_id: "21" }]);
  await panel().findByText("No open orders");
});

it("tells in the history what an order has closed", async () => {
  const orders: Schemas["ClosingOrder"][] = [
    {
      ...closing,
      state: "FILLED",
      closed_id: "22",
      filled_price: "48990",
      filled_quantity: "0.1",
      ended_at: closing.created_at,
    },
  ];
  open({
    "/api/v3/futures/closing-orders": ({ query }) => [
      200,
      query.get("state") === "ENDED" ? { orders, total: 1 } : { orders: [], total: 0 },
    ],
  });
  await user.click(await panel().findByRole("tab", { name: "Order history" }));
  const filled = within(await panel().findByRole("row", { name: /48,990\.0/ }));
  expect(filled.getByText("Filled")).toBeTruthy();
  expect(filled.getByText("0.1000")).toBeTruthy();
});
