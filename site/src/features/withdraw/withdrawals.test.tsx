// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queries } from "../../lib/api";
import type { Withdrawal } from "../../lib/funds";
import { Withdrawals } from "./withdrawals";

const withdrawal = (changes: Partial<Withdrawal>): Withdrawal => ({
  id: "7",
  coin: "USDT",
  client_wallet: { coin: { name: "USDT", full_name: "Tether", image: "/icons/usdt.svg" } },
  network: "TRC20",
  withdraw_amount: "25",
  fee: "1",
  receive_amount: "24",
  fee_kept: "0",
  address: "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7",
  label: null,
  state: "FLOATING",
  stage: "REQUESTED",
  txid: null,
  confirmations: 0,
  confirmations_needed: 1,
  application_time: "2026-11-20T10:00:00.000Z",
  updated_at: "2026-11-20T10:00:00.000Z",
  reason: null,
  can_cancel: false,
  ...changes,
});

beforeEach(() => {
  // jsdom draws dialogs but does not open them.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queries.clear();
});

it.each<[Partial<Withdrawal>, string, string]>([
  [{ can_cancel: true }, "FLOATING", "Requested"],
  [{ state: "ONHOLD", can_cancel: true }, "Pending", "Waiting for review"],
  [{ stage: "APPROVED", can_cancel: true }, "FLOATING", "Approved"],
  [{ stage: "EXPORTED" }, "FLOATING", "Being signed"],
  [{ stage: "SIGNED" }, "FLOATING", "Signed"],
  [{ stage: "BROADCAST", txid: "ab".repeat(32) }, "FLOATING", "Sent to the network"],
  [{ stage: "UNKNOWN", txid: "ab".repeat(32) }, "FLOATING", "Being checked on the network"],
  [
    { state: "PROCEED", stage: "CONFIRMED", txid: "ab".repeat(32), confirmations: 7 },
    "Completed",
    "Arrived",
  ],
  [{ state: "FREEZE", stage: "REJECTED", reason: "Call us first" }, "Freeze", "Rejected"],
  [{ state: "FREEZE", stage: "CANCELLED" }, "Freeze", "Cancelled"],
  [
    { state: "FREEZE", stage: "REJECTED", fee_kept: "1", reason: "The receiver did not" },
    "Freeze",
    "Failed on the network",
  ],
])("%j is %s: %s", async (changes, chip, stage) => {
  const one = withdrawal(changes);
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response(JSON.stringify({ withdraw: [one], total: 1 }))),
  );
  render(
    <QueryClientProvider client={queries}>
      <Withdrawals />
    </QueryClientProvider>,
  );
  const row = await screen.findByRole("button", { name: /^Details of the withdrawal of 25 USDT/ });
  expect(within(row).getByText(chip)).toBeTruthy();
  expect(within(row).getByText(stage)).toBeTruthy();
  await userEvent.setup().click(row);
  const dialog = within(await screen.findByRole("dialog", { name: "Withdrawal details" }));
  expect(dialog.getByText(chip)).toBeTruthy();
  expect(dialog.getByText(stage)).toBeTruthy();
  expect(dialog.queryByText("Confirmations") !== null).toBe(one.txid !== null);
  // Those that come after the last one are of no interest.
  if (one.confirmations > 0) expect(dialog.getByText("1 of 1")).toBeTruthy();
  expect(dialog.queryByRole("button", { name: /^Cancel the/ }) !== null).toBe(one.can_cancel);
  const failed = one.fee_kept !== "0";
  if (one.reason && !failed) expect(dialog.getByText(one.reason)).toBeTruthy();
  if (failed) expect(dialog.getByText(/The network fee was spent/)).toBeTruthy();
  // What was stopped comes back, and only a failed attempt has cost anything.
  const stopped = one.state === "FREEZE";
  const back = dialog.getByText(stopped ? "Returned to your wallet" : "Receive amount");
  expect(back.parentElement?.textContent).toContain(stopped && !failed ? "25" : "24");
  const fee = dialog.queryByText(failed ? "Network fee, spent" : "Network fee");
  expect(fee === null).toBe(stopped && !failed);
  if (fee) expect(fee.parentElement?.textContent).toContain("1");
});
