// @vitest-environment jsdom
// Setting the targets of a position: the transaction password is asked for as closing asks for it.
// And what closing one costs, at once or at a price to come.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve, type Answer } from "../../lib/test_server";
import { opened, tradingCalls } from "../../lib/test_trading";
import type { TradingUnlock } from "../../lib/trading_lock";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { CloseDialog } from "./close_dialog";
import { TargetsDialog } from "./position_dialogs";
import { contract, long, server } from "./test_contracts";

beforeEach(signIn);
afterEach(leaveScreen);

const path = "/api/v3/futures/targets";
const onClose = vi.fn();
const guarded = { ...long, take_profit: "55000", stop_loss: "49000.000" };
const saved: Answer = () => [200, { message: "success", position: guarded }];

const wantsPassword: Answer = (call) => {
  // The session is locked by now.
  void calls["/api/v3/trading-lock"]?.(call);
  return [400, { message: "missing_parameter", field: "transaction_password" }];
};
let calls: Record<string, Answer> = {};

function open(answers: Answer[], choices: Partial<TradingUnlock> = {}) {
  onClose.mockClear();
  calls = tradingCalls(choices);
  const asked = serve(server({ ...calls, [path]: (call) => answers.shift()?.(call) ?? null }));
  openScreen(
    <TargetsDialog
      position={guarded}
      contract={contract("BTC", "50000")}
      available="2000"
      onClose={onClose}
    />,
  );
  return () => asked.filter((call) => call.path === path).map(({ body }) => body);
}

const dialog = () => within(screen.getByRole("dialog", { name: "Take-profit and stop-loss" }));
const field = (name: RegExp) => dialog().getByRole<HTMLInputElement>("textbox", { name });
const password = () => dialog().queryByLabelText<HTMLInputElement>("Transaction password");
const save = () => userEvent.click(dialog().getByRole("button", { name: "Save" }));

async function typePassword(text: string) {
  const input = dialog().getByLabelText("Transaction password");
  await userEvent.clear(input);
  await userEvent.type(input, text);
}

it("sends nothing without the password, nor what is on the wrong side of the mark", async () => {
  const sent = open([]);
  expect(field(/^Stop-loss/).value).toBe("49,000");
  await save();
  await dialog().findByText("Password is required");
  await typePassword("open sesame");
  await userEvent.clear(field(/^Stop-loss/));
  await userEvent.type(field(/^Stop-loss/), "50000");
  await save();
  await dialog().findByText(/Stop-loss must be below the mark price/);
  expect(sent()).toEqual([]);
});

it("asks again for a password that was wrong, and removes what was emptied", async () => {
  const sent = open([() => [200, { message: "wrong_transaction_password" }], saved]);
  await userEvent.clear(field(/^Stop-loss/));
  await typePassword("guessed");
  await save();
  await dialog().findByText("Wrong transaction password");
  expect(onClose).not.toHaveBeenCalled();
  await typePassword("open sesame");
  await save();
  await screen.findByText("Take-profit and stop-loss were saved");
  expect(onClose).toHaveBeenCalledOnce();
  const [wrong, right] = sent();
  expect(wrong).toMatchObject({
    future_id: "7",
    take_profit: "55000",
    transaction_password: "guessed",
  });
  expect(wrong?.["stop_loss"]).toBeUndefined();
  expect(right).toEqual({ ...wrong, transaction_password: "open sesame" });
});

it("stays open after a refusal, which says why", async () => {
  const sent = open([() => [429, { message: "trading_locked" }], saved]);
  await typePassword("open sesame");
  await save();
  await screen.findByText("Take-profit and stop-loss were not saved");
  expect(onClose).not.toHaveBeenCalled();
  await save();
  await screen.findByText("Take-profit and stop-loss were saved");
  const [first, second] = sent();
  expect(second?.["client_id"]).not.toBe(first?.["client_id"]);
});

