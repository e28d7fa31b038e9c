// @vitest-environment jsdom
// The form of an order: what it refuses, what it sends, and what is said of each answer.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Schemas } from "../../lib/calls";
import { paused, serve, type Answer } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { emptyDraft } from "./order";
import { OrderForm, type FormProps } from "./order_form";
import { market, rules, waiting } from "./test_market";

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  signIn();
});
afterEach(leaveScreen);

const path = "/api/v2/my-order";
const { price } = rules;
const onPlaced = vi.fn();

function open(
  changes: Partial<FormProps> = {},
  answer: Answer = () => null,
  status: Answer = paused({}),
) {
  onPlaced.mockClear();
  const asked = serve({ [path]: answer, "/api/v3/status": status });
  const memory = { of: () => undefined, keep: () => undefined, forget: () => undefined };
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
      memory={memory}
      onPlaced={onPlaced}
      {...changes}
    />,
  );
  return () => asked.filter((call) => call.path === path).map(({ body }) => body);
}

const form = () => within(screen.getByRole("form"));
const field = (name: "Price" | "Amount" | "Total") =>
  form().getByLabelText<HTMLInputElement>(new RegExp(`^${name}`), { selector: "input" });
const submit = () => user.click(form().getByText(/^(Buy|Sell) BTC$/));
const says = (text: string | RegExp) => expect(form().getByText(text)).toBeTruthy();
async function type(name: "Price" | "Amount" | "Total", text: string) {
  await user.clear(field(name));
  await user.type(field(name), text);
}

async function confirm() {
  const dialog = within(screen.getByRole("dialog"));
  const password = dialog.getByLabelText("Transaction password");
  await user.clear(password);
  await user.type(password, "secret");
  await user.click(dialog.getByText(/^Confirm (buy|sell)$/i));
}

/** Places an order, of which the server says this. */
async function placeAndHear(changes: Partial<Schemas["Order"]>) {
  open({}, () => [200, { message: "success", order: waiting("1", changes) }]);
  await type("Price", "80000");
  await type("Amount", "0.1");
  await submit();
  await confirm();
  await screen.findByText("Order created successfully");
}

it("says what was answered that nobody expects, or nothing, and sends the same again", async () => {
  const answers: Answer[] = [
    () => [200, { message: "neither here nor there" }],
    () => null,
    () => [200, { message: "success" }],
  ];
  const sent = open({}, (call) => answers.shift()?.(call) ?? null);
  await type("Price", "80000");
  await type("Amount", "0.1");
  await submit();
  await confirm();
  await screen.findByText("Something went wrong");
  await confirm();
  await screen.findByText("No answer from the server");
  expect(onPlaced).not.toHaveBeenCalled();
  // The form is as it was: the same order is sent again, and is one.
  expect([field("Price").value, field("Amount").value]).toEqual(["80,000", "0.1"]);
  await confirm();
  await screen.findByText("Order created successfully");
  expect(onPlaced).toHaveBeenCalledOnce();
  expect(sent()).toHaveLength(3);
  expect(sent()[0]).toMatchObject({
    name: "BTCUSDT",
    delegate_type: "BUY",
    market_type: "LIMIT",
    order_per_unit: "80000",
    number_of_order: "0.1",
  });
  expect(sent().map((body) => JSON.stringify(body))).toEqual(
    Array(3).fill(JSON.stringify(sent()[0])),
  );
  // What was bought is no longer in the form; its price is.
  expect([field("Price").value, field("Amount").value]).toEqual(["80,000", ""]);
});

it.each([
  [
    { delegate_type: "BUY", filled: "0.10000000", final_price: "79998.500000001", fee: "0.0001" },
    "Bought 0.1 BTC at 79,998.5. Fee: 0.0001 BTC.",
  ],
  [
    { delegate_type: "SELL", filled: "0.1", final_price: "80000", fee: "8", fee_asset: "USDT" },
    "Sold 0.1 BTC at 80,000.0. Fee: 8 USDT.",
  ],
] as const)("says what became of an order at once: %j", async (filled, receipt) => {
  await placeAndHear(filled);
  screen.getByText(receipt);
});

it("says of an order that waits only that it was taken", async () => {
  await placeAndHear({ delegate_type: "BUY", filled: "0", final_price: "80000", fee: "0" });
  expect(screen.queryByText(/Bought|Sold/)).toBeNull();
});

