// @vitest-environment jsdom
// A plan trades by itself: making one, and letting it go on, ask for what proves that it is its
// owner's.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serve, serveStreams, type Answer } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import type { Plan, Product } from "./offers_api";
import { PlanDialog } from "./plan_dialog";
import { Plans } from "./plans";

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  signIn();
  serveStreams();
});
afterEach(leaveScreen);

const product: Product = {
  id: "7",
  name: "BTC",
  full_name: "Bitcoin",
  image: "",
  apr: "3.5",
  apr_max: "9",
  minimum_amount: "1",
  maximum_amount: "100000",
  risk: "low",
  durations: [],
  open: true,
  invest: { minimum: "10", maximum: "1000" },
};
const plan: Plan = {
  id: "3",
  coins: [{ coin: "BTC", image: "", share: 100, bought: "0", average_price: null }],
  coin: "BTC",
  bought: "0",
  average_price: null,
  amount: "25",
  currency: "USDT",
  cycle: "Daily",
  day: null,
  date: null,
  next_run: null,
  state: "PAUSED",
  created_at: "2026-11-01T00:00:00Z",
  invested: "0",
  runs: 0,
};

const server = (path: string, answers: Answer[]) =>
  serve({
    "/api/v3/earn/auto-invest": () => [200, { plans: [plan] }],
    "/api/v3/two-factor": () => [200, { enabled: true }],
    "/api/v3/wallets/spot": () => [200, { wallet: [{ name: "USDT", coin_value: "1000" }] }],
    "/api/v3/stream-ticket": () => [200, { channel: "1", ticket: "one" }],
    [path]: (call) => answers.shift()?.(call) ?? null,
  });

async function prove(code: string): Promise<void> {
  const dialog = within(screen.getByRole("dialog"));
  await user.type(await dialog.findByLabelText("Authenticator code or recovery code"), code);
  await user.type(dialog.getByLabelText("Transaction password"), "trade");
}

it("makes a plan with the transaction password and a code", async () => {
  const path = "/api/v2/earn/store";
  const asked = server(path, [
    () => [400, { message: "two_factor_wrong", field: "two_factor_code" }],
    () => [200, { message: "success" }],
  ]);
  const shares = [{ coin: "BTC", percent: "100" }];
  openScreen(<PlanDialog products={[product]} shares={shares} onClose={() => undefined} />);
  await user.type(screen.getByRole("textbox", { name: /amount/i }), "25");
  await waitFor(() => expect(screen.getByText("1,000.00")).toBeTruthy());
  const create = () => user.click(screen.getByRole("button", { name: "Create plan" }));
  await create();
  await prove("000000");
  expect(asked.some((call) => call.path === path)).toBe(false);
  await create();
  await screen.findByText("The authenticator code is incorrect.");
  await user.type(screen.getByLabelText("Authenticator code or recovery code"), "123456");
  await create();
  await screen.findByText("Investment successful");
  const last = asked.filter((call) => call.path === path).at(-1);
  expect(last?.body).toMatchObject({
    earn_id: "7",
    amount: "25",
    cycles: "Daily",
    transaction_password: "trade",
    two_factor_code: "123456",
  });
});

it("resumes a plan with them", async () => {
  const path = "/api/v3/earn/auto-invest/state";
  const asked = server(path, [() => [200, { message: "success" }]]);
  openScreen(<Plans />);
  await user.click(await screen.findByRole("button", { name: "Resume: BTC" }));
  await prove("123456");
  await user.click(screen.getByRole("button", { name: "Resume" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked.find((call) => call.path === path)?.body).toEqual({
    id: "3",
    state: "ACTIVE",
    transaction_password: "trade",
    two_factor_code: "123456",
  });
});
