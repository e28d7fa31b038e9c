// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queries, statusKey } from "../../lib/api";
import type { Deposit } from "../../lib/funds";
import { paused, serve, type Answer } from "../../lib/test_server";
import { clearToasts, Toasts } from "../../ui/toast";
import DepositScreen from "./deposit_screen";

const address = "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7";
const coins = {
  coins: [
    {
      coin: "USDT",
      name: "Tether",
      image: "/icons/usdt.svg",
      minimum_listed: "1",
      networks: [
        {
          name: "TRC20",
          title: "Tron (TRC20)",
          subname: "Tron",
          value: "TRC20",
          kind: "tron",
          arrival_minutes: 2,
          confirmations: 1,
          unlock_confirmations: 64,
          minimum_deposit: "0.01",
          deposit_open: true,
          test_coins: false,
          withdrawal: null,
          contract: null,
          explorer_tx: null,
        },
      ],
    },
  ],
};
const deposit = (changes: Partial<Deposit>): Deposit => ({
  id: "7",
  coin: "USDT",
  full_name: "Tether",
  image: "/icons/usdt.svg",
  network: "TRC20",
  recharge_amount: "25.000000",
  recharge_status: "DECLINED",
  state: "CREDITED",
  reason: null,
  confirmations: 1,
  confirmations_needed: 1,
  unlock_confirmations: 64,
  unlocked: true,
  address,
  txid: "ab".repeat(32),
  date: "2026-11-20T10:00:00.000Z",
  response_time: null,
  wallet: "SPOT",
  ...changes,
});

function server(deposits: readonly Deposit[], changes: Record<string, Answer> = {}) {
  return serve({
    "/api/v3/networks": () => [200, coins],
    "/api/v3/fetch/address": () => [200, { wallet: { wallet_address: address } }],
    "/api/v3/deposit-history": () => [200, { deposit: deposits, total: deposits.length }],
    "/api/v3/all-pairs": () => [200, { coinpair: [] }],
    ...changes,
  });
}

function open() {
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={["/wallet/deposit"]}>
        <DepositScreen />
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
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
  queries.clear();
});

it.each<[Partial<Deposit>, string, RegExp | null]>([
  [{ state: "SEEN", recharge_status: "PENDING", confirmations: 0 }, "Pending", null],
  [{ recharge_status: "APPROVED" }, "Completed", null],
  [
    { recharge_status: "APPROVED", unlocked: false },
    "Completed",
    /You can trade it now\. You can withdraw it after 64/,
  ],
  [{ state: "ORPHANED" }, "Dropped", /dropped this transaction\. If the network includes it again/],
  [{ state: "REVERSED" }, "Reversed", /so the credit was reversed too/],
  [{ state: "IGNORED", reason: "below_minimum" }, "Not credited", /below the minimum deposit/],
  [{ state: "IGNORED", reason: "too_large" }, "Not credited", /was not credited\. Contact/],
])("%j is %s", async (changes, chip, text) => {
  server([deposit(changes)]);
  open();
  const row = await screen.findByRole("button", { name: /^Details of the deposit of 25 USDT/ });
  expect(within(row).getByText(chip)).toBeTruthy();
  await userEvent.setup().click(row);
  const dialog = await screen.findByRole("dialog", { name: "Deposit Details" });
  expect(within(dialog).getByText(chip)).toBeTruthy();
  expect(within(dialog).getByText("Spot Wallet")).toBeTruthy();
  if (text) expect(within(dialog).getByText(text)).toBeTruthy();
  else expect(within(dialog).queryByText(/Contact support|withdraw it after/)).toBeNull();
});

it("says when large deposits are credited, where that is later", async () => {
  server([]);
  open();
  expect(
    await screen.findByText(
      "Large deposits, and all of them while many arrive, are credited after 64 confirmations.",
    ),
  ).toBeTruthy();
});

it("says that there are none, and what could not be loaded", async () => {
  let broken = true;
  server([], {
    "/api/v3/fetch/address": () => [
      broken ? 400 : 200,
      broken ? { message: "bad_request" } : { wallet: { wallet_address: address } },
    ],
  });
  open();
  await screen.findByText("No deposits yet");
  const again = await screen.findByRole("button", { name: "Try again" });
  broken = false;
  await userEvent.setup().click(again);
  expect((await screen.findByTestId("deposit-address")).textContent).toBe(address);
});

it.each([
  [true, "says that it is the demonstration's own chain"],
  [false, "says nothing of a demonstration where money is real"],
])("demo: %s %s", async (demo) => {
  let answered = false;
  server([], {
    "/api/v3/status": (asked) => {
      answered = true;
      const [status, facts] = paused({})(asked) as [number, object];
      return [status, { ...facts, demo }];
    },
  });
  open();
  await screen.findByTestId("deposit-address");
  await waitFor(() => expect(answered).toBe(true));
  const sentence = /real coins sent here are lost/;
  if (demo) await screen.findByText(sentence);
  else expect(screen.queryByText(sentence)).toBeNull();
});

/** The list of networks where the first one is a demonstration's own. */
const ofDemonstration = {
  coins: coins.coins.map((coin) => ({
    ...coin,
    networks: coin.networks.map((network) => ({ ...network, test_coins: true })),
  })),
};

it("sends test coins on a demonstration's own chain", async () => {
  const asked = server([], {
    "/api/v3/networks": () => [200, ofDemonstration],
    "/api/v3/test-coins": () => [200, { message: "success", coin: "USDT", amount: "100" }],
  });
  open();
  await userEvent.setup().click(await screen.findByRole("button", { name: "Send me test coins" }));
  await screen.findByText("100 USDT sent to your address");
  expect(asked.find(({ path }) => path === "/api/v3/test-coins")?.body).toEqual({ coin: "USDT" });
});

it("says why no test coins came", async () => {
  server([], {
    "/api/v3/networks": () => [200, ofDemonstration],
    "/api/v3/test-coins": () => [503, { message: "unavailable" }],
  });
  open();
  await userEvent.setup().click(await screen.findByRole("button", { name: "Send me test coins" }));
  await screen.findByText(/not available at the moment/);
});

it("sends none anywhere else", async () => {
  server([]);
  open();
  await screen.findByTestId("deposit-address");
  expect(screen.queryByRole("button", { name: "Send me test coins" })).toBeNull();
});

it("shows no address while deposits are paused, and shows it again once they are not", async () => {
  let stopped = true;
  const openByNow = () => ({
    coins: coins.coins.map((coin) => ({
      ...coin,
      networks: coin.networks.map((network) => ({ ...network, deposit_open: !stopped })),
    })),
  });
  server([], {
    "/api/v3/networks": () => [200, openByNow()],
    "/api/v3/status": (asked) => paused({ deposits: stopped })(asked),
  });
  open();
  await screen.findByText("Deposits are paused");
  screen.getByText(/What you have already sent is safe/);
  expect(screen.queryByText(/it would not be credited/)).toBeNull();
  expect(screen.queryByTestId("deposit-address")).toBeNull();
  stopped = false;
  await queries.invalidateQueries({ queryKey: statusKey });
  const shown = await screen.findByTestId("deposit-address");
  await waitFor(() => expect(shown.textContent).toBe(address));
  expect(screen.queryByText(/paused/)).toBeNull();
});
