// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queries } from "../../lib/api";
import { endSession, startSession } from "../../lib/session";
import { paused, serve, type Answer, type Asked } from "../../lib/test_server";
import { clearToasts, Toasts } from "../../ui/toast";
import type { Limits } from "./api";
import WithdrawScreen from "./withdraw_screen";

const receiver = "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7";
const user = {
  email: "mira@mail.com",
  mobile_number: "",
  user_unique_id: "U1",
  account_status: "Unverified" as const,
};
const out = (open: boolean, fee: string) => ({
  open,
  minimum: "10",
  fee,
  arrival_minutes: 2,
  confirmations: 1,
});
const network = (name: string, fee: string, open = true) => ({
  name,
  title: name,
  subname: name,
  value: name,
  kind: name === "TRC20" ? "tron" : "evm",
  arrival_minutes: 2,
  confirmations: 1,
  unlock_confirmations: 1,
  minimum_deposit: "0.01",
  deposit_open: true,
  withdrawal: out(open, fee),
  contract: null,
  explorer_tx: null,
});
const coins = (open = true) => ({
  coins: [
    {
      coin: "USDT",
      name: "Tether",
      image: "/icons/usdt.svg",
      minimum_listed: "1",
      networks: [network("TRC20", "1", open), network("ERC20", "20", open)],
    },
  ],
});
const limits = (changes: Partial<Limits> = {}): Limits => ({
  limit: "10000",
  used: "0",
  left: "10000",
  one_step: { on: false, limit: "10000", left: "10000" },
  rests_until: null,
  restricted: null,
  two_factor: false,
  whitelist: false,
  frozen_by_audit: false,
  available: { USDT: "500" },
  ...changes,
});

const server = (changes: Record<string, Answer>): Asked[] =>
  serve({
    "/api/v3/networks": () => [200, coins()],
    "/api/v3/withdrawal-limits": () => [200, limits()],
    "/api/v3/withdrawal-addresses": () => [200, { addresses: [] }],
    "/api/v3/withdraw-history": () => [200, { withdraw: [], total: 0 }],
    "/api/v3/all-pairs": () => [200, { coinpair: [] }],
    "/api/v3/withdrawals/check-address": () => [200, { message: "success" }],
    "/api/v3/otp": () => [200, { message: "success", sent_to: "m***@mail.com", resend_after: 60 }],
    ...changes,
  });

