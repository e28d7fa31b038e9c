// @vitest-environment jsdom
// A term gives its interest up only for who knows the transaction password.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serve, serveStreams, type Answer } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import type { Stake } from "./offers_api";
import { Subscriptions } from "./subscriptions";

beforeEach(() => {
  signIn();
  serveStreams();
});
afterEach(leaveScreen);

const term: Stake = {
  id: "5",
  product_id: "7",
  name: "USDT",
  image: "",
  apr: "7.3",
  balance: "1000.4",
  base_balance: "1000",
  usdt_value: "1000.4",
  duration: 30,
  date_start: "2026-11-20T08:00:00.000Z",
  interest_from: "2026-11-21T00:00:00.000Z",
  date_end: "2026-12-21T00:00:00.000Z",
  status: "ACTIVE",
  accrued: "0.4",
  owed: "0",
  auto_renew: false,
  redeemable: true,
};

it("asks for the transaction password before a term is broken, and says when it is wrong", async () => {
  const path = "/api/v3/earn/redeem";
  const answers: Answer[] = [
    () => [400, { message: "wrong_password", field: "transaction_password" }],
    () => [200, { message: "success", stake: { ...term, status: "REDEEMED" } }],
  ];
  const asked = serve({
    "/api/v3/stake": () => [200, { earnStaking: [term] }],
    "/api/v3/stream-ticket": () => [200, { channel: "1", ticket: "one" }],
    [path]: (call) => answers.shift()?.(call) ?? null,
  });
  const user = userEvent.setup();
  openScreen(<Subscriptions />);
  await user.click(await screen.findByRole("button", { name: "Redeem USDT" }));
  const dialog = within(screen.getByRole("dialog", { name: "Redeem USDT" }));
  const redeem = dialog.getByRole("button", { name: "Redeem" });
  await user.click(redeem);
  expect(asked.some((call) => call.path === path)).toBe(false);

  const password = dialog.getByLabelText("Transaction password");
  await user.type(password, "guess");
  await user.click(redeem);
  expect(await dialog.findByText("Wrong transaction password")).toBeTruthy();
  await user.clear(password);
  await user.type(password, "trade");
  await user.click(redeem);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const calls = asked.filter((call) => call.path === path);
  expect(calls.map(({ body }) => body)).toMatchObject([
    { id: "5", transaction_password: "guess" },
    { id: "5", transaction_password: "trade" },
  ]);
});
