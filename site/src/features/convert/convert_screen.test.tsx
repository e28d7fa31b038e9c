// @vitest-environment jsdom
// The form of a conversion: what it refuses, what it sends, and what is said of each answer.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { paused, serve, serveStreams, type Answer } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import ConvertScreen from "./convert_screen";

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  signIn();
  serveStreams();
});
afterEach(leaveScreen);

const held = (name: string, coinValue: string) => ({
  name,
  full_name: name,
  image: "",
  coin_value: coinValue,
  usdt_value: "0",
});
const bitcoin = {
  id: "1",
  name: "BTC",
  full_name: "Bitcoin",
  coin_pair_name: "BTCUSDT",
  image: "",
  close: "50000",
  stale: false,
  quantity_places: 8,
};

async function open(changes: Record<string, Answer> = {}) {
  const asked = show(changes);
  await waitFor(() => expect(button().disabled).toBe(false));
  return asked;
}

function show(changes: Record<string, Answer> = {}) {
  const asked = serve({
    "/api/v3/all-pairs": () => [200, { coinpair: [bitcoin] }],
    "/api/v3/wallets/spot": () => [200, { wallet: [held("USDT", "10000"), held("BTC", "0.5")] }],
    "/api/v3/convert/history": () => [200, { conversions: [], total: 0 }],
    "/api/v3/getOrder": () => [
      200,
      { price: { account_balance_limit_spot: "5", minimum_sell: "0.0001" } },
    ],
    "/api/v3/stream-ticket": () => [200, { channel: "1", ticket: "one" }],
    ...changes,
  });
  openScreen(<ConvertScreen />);
  return asked;
}

const form = () => within(screen.getByRole("form", { name: "Convert" }));
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Convert" });
const give = () => form().getByLabelText<HTMLInputElement>("Amount to pay");
const receive = () => form().getByLabelText<HTMLInputElement>("Amount to receive");
const price = () => form().getByLabelText<HTMLInputElement>(/^Price of 1 BTC/);
const toLimit = () => user.click(screen.getByRole("tab", { name: "Limit" }));
async function type(field: HTMLInputElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
}

async function confirm() {
  const dialog = within(await screen.findByRole("dialog"));
  await type(dialog.getByLabelText<HTMLInputElement>("Transaction password"), "secret");
  await user.click(dialog.getByRole("button", { name: "Confirm" }));
}

it("says what was answered that nobody expects, nothing, or a refusal", async () => {
  const text = "Conversions rest until noon.";
  const answers: Answer[] = [
    () => [200, { message: "neither here nor there" }],
    () => null,
    // One that the site has no sentence for: the server's own stands there.
    () => [409, { message: "resting", text }],
    () => [200, { message: "success" }],
  ];
  const asked = await open({
    "/api/v2/my-order": (call) => answers.shift()?.(call) ?? null,
  });
  await toLimit();
  await type(price(), "40000");
  await type(give(), "500");
  await user.click(button());
  await confirm();
  await screen.findByText("Something went wrong");
  await confirm();
  await screen.findByText("No answer from the server");
  await confirm();
  await screen.findByText("Nothing was converted");
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  // The form is as it was.
  expect([price().value, give().value]).toEqual(["40,000", "500"]);
  await user.click(button());
  await confirm();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = asked.filter(({ path }) => path === "/api/v2/my-order").map(({ body }) => body);
  expect(sent).toHaveLength(4);
  for (const body of sent) {
    expect(body).toMatchObject({ name: "BTCUSDT", total: "500", order_per_unit: "40000" });
  }
  const keys = sent.map(({ client_id: clientId }) => clientId);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});

it("refuses what cannot be converted with its sentence, beside its field", async () => {
  await open();
  await user.click(button());
  await form().findByText("Amount is required");
  expect(document.activeElement).toBe(give());
  await type(give(), "0.01");
  expect(form().queryByText("Amount is required")).toBeNull();
  await user.click(button());
  form().getByText("Amount must be greater than minimum buy amount (5)");
  // Too much is said at once.
  await type(give(), "10001");
  form().getByText("Insufficient balance (10,000)");
  expect(give().getAttribute("aria-invalid")).toBe("true");
  await user.click(form().getByRole("button", { name: /Swap the coins/ }));
  await type(give(), "0.00001");
  await user.click(button());
  form().getByText("Amount must be greater than minimum sell amount (0.0001)");
});

it("needs a price for a limit, and reckons with it", async () => {
  await open();
  await toLimit();
  expect(price().value).toBe("50,000");
  await user.clear(price());
  await type(give(), "500");
  await user.click(button());
  form().getByText("Price is required");
  expect(document.activeElement).toBe(price());
  await type(price(), "40000");
  expect(receive().value).toBe("0.0125");
  await type(receive(), "0.1");
  expect(give().value).toBe("4,000");
});

it("gives all there is by a press, and takes no more places than an amount has", async () => {
  await open();
  await user.click(form().getByRole("button", { name: "Max" }));
  expect(give().value).toBe("10,000");
  await type(give(), "1.123456789x");
  expect(give().value).toBe("1.12345678");
});

it.each([
  [{ trading: true }, "Trading is paused. You can cancel pending conversions."],
  [
    { markets: ["ETHUSDT", "BTCUSDT"] },
    "The BTC market is halted at the moment. You can cancel pending conversions.",
  ],
])("says of %j that nothing is converted, in place of late prices", async (changes, text) => {
  show({
    "/api/v3/status": paused(changes),
    "/api/v3/all-pairs": () => [200, { coinpair: [{ ...bitcoin, stale: true }] }],
  });
  await screen.findByText(text);
  expect(screen.queryByText(/Prices are delayed/)).toBeNull();
  expect(button().disabled).toBe(true);
  // At a limit no more than at the market.
  await toLimit();
  form().getByText(text);
  expect(button().disabled).toBe(true);
});

it("converts while the market of another coin is halted", async () => {
  const asked = await open({ "/api/v3/status": paused({ markets: ["ETHUSDT"] }) });
  await waitFor(() => expect(asked.map(({ path }) => path)).toContain("/api/v3/status"));
  expect(form().queryByText(/halted/)).toBeNull();
  expect(button().disabled).toBe(false);
});

it("keeps the quote that is shown when somebody comes back to the page", async () => {
  const asked = await open({
    "/api/v3/convert/quote": ({ body }) => [
      200,
      {
        quote: {
          id: "1",
          from: "USDT",
          to: "BTC",
          from_amount: body?.amount,
          to_amount: "0.01",
          rate: "0.00002",
          market_rate: "0.00002",
          spread: "0.2",
          fee: "0",
          expires_at: "2030-01-01T00:00:00Z",
          seconds: 60,
        },
      },
    ],
  });
  const quotes = () =>
    asked.filter(({ path }) => path === "/api/v3/convert/quote").map(({ body }) => body?.amount);
  await type(give(), "500");
  await waitFor(() => expect(receive().value).toBe("0.01"));
  window.dispatchEvent(new Event("visibilitychange"));
  await type(give(), "600");
  await waitFor(() => expect(quotes()).toContain("600"));
  expect(quotes()).toEqual(["500", "600"]);
});