function open() {
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={["/wallet/withdraw"]}>
        <WithdrawScreen />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

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
  startSession({
    user,
    client: { id: "1", status: "ACTIVE", membership_level: "NO_BADGE", user },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
  queries.clear();
  endSession();
});

async function fill(typing: ReturnType<typeof userEvent.setup>, address = receiver) {
  const field = await screen.findByRole("textbox", { name: /Recipient address/ });
  await typing.click(field);
  await typing.paste(address);
  await typing.click(screen.getByRole("textbox", { name: /^Amount/ }));
  await typing.paste("250");
  await typing.click(screen.getByRole("button", { name: "Withdraw now" }));
}

async function confirm(typing: ReturnType<typeof userEvent.setup>, code = "123456") {
  const dialog = await screen.findByRole("dialog", { name: "Confirm withdrawal" });
  const digit = within(dialog).queryByLabelText("Digit 1 of 6");
  if (digit) {
    await typing.click(digit);
    await typing.paste(code);
  }
  const password = within(dialog).getByLabelText("Transaction password");
  await typing.clear(password);
  await typing.type(password, "secret");
  await typing.click(within(dialog).getByRole("button", { name: "Confirm withdrawal" }));
  return dialog;
}

const bodyOf = (asked: readonly Asked[]) =>
  asked.filter(({ path }) => path === "/api/v3/withdrawals").map(({ body }) => body);

describe("a confirmed withdrawal", () => {
  it("sends what the form says, and says that it was sent", async () => {
    const typing = userEvent.setup();
    const asked = server({ "/api/v3/withdrawals": () => [200, { message: "success" }] });
    open();
    await fill(typing);
    await confirm(typing);
    await screen.findByText("Withdrawal request sent");
    expect(bodyOf(asked)[0]).toMatchObject({
      coin: "USDT",
      bchain_name: "TRC20",
      withdraw_address: receiver,
      withdraw_amount: "250",
      gasfee: "1",
      verification: "123456",
      transaction_password: "secret",
    });
    expect(screen.queryByRole("dialog", { name: "Confirm withdrawal" })).toBeNull();
  });

  it("is retried with the same key while nobody knows its fate", async () => {
    const typing = userEvent.setup();
    let answers = 0;
    const asked = server({
      "/api/v3/withdrawals": () =>
        (answers += 1) === 1 ? [503, { message: "unavailable" }] : [200, { message: "success" }],
    });
    open();
    await fill(typing);
    const dialog = await confirm(typing);
    await screen.findByText(/it is never sent twice/);
    await typing.click(within(dialog).getByRole("button", { name: "Confirm withdrawal" }));
    await screen.findByText("Withdrawal request sent");
    const [first, second] = bodyOf(asked);
    expect(second?.client_id).toBe(first?.client_id);
  });

  it("needs no code by mail where one-step withdrawal covers it", async () => {
    const typing = userEvent.setup();
    const oneStep = { on: true, limit: "10000", left: "10000" };
    const asked = server({
      "/api/v3/withdrawal-limits": () => [200, limits({ one_step: oneStep })],
      "/api/v3/withdrawals": () => [200, { message: "success" }],
    });
    open();
    await fill(typing);
    await confirm(typing);
    await screen.findByText("Withdrawal request sent");
    expect(asked.some(({ path }) => path === "/api/v3/otp")).toBe(false);
    expect(bodyOf(asked)[0]).not.toHaveProperty("verification");
  });

  it("says at once of all that is missing", async () => {
    const typing = userEvent.setup();
    const asked = server({ "/api/v3/withdrawals": () => [200, { message: "success" }] });
    open();
    await fill(typing);
    const dialog = await screen.findByRole("dialog", { name: "Confirm withdrawal" });
    await typing.click(within(dialog).getByRole("button", { name: "Confirm withdrawal" }));
    expect((await within(dialog).findAllByText("Field is required")).length).toBe(2);
    expect(bodyOf(asked)).toEqual([]);
  });

  it("does not say that nothing was withdrawn where the key was sent before", async () => {
    const typing = userEvent.setup();
    server({ "/api/v3/withdrawals": () => [409, { message: "client_id_reused" }] });
    open();
    await fill(typing);
    await confirm(typing);
    await screen.findByText("This may have gone through already");
    expect(screen.queryByText("Nothing was withdrawn")).toBeNull();
  });

  it("asks for the authenticator app's code where it is on", async () => {
    const typing = userEvent.setup();
    const asked = server({
      "/api/v3/withdrawal-limits": () => [200, limits({ two_factor: true })],
      "/api/v3/withdrawals": () => [200, { message: "wrong_two_factor" }],
    });
    open();
    await fill(typing);
    const dialog = await confirm(typing);
    await within(dialog).findByText("Field is required");
    expect(bodyOf(asked)).toEqual([]);
    await typing.type(within(dialog).getByLabelText("Code from your authenticator app"), "123456");
    await typing.click(within(dialog).getByRole("button", { name: "Confirm withdrawal" }));
    await within(dialog).findByText("The authenticator code is incorrect.");
  });
});

describe("what the server refuses", () => {
  it.each([
    [{ message: "wrong_code" }, "Wrong OTP code", "Invalid Code"],
    [{ message: "wrong_transaction_password" }, "Wrong transaction password", undefined],
    [{ message: "wrong_password" }, "Wrong transaction password", undefined],
    [{ message: "anything" }, "Something went wrong", undefined],
  ])("%j keeps the dialog open", async (answer, title, beside) => {
    const typing = userEvent.setup();
    server({ "/api/v3/withdrawals": () => [200, answer] });
    open();
    await fill(typing);
    const dialog = await confirm(typing);
    await waitFor(() => expect(screen.getAllByText(title).length).toBeGreaterThan(0));
    if (beside) await within(dialog).findByText(beside);
  });

  it.each([
    ["address_fraudulent", "ALERT", /Do not send funds to this address/],
    ["withdrawals_resting", "Withdrawals are paused", /withdrawals are paused until/],
    ["withdrawals_restricted", "Withdrawals are restricted", /high risk/],
    ["address_not_saved", "This address is not saved", /not in your address book/],
    ["withdrawals_paused", "Withdrawals are paused", /for everyone at the moment/],
  ])("%s is an alert", async (message, title, text) => {
    const typing = userEvent.setup();
    const status = message === "withdrawals_paused" ? 503 : 409;
    server({ "/api/v3/withdrawals": () => [status, { message }] });
    open();
    await fill(typing);
    await confirm(typing);
    const alert = await screen.findByRole("dialog", { name: title });
    expect(within(alert).getByText(text)).toBeTruthy();
    expect(screen.queryByText(/The withdrawal may or may not have gone through/)).toBeNull();
  });

  it("a changed fee is looked up again", async () => {
    const typing = userEvent.setup();
    const asked = server({ "/api/v3/withdrawals": () => [409, { message: "fee_changed" }] });
    open();
    await fill(typing);
    await confirm(typing);
    await screen.findByText(/The network fee has changed/);
    await waitFor(() =>
      expect(asked.filter(({ path }) => path === "/api/v3/networks").length).toBe(2),
    );
  });
});

describe("what keeps a withdrawal back before a code is sent", () => {
  it.each([
    [{ restricted: { text: "48 hours" } }, /temporarily disabled for 48 hours/],
    [{ rests_until: "2100-01-01T00:00:00Z" }, /paused until 1 Jan 2100/],
    [{ frozen_by_audit: true }, /paused for everyone/],
  ])("%j", async (changes, text) => {
    const typing = userEvent.setup();
    const asked = server({ "/api/v3/withdrawal-limits": () => [200, limits(changes)] });
    open();
    await typing.click(await screen.findByRole("button", { name: "Withdraw now" }));
    expect(within(await screen.findByRole("dialog")).getByText(text)).toBeTruthy();
    expect(asked.some(({ path }) => path === "/api/v3/otp")).toBe(false);
  });

  it("a pause of the operator's", async () => {
    server({ "/api/v3/status": paused({ withdrawals: true }) });
    open();
    await screen.findByText(
      "Withdrawals are paused for everyone at the moment. Your money is safe.",
    );
    // The second one is that of phones.
    for (const name of ["Withdraw now", "Withdraw"]) {
      expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
    }
  });

  it("a closed network", async () => {
    const typing = userEvent.setup();
    server({ "/api/v3/networks": () => [200, coins(false)] });
    open();
    await typing.click(await screen.findByRole("button", { name: "Withdraw now" }));
    await screen.findByRole("dialog", { name: "This network is closed" });
  });

  it("an address that is not saved while the whitelist is on", async () => {
    const typing = userEvent.setup();
    server({ "/api/v3/withdrawal-limits": () => [200, limits({ whitelist: true })] });
    open();
    await fill(typing);
    await screen.findByRole("dialog", { name: "This address is not saved" });
    expect(screen.getByText(/Your whitelist allows saved addresses only/)).toBeTruthy();
  });

  it("an address that the server warns of", async () => {
    const typing = userEvent.setup();
    const asked = server({
      "/api/v3/withdrawals/check-address": () => [409, { message: "address_fraudulent" }],
    });
    open();
    await fill(typing);
    const alert = await screen.findByRole("dialog", { name: "ALERT" });
    expect(within(alert).getByText(/Do not send funds to this address/)).toBeTruthy();
    const checks = asked.filter(({ path }) => path === "/api/v3/withdrawals/check-address");
    expect(checks.map(({ body }) => body)).toEqual([
      { coin: "USDT", bchain_name: "TRC20", withdraw_address: receiver },
    ]);
    expect(asked.some(({ path }) => path === "/api/v3/otp")).toBe(false);
    expect(screen.queryByRole("dialog", { name: "Confirm withdrawal" })).toBeNull();
  });

  it("an address that the server could not look up", async () => {
    const typing = userEvent.setup();
    server({ "/api/v3/withdrawals/check-address": () => [503, { message: "unavailable" }] });
    open();
    await fill(typing);
    await screen.findByText("Nothing was withdrawn");
    expect(screen.queryByRole("dialog", { name: "Confirm withdrawal" })).toBeNull();
  });

  it("an address of another network", async () => {
    const typing = userEvent.setup();
    server({});
    open();
    await fill(typing, "0x52908400098527886E0F7030069857D2E4169EE7");
    await screen.findByText(/does not match the currently selected primary network/);
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Withdraw now" });
    expect(button.disabled).toBe(true);
  });
});

it("says what failed, and tries again", async () => {
  const typing = userEvent.setup();
  let broken = true;
  server({
    "/api/v3/networks": () => (broken ? [400, { message: "bad_request" }] : [200, coins()]),
  });
  open();
  const again = await screen.findByRole("button", { name: "Try again" });
  broken = false;
  await typing.click(again);
  await screen.findByRole("textbox", { name: /Recipient address/ });
});