it("asks an opened session for no password until it is locked again", async () => {
  const sent = open([wantsPassword, saved], opened());
  await waitFor(() => expect(password()).toBeNull());
  await save();
  await waitFor(() => expect(password()).not.toBeNull());
  await typePassword("open sesame");
  await save();
  await screen.findByText("Take-profit and stop-loss were saved");
  const [without, second] = sent();
  expect(without).not.toHaveProperty("transaction_password");
  expect(second).toMatchObject({ transaction_password: "open sesame" });
});

it("tells what of the next funding closing costs, beside what is unpaid", () => {
  serve(server(tradingCalls({})));
  const hour = 3_600_000;
  openScreen(
    <CloseDialog
      position={{ ...long, unpaid_funding: "70", start_date: new Date(0).toISOString() }}
      contract={{
        ...contract("BTC", "50000"),
        next_funding_at: new Date(Date.now() + 4 * hour).toISOString(),
        funding_interval_hours: 8,
        funding_counts_from: new Date(Date.now() - 4 * hour).toISOString(),
      }}
      available="2000"
      onClose={onClose}
    />,
  );
  // 17,500 · 0.01 % for half of the hours, and the 70.
  expect(screen.getByTestId("closing-funding").textContent).toMatch(/^≈ 70\.875/);
  expect(screen.getByTestId("closing-returns").textContent).toMatch(/^≈ 1,670\.3/);
  screen.getByText(/closing also costs the share for the time that has passed, at the average/);
});

const placing = "/api/v3/futures/place-closing-order";

function openClose(answer: Answer) {
  onClose.mockClear();
  const asked = serve(server({ ...tradingCalls({}), [placing]: answer }));
  openScreen(
    <CloseDialog
      position={long}
      contract={contract("BTC", "50000")}
      available="2000"
      onClose={onClose}
    />,
  );
  return () => asked.filter((call) => call.path === placing).map(({ body }) => body);
}

const closeDialog = () => within(screen.getByRole("dialog", { name: "Close this position?" }));
const closeField = (name: RegExp) => closeDialog().getByRole<HTMLInputElement>("textbox", { name });
const choose = (name: string) => userEvent.click(closeDialog().getByRole("radio", { name }));
const placeButton = () =>
  closeDialog().getByRole<HTMLButtonElement>("button", { name: "Place order" });

it("places an order that closes a part at a price, and tells what that would bring", async () => {
  const sent = openClose(() => [200, { message: "success", order: {} }]);
  await choose("Limit");
  expect(placeButton().disabled).toBe(true);
  await userEvent.type(closeField(/^Limit price/), "51000");
  await userEvent.click(closeDialog().getByRole("button", { name: "50%" }));
  expect(screen.getByTestId("closing-profit").textContent).toContain("175.00");
  await userEvent.type(closeDialog().getByLabelText("Transaction password"), "open sesame");
  await userEvent.click(placeButton());
  await screen.findByText("Order placed");
  expect(onClose).toHaveBeenCalledOnce();
  expect(sent()).toMatchObject([
    { future_id: "7", order_type: "LIMIT", price: "51000", quantity: "0.175" },
  ]);
  expect(sent()[0]?.["client_id"]).toBeTruthy();
});

it("takes a stop-loss of the whole on its side of the mark alone", async () => {
  const sent = openClose(() => [200, { message: "success", order: {} }]);
  await choose("SL");
  await userEvent.type(closeField(/^Trigger price/), "50000");
  await closeDialog().findByText(/Stop-loss must be below the mark price/);
  await userEvent.clear(closeField(/^Trigger price/));
  await userEvent.type(closeField(/^Trigger price/), "49000");
  await userEvent.type(closeDialog().getByLabelText("Transaction password"), "open sesame");
  await userEvent.click(placeButton());
  await screen.findByText("Order placed");
  expect(sent()).toMatchObject([{ order_type: "TRIGGER", price: "49000", fills_when: "FALLS" }]);
  expect(sent()[0]).not.toHaveProperty("quantity");
});

it("says why an order was not placed", async () => {
  openClose(() => [409, { message: "too_many_open_orders" }]);
  await choose("TP");
  await userEvent.type(closeField(/^Trigger price/), "52000");
  await userEvent.type(closeDialog().getByLabelText("Transaction password"), "open sesame");
  await userEvent.click(placeButton());
  await screen.findByText("The order was not placed");
});
