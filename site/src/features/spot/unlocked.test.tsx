// @vitest-environment jsdom
// Orders of a session that is open for trading: nothing is typed, and nothing is shown where the
// client wants no question.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve, type Answer } from "../../lib/test_server";
import { opened, tradingCalls } from "../../lib/test_trading";
import type { TradingUnlock } from "../../lib/trading_lock";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { OrderForm } from "./order_form";
import { market, rules } from "./test_market";

beforeEach(signIn);
afterEach(leaveScreen);

const orderPath = "/api/v2/my-order";
const { price } = rules;
const onPlaced = vi.fn();
const placed: Answer = () => [200, { message: "success" }];
/** The session is locked by now. */
const wantsPassword: Answer = (call) => {
  void calls["/api/v3/trading-lock"]?.(call);
  return [400, { message: "missing_parameter", field: "transaction_password" }];
};
let calls: Record<string, Answer> = {};

function open(choices: Partial<TradingUnlock>, answers: Answer[] = [placed]) {
  onPlaced.mockClear();
  calls = tradingCalls(choices);
  const asked = serve({
    ...calls,
    [orderPath]: (call) => answers.shift()?.(call) ?? null,
  });
  openScreen(
    <OrderForm
      side="BUY"
      coin="BTC"
      image={undefined}
      rules={{
        ...price,
        minimum_buy: price.account_balance_limit_spot,
        minimum_sell: price.minimum_sell,
      }}
      tick="0.1"
      lot="0.00001"
      market={market}
      picked={null}
      memory={{ of: () => undefined, keep: () => undefined, forget: () => undefined }}
      onPlaced={onPlaced}
    />,
  );
  return (path: string) => asked.filter((call) => call.path === path).map(({ body }) => body);
}

const form = () => within(screen.getByRole("form"));
const dialog = () => within(screen.getByRole("dialog"));
async function order(amount: string) {
  const field = (name: RegExp) => form().getByLabelText(name, { selector: "input" });
  await userEvent.clear(field(/^Price/));
  await userEvent.type(field(/^Price/), "80000");
  await userEvent.clear(field(/^Amount/));
  await userEvent.type(field(/^Amount/), amount);
  await userEvent.click(form().getByText("Buy BTC"));
}
const confirm = () => userEvent.click(dialog().getByText("Confirm buy"));
const isOpen = () => screen.findByText(/^Unlocked until \d\d:\d\d UTC$/);

it("is unlocked once, then asks for no password, and is locked by a press", async () => {
  const sent = open({}, [placed, placed]);
  await userEvent.click(await screen.findByText("Unlock trading"));
  await userEvent.type(dialog().getByLabelText("Transaction password"), "wrong");
  await userEvent.click(dialog().getByRole("button", { name: "Unlock trading" }));
  await screen.findByText("Wrong transaction password");
  await userEvent.clear(dialog().getByLabelText("Transaction password"));
  await userEvent.type(dialog().getByLabelText("Transaction password"), "secret");
  await userEvent.click(dialog().getByRole("button", { name: "Unlock trading" }));
  await isOpen();
  await order("0.01");
  expect(dialog().queryByLabelText("Transaction password")).toBeNull();
  await confirm();
  await waitFor(() => expect(onPlaced).toHaveBeenCalled());
  expect(sent(orderPath)[0]).not.toHaveProperty("transaction_password");
  await userEvent.click(screen.getByRole("button", { name: "Lock trading" }));
  await screen.findByText("Trading is locked. Orders ask for your password.");
  await order("0.01");
  expect(dialog().getByLabelText("Transaction password")).toBeTruthy();
});

it("asks outside the order's form, which the browser would send with it", async () => {
  open({});
  await userEvent.click(await screen.findByText("Unlock trading"));
  expect(screen.getByRole("dialog").closest("form")).toBeNull();
});

it("is unlocked by the password of an order where that is wanted", async () => {
  const sent = open({});
  await screen.findByText("Unlock trading");
  await order("0.01");
  await userEvent.type(dialog().getByLabelText("Transaction password"), "secret");
  await userEvent.click(dialog().getByLabelText("Do not ask again for 15 minutes"));
  await confirm();
  await isOpen();
  expect(sent(orderPath)[0]).toHaveProperty("transaction_password", "secret");
});

it.each([
  ["never", "0.05"],
  ["above", "0.001"],
] as const)("sends at once where it is asked %s", async (how, amount) => {
  const sent = open({ ...opened(), confirm: how });
  await isOpen();
  await order(amount);
  await waitFor(() => expect(onPlaced).toHaveBeenCalled());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent(orderPath)).toHaveLength(1);
});

it("shows what is worth more than the client lets through", async () => {
  const sent = open({ ...opened(), confirm: "above" });
  await isOpen();
  await order("0.01");
  expect(dialog().queryByLabelText("Transaction password")).toBeNull();
  expect(sent(orderPath)).toHaveLength(0);
});

it("asks after all where the server finds the session locked, and sends once", async () => {
  const sent = open({ ...opened(), confirm: "never" }, [wantsPassword, placed]);
  await isOpen();
  await order("0.01");
  await screen.findByText("Trading is locked again");
  await userEvent.type(dialog().getByLabelText("Transaction password"), "secret");
  await confirm();
  await waitFor(() => expect(onPlaced).toHaveBeenCalled());
  expect(sent(orderPath)).toHaveLength(2);
});

it("sends the same again when the answer was lost, shown by then", async () => {
  const sent = open({ ...opened(), confirm: "never" }, [() => null, placed]);
  await isOpen();
  await order("0.01");
  await screen.findByText("No answer from the server");
  await confirm();
  await waitFor(() => expect(onPlaced).toHaveBeenCalled());
  expect(sent(orderPath)[1]).toEqual(sent(orderPath)[0]);
});

it("offers nothing to who is asked each time", async () => {
  const sent = open({ minutes: 0 });
  await waitFor(() => expect(sent("/api/v3/trading-unlock")).toHaveLength(1));
  await order("0.01");
  expect(dialog().getByLabelText("Transaction password")).toBeTruthy();
  expect(screen.queryByText("Unlock trading")).toBeNull();
  expect(screen.queryByText(/Do not ask again/)).toBeNull();
});

it("moves a price by its tick with the arrows", async () => {
  open({});
  const field = form().getByLabelText<HTMLInputElement>(/^Price/, { selector: "input" });
  await userEvent.clear(field);
  await userEvent.type(field, "80000{ArrowUp}{ArrowUp}{ArrowDown}");
  expect(field.value).toBe("80000.1");
});