it("waits for a price without a limit, by amount or by total", async () => {
  const sent = open({}, () => [200, { message: "success" }]);
  await user.click(form().getByRole("tab", { name: "Conditional" }));
  const kind = form().getByRole("combobox", { name: "Order type" });
  expect(
    within(kind)
      .getAllByRole("option")
      .map((one) => one.textContent),
  ).toEqual([
    "Stop limit",
    "Stop market",
    "Take profit limit",
    "Take profit market",
    "Trailing stop",
  ]);
  await user.selectOptions(kind, "Stop market");
  expect(field("Price").disabled).toBe(true);
  expect(form().queryByText("Advanced")).toBeNull();
  const stop = form().getByLabelText(/^Stop price/, { selector: "input" });
  await user.type(stop, "99000");
  await type("Total", "990");
  await submit();
  says("The stop price must be above the last price (100,000)");
  await user.clear(stop);
  await user.type(stop, "110000");
  await submit();
  await confirm();
  await screen.findByText("Order created successfully");
  expect(sent()[0]).toMatchObject({
    market_type: "STOP_MARKET",
    stop_price: "110000",
    total: "990",
  });
  expect(sent()[0]).not.toHaveProperty("order_per_unit");
  expect(sent()[0]).not.toHaveProperty("number_of_order");
});

it("places a stop that follows the price", async () => {
  const sent = open({}, () => [200, { message: "success" }]);
  await user.click(form().getByRole("tab", { name: "Conditional" }));
  await user.selectOptions(form().getByRole("combobox", { name: "Order type" }), "Trailing stop");
  await type("Amount", "0.01");
  await submit();
  says("Trailing distance is required");
  const trail = form().getByLabelText(/^Trailing distance/, { selector: "input" });
  await user.type(trail, "21");
  await submit();
  says("The trailing distance must be between 0.1% and 20%");
  await user.click(form().getByRole("radio", { name: "5%" }));
  expect(field("Total").value).toBe("1,050");
  await submit();
  await within(await screen.findByRole("dialog")).findByText("Stop price now");
  await confirm();
  await screen.findByText("Order created successfully");
  expect(sent()[0]).toMatchObject({
    market_type: "TRAILING_STOP_MARKET",
    trailing_delta: 500,
    number_of_order: "0.01",
  });
  expect(sent()[0]).not.toHaveProperty("stop_price");
});

it("takes a price of the book as the stop of an order without a limit", async () => {
  const kept = {
    draft: { ...emptyDraft("BUY"), kind: "STOP_MARKET" as const, price: "100000" },
    seen: 0,
  };
  open({
    memory: { of: () => kept, keep: () => undefined, forget: () => undefined },
    picked: { price: "110000", taker: "BUY", amount: "1000", count: 1 },
  });
  const stop = form().getByLabelText<HTMLInputElement>(/^Stop price/, { selector: "input" });
  await waitFor(() => expect(stop.value).toBe("110,000"));
  expect(field("Amount").value).toBe("0.0909");
});

it("says beside its field what the server refused, and takes a new key then", async () => {
  const answers: Answer[] = [
    () => [409, { message: "price_too_far", field: "order_per_unit", text: "Too far." }],
    () => [200, { message: "success" }],
  ];
  const sent = open({}, (call) => answers.shift()?.(call) ?? null);
  await type("Price", "80000");
  await type("Amount", "0.1");
  await submit();
  await confirm();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(field("Price").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field("Price"));
  await submit();
  await confirm();
  await screen.findByText("Order created successfully");
  expect(sent()[1]?.client_id).not.toBe(sent()[0]?.client_id);
});

it("keeps back what cannot be bought, with a sentence beside the field", async () => {
  const sent = open();
  expect(field("Price").value).toBe("100,000");
  await user.clear(field("Price"));
  await submit();
  expect(document.activeElement).toBe(field("Price"));
  await type("Price", "100000");
  await submit();
  says("Amount is required");
  expect(document.activeElement).toBe(field("Amount"));
  await type("Amount", "0.00001");
  expect(form().queryByText("Amount is required")).toBeNull();
  await submit();
  says("Amount must be greater than minimum buy amount (5)");
  await type("Amount", "0.2");
  await submit();
  says("Insufficient balance (10,000)");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent()).toEqual([]);
});

it("keeps back what cannot be sold", async () => {
  open({ side: "SELL" });
  // What is worth less than 5 USDT at the order's price.
  await type("Amount", "0.00004");
  await submit();
  says("Amount must be greater than minimum sell amount (0.00005)");
  await type("Amount", "0.6");
  await submit();
  says("Insufficient balance (0.5)");
});

it("links amount and total, and takes no more places than they have", async () => {
  open();
  await type("Amount", "0.123456789");
  expect(field("Amount").value).toBe("0.12345");
  expect(field("Total").value).toBe("12,345");
  await type("Total", "500");
  expect(field("Amount").value).toBe("0.005");
  await type("Price", "50000");
  expect(field("Amount").value).toBe("0.01");
});

it("takes a share of what there is by the slider", () => {
  open();
  const slider = form().getByLabelText<HTMLInputElement>("Percentage of the available balance");
  fireEvent.keyDown(slider, { key: "ArrowRight" });
  expect([field("Amount").value, field("Total").value]).toEqual(["0.025", "2,500"]);
  fireEvent.change(slider, { target: { value: "100" } });
  expect([field("Amount").value, field("Total").value]).toEqual(["0.1", "10,000"]);
});

const button = () =>
  form().getByText<HTMLButtonElement>("Buy BTC").closest("button") as HTMLButtonElement;

