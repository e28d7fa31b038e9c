// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve } from "../../lib/test_server";
import { usualTransfer } from "../../lib/transfer";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import TransferDialog from "./transfer_dialog";

beforeEach(signIn);
afterEach(leaveScreen);

const path = "/api/v3/futures/transfer";

it("moves USDT from spot to futures, and closes where it was opened", async () => {
  const wallet = [{ name: "USDT", coin_value: "10000" }];
  const asked = serve({
    "/api/v3/wallets/spot": () => [200, { wallet }],
    [path]: () => [200, { message: "success" }],
  });
  const onClose = vi.fn();
  const { address } = openScreen(
    <TransferDialog wish={usualTransfer} onClose={onClose} />,
    "/trades/futures/BTC",
  );
  const form = within(screen.getByRole("form", { name: "Transfer" }));
  await waitFor(() => expect(screen.getByTestId("available").textContent).toContain("10,000"));
  expect(form.getByLabelText<HTMLSelectElement>("Coin").value).toBe("USDT");
  expect(form.getByLabelText<HTMLSelectElement>("To").value).toBe("FUTURE");
  await userEvent.type(form.getByRole("textbox"), "400");
  await userEvent.click(form.getByRole("button", { name: "Transfer" }));
  const confirmation = within(screen.getByRole("dialog", { name: "Confirm transfer" }));
  await userEvent.type(confirmation.getByLabelText("Transaction password"), "secret");
  await userEvent.click(confirmation.getByText("Confirm"));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked.find((call) => call.path === path)?.body).toMatchObject({
    coin_name: "USDT",
    from: "SPOT",
    to: "FUTURE",
    transfer_amount: "400",
  });
  expect(address()).toBe("/trades/futures/BTC");
});
