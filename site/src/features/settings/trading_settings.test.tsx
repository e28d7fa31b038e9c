// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serve } from "../../lib/test_server";
import { tradingCalls } from "../../lib/test_trading";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { TradingSettings } from "./trading_settings";

beforeEach(signIn);
afterEach(leaveScreen);

const path = "/api/v3/trading-choices";

async function open() {
  const asked = serve(tradingCalls());
  openScreen(<TradingSettings />);
  await screen.findByRole("heading", { name: "Confirm orders" });
  return () => asked.filter((call) => call.path === path).map(({ body }) => body);
}
const choose = (name: string) => userEvent.click(screen.getByRole("radio", { name }));

it("asks for the password only for longer than before", async () => {
  const sent = await open();
  await choose("60 min");
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Transaction password"), "secret");
  await userEvent.click(dialog.getByText("Confirm"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent()[0]).toMatchObject({ minutes: "60", transaction_password: "secret" });
  await choose("Ask each time");
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({ minutes: "0", confirm: "always", confirm_above: "100" });
});

it("keeps above which amount an order is shown first", async () => {
  const sent = await open();
  await userEvent.selectOptions(
    screen.getByRole("combobox", { name: "Confirm orders" }),
    "Above an amount",
  );
  const amount = await screen.findByLabelText<HTMLInputElement>(/^Amount/);
  await userEvent.clear(amount);
  await userEvent.type(amount, "0{Enter}");
  expect(screen.getByText("Enter an amount above 0")).toBeTruthy();
  await userEvent.clear(amount);
  await userEvent.type(amount, "250.5{Enter}");
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toMatchObject({ confirm: "above", confirm_above: "250.5" });
});