it.each([
  [{ trading: true }, "Trading is paused. You can cancel your orders."],
  [
    { markets: ["ETHUSDT", "BTCUSDT"] },
    "This market is halted at the moment. You can cancel your orders.",
  ],
])("says of %j that there are no orders now, and of nothing else", async (changes, text) => {
  open({ market: { ...market, stale: true } }, undefined, paused(changes));
  await user.click(form().getByRole("tab", { name: "Market" }));
  await form().findByText(text);
  expect(button().disabled).toBe(true);
  expect(form().queryByText(/Prices are delayed/)).toBeNull();
  await type("Amount", "0.1");
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("takes orders while another market is halted, and while deposits and withdrawals are paused", async () => {
  let asked = false;
  open({}, undefined, (call) => {
    asked = true;
    return paused({ markets: ["ETHUSDT"], deposits: true, withdrawals: true })(call);
  });
  await waitFor(() => expect(asked).toBe(true));
  await type("Amount", "0.1");
  expect(form().queryByText(/halted|paused/)).toBeNull();
  await submit();
  await screen.findByRole("dialog");
});

it("is still while the client's rules are not there", async () => {
  open({ rules: undefined });
  expect(button().disabled).toBe(true);
  await type("Amount", "1");
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it.each([
  ["BUY", "ask", "1000", "0.1"],
  ["SELL", "bid", "1000", "0.5"],
] as const)("a %s takes of a level what can be paid of it", async (side, from, amount, filled) => {
  open({
    side,
    rules: {
      ...price,
      minimum_buy: price.account_balance_limit_spot,
      minimum_sell: price.minimum_sell,
      available_quote: "8000",
      available_base: "0.5",
    },
    picked: { price: "80000", taker: from === "ask" ? "BUY" : "SELL", amount, count: 1 },
  });
  await waitFor(() => expect(field("Amount").value).toBe(filled));
  expect(field("Price").value).toBe("80,000");
});

const target = (name: "Take-profit" | "Stop-loss") =>
  form().getByLabelText<HTMLInputElement>(new RegExp(`^${name}`), { selector: "input" });

it("attaches take-profit and stop-loss, each on its side of the price", async () => {
  const sent = open({}, () => [200, { message: "success" }]);
  await type("Price", "80000");
  await type("Amount", "0.1");
  expect(form().queryByText(/OCO pair/)).toBeNull();
  await user.click(form().getByRole("checkbox", { name: "TP/SL" }));
  says(/OCO pair/);
  await submit();
  says("Take-profit is required");
  expect(document.activeElement).toBe(target("Take-profit"));
  await user.type(target("Take-profit"), "80000");
  await submit();
  says("Take-profit must be above the price (80,000)");
  await user.clear(target("Take-profit"));
  await user.type(target("Take-profit"), "90000");
  await submit();
  says("Stop-loss is required");
  await user.type(target("Stop-loss"), "81000");
  await submit();
  says("Stop-loss must be below the price (80,000)");
  await user.clear(target("Stop-loss"));
  await user.type(target("Stop-loss"), "75000");
  await submit();
  const details = within(await screen.findByRole("dialog"));
  details.getByText("Take-profit");
  details.getByText("Stop-loss");
  await confirm();
  await screen.findByText("Order created successfully");
  expect(sent()).toMatchObject([{ take_profit: "90000", stop_loss: "75000" }]);
  // The next order may have some, too; these were of this one.
  expect([target("Take-profit").value, target("Stop-loss").value]).toEqual(["", ""]);
});

it("attaches nothing where they are switched off again, or the order waits for a price", async () => {
  const sent = open({}, () => [200, { message: "success" }]);
  await type("Price", "80000");
  await type("Amount", "0.1");
  const box = () => form().queryByRole("checkbox", { name: "TP/SL" });
  await user.click(form().getByRole("checkbox", { name: "TP/SL" }));
  await user.type(target("Take-profit"), "90000");
  await user.click(form().getByRole("checkbox", { name: "TP/SL" }));
  await submit();
  await confirm();
  await screen.findByText("Order created successfully");
  expect(sent()[0]).not.toHaveProperty("take_profit");
  expect(sent()[0]).not.toHaveProperty("stop_loss");
  await user.click(form().getByRole("tab", { name: "Conditional" }));
  expect(box()).toBeNull();
  await user.click(form().getByRole("tab", { name: "Market" }));
  expect(box()).not.toBeNull();
});

it("says beside its field what the server refused of take-profit and stop-loss", async () => {
  open({}, () => [400, { message: "off_tick", field: "stop_loss_limit", text: "Off the tick." }]);
  await type("Price", "80000");
  await type("Amount", "0.1");
  await user.click(form().getByRole("checkbox", { name: "TP/SL" }));
  await user.type(target("Take-profit"), "90000");
  await user.type(target("Stop-loss"), "75000");
  await submit();
  await confirm();
  await waitFor(() => expect(target("Stop-loss").getAttribute("aria-invalid")).toBe("true"));
});
