// @vitest-environment jsdom
// What Earn says when something fails: no list that is shown is a wrong one, and nothing is lost.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pairOf } from "../../lib/test_pairs";
import { serve, serveStreams, type Answer } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import AutoInvestScreen from "./auto_invest_screen";
import EarnScreen from "./earn_screen";
import type { Product } from "./offers_api";
import SimpleEarnScreen from "./simple_earn_screen";
import StakeScreen from "./stake";
import TransactionsScreen from "./transactions";

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  signIn();
  serveStreams();
});
afterEach(leaveScreen);

const product = (name: string): Product => ({
  id: name,
  name,
  full_name: `${name} in full`,
  image: "",
  apr: "3.5",
  apr_max: "9",
  minimum_amount: "1",
  maximum_amount: "100000",
  risk: "low",
  durations: [
    { days: 0, apr: "3.5" },
    { days: 30, apr: "5" },
  ],
  open: true,
  invest: { minimum: "10", maximum: "1000" },
});
const coins = ["USDT", "BTC", "ETH", "SOL"];

/** What Earn's screens ask for; `changes` answer in the place of these. */
const server = (changes: Record<string, Answer>): Record<string, Answer> => ({
  "/api/v3/earn/view": () => [200, { earn: coins.map(product) }],
  "/api/v3/stake": () => [200, { earnStaking: [] }],
  "/api/v3/earn/auto-invest": () => [200, { plans: [] }],
  "/api/v3/earn/transaction": () => [
    200,
    { transaction: [], total: 0, earn_to_spot: { usdt: "0", btc: "0" } },
  ],
  "/api/v3/overview": () => [200, { earnTotal: "0" }],
  "/api/v3/wallets/spot": () => [
    200,
    {
      wallet: coins.map((name) => ({
        name,
        full_name: name,
        image: "",
        coin_value: name === "USDT" ? "10000" : "0",
        usdt_value: name === "USDT" ? "10000" : "0",
      })),
    },
  ],
  "/api/v3/all-pairs": () => [200, { coinpair: coins.slice(1).map((name) => pairOf(name)) }],
  "/api/v3/stream-ticket": () => [200, { channel: "1", ticket: "one" }],
  ...changes,
});

const again = () => screen.queryAllByRole("button", { name: "Try again" });
const broken: Answer = () => [502, {}];

it("says that a subscription was refused, is unknown, or was answered with anything else", async () => {
  const answers: Answer[] = [
    () => [502, {}],
    () => [409, { message: "earn_closed" }],
    () => [200, { message: "anything" }],
    () => [200, { message: "success" }],
  ];
  const asked = serve(server({ "/api/v2/earn/store": (call) => answers.shift()?.(call) ?? null }));
  openScreen(<SimpleEarnScreen />);
  await user.click(await screen.findByRole("button", { name: "Subscribe to USDT" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByText("Flexible"));
  await waitFor(() => expect(dialog.getByTestId("available").textContent).toContain("10,000.00"));
  await user.type(dialog.getByRole("textbox", { name: /amount/i }), "100");
  const subscribe = () => user.click(dialog.getByRole("button", { name: "Subscribe" }));
  await subscribe();
  await waitFor(() => expect(screen.getAllByText("Something went wrong")).toHaveLength(1));
  await subscribe();
  await screen.findByText("This product is not open for subscription at the moment.");
  await subscribe();
  const sent = () =>
    asked.filter(({ path }) => path === "/api/v2/earn/store").map(({ body }) => body);
  await waitFor(() => expect(sent()).toHaveLength(3));
  await waitFor(() =>
    expect(screen.getAllByText("Something went wrong").length).toBeGreaterThan(0),
  );
  expect(screen.getByRole("dialog")).toBeTruthy();
  // What may have arrived is sent again as the same; after a refusal it is something new.
  const keys = sent().map(({ client_id: clientId }) => clientId);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);

  await subscribe();
  await screen.findByText("Investment successful");
});

it("locks coins for a term with the transaction password", async () => {
  const answers: Answer[] = [
    () => [400, { message: "wrong_password", field: "transaction_password" }],
    () => [200, { message: "success" }],
  ];
  const asked = serve(
    server({
      "/api/v2/earn/store": (call) => answers.shift()?.(call) ?? null,
      "/api/v3/trading-unlock": () => [
        200,
        { unlocked_until: null, minutes: 15, confirm: "always", confirm_above: "100" },
      ],
    }),
  );
  openScreen(<SimpleEarnScreen />);
  await user.click(await screen.findByRole("button", { name: "Subscribe to USDT" }));
  const dialog = () => within(screen.getByRole("dialog"));
  await user.click(dialog().getByText("30 days"));
  await waitFor(() => expect(dialog().getByTestId("available").textContent).toContain("10,000.00"));
  await user.type(dialog().getByRole("textbox", { name: /amount/i }), "100");
  await user.click(dialog().getByRole("button", { name: "Subscribe" }));
  const sent = () =>
    asked.filter(({ path }) => path === "/api/v2/earn/store").map(({ body }) => body);
  const password = await screen.findByLabelText("Transaction password");
  expect(sent()).toHaveLength(0);
  await user.type(password, "guess{Enter}");
  expect((await screen.findAllByText("Wrong transaction password")).length).toBeGreaterThan(0);
  await user.clear(password);
  await user.type(password, "trade{Enter}");
  await screen.findByText("Investment successful");
  const [first, second] = sent();
  expect(second).toMatchObject({ amount: "100", days: 30, transaction_password: "trade" });
  // The wrong one did nothing, so that the key is free.
  expect(second?.["client_id"]).toBe(first?.["client_id"]);
});

describe("a list that cannot be loaded says so, and is tried again:", () => {
  it.each([
    ["the products of Earn", <EarnScreen key="1" />, "/api/v3/earn/view"],
    ["the products of Auto Invest", <AutoInvestScreen key="2" />, "/api/v3/earn/view"],
    ["the products of Simple Earn", <SimpleEarnScreen key="3" />, "/api/v3/earn/view"],
    ["the transactions", <TransactionsScreen key="4" />, "/api/v3/earn/transaction"],
  ])("%s", async (_, shown, path) => {
    const whole = server({});
    let answer: Answer = broken;
    serve({ ...whole, [path]: (call) => answer(call) });
    openScreen(shown);
    await waitFor(() => expect(again()).not.toHaveLength(0));
    answer = whole[path] ?? broken;
    await user.click(again()[0] as HTMLElement);
    await waitFor(() => expect(again()).toHaveLength(0));
  });
});

describe("what is not known", () => {
  it("is not said to match", async () => {
    const whole = server({});
    const path = "/api/v3/wallets/spot";
    let answer: Answer = broken;
    serve({ ...whole, [path]: (call) => answer(call) });
    openScreen(<StakeScreen />);
    const products = within(screen.getByRole("region", { name: "Products" }));
    const stakes = () => products.queryAllByRole("link", { name: /^Stake/ });
    await products.findByRole("link", { name: /^Stake ?BTC$/ });
    await user.click(screen.getByText("Match my assets"));
    await products.findByRole("button", { name: "Try again" });
    expect(stakes()).toHaveLength(0);
    answer = whole[path] ?? broken;
    await user.click(products.getByRole("button", { name: "Try again" }));
    await products.findByRole("link", { name: /^Stake ?USDT$/ });
    expect(stakes()).toHaveLength(1);
  });

  it("makes no basket to follow", async () => {
    const whole = server({});
    const path = "/api/v3/all-pairs";
    let answer: Answer = broken;
    serve({ ...whole, [path]: (call) => answer(call) });
    openScreen(<AutoInvestScreen />);
    await user.click(screen.getByRole("tab", { name: "Linked" }));
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(screen.queryByRole("button", { name: /^Create plan/ })).toBeNull();
    answer = whole[path] ?? broken;
    await user.click(retry);
    await screen.findByRole("button", { name: "Create plan: Top 3" });
  });
});
