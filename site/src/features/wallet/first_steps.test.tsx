// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queries } from "../../lib/api";
import { firstStepsOpen, openFirstSteps } from "../../lib/first_steps";
import { hideBalances } from "../../lib/preferences";
import { endSession, startSession } from "../../lib/session";
import { paused, serve } from "../../lib/test_server";
import { WalletScreen } from "./wallet_screen";

const me = "7";
const card = "First steps";

const tether = {
  name: "USDT",
  full_name: "Tether",
  image: "/icons/usdt.svg",
  coin_value: "9000.50000000",
  freeze_value: "999.50000000",
  usdt_value: "10000",
};

function open({ demo = true, fills = 0, holdings = [tether] } = {}) {
  const heard = serve({
    "/api/v3/status": (asked) => {
      const [status, facts] = paused({})(asked) as [number, object];
      return [status, { ...facts, demo }];
    },
    "/api/v3/wallets/spot": () => [200, { wallet: holdings }],
    "/api/v3/trades/order-histories": () => [200, { orders: [], fills: [], fills_total: fills }],
    "/api/v3/overview": () => [
      200,
      {
        overviewTotal: "10000",
        spotTotal: "10000",
        futureTotal: "0",
        earnTotal: "0",
        fundingTotal: "0",
      },
    ],
  });
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={["/wallet"]}>
        <WalletScreen Markets={() => null} Positions={() => null} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return heard;
}

beforeEach(() => {
  startSession({
    user: {
      email: "mira@mail.com",
      mobile_number: "",
      user_unique_id: me,
      account_status: "Unverified",
    },
    client: { id: me, status: "ACTIVE", membership_level: "NO_BADGE" },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queries.clear();
  endSession();
});

it("meets a new client of a demonstration with their play money and three ways to begin", async () => {
  openFirstSteps(me);
  open();
  await screen.findByRole("heading", { name: "You have 10,000 USDT of play money" });
  const ways = [
    ["Make your first trade", "/trades/spot/BTC"],
    ["Take a 60-second tour", "/trades/spot/BTC"],
  ] as const;
  for (const [name, address] of ways) {
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(address);
  }
  const cardOf = screen.getByRole("region", { name: card });
  expect(cardOf.querySelector('a[href="/wallet/deposit"]')?.textContent).toBe("Deposit");
});

it.each([
  ["where money is real", { demo: false }],
  ["before the play money is there", { holdings: [] }],
])("names no amount %s", async (_, changes) => {
  openFirstSteps(me);
  const heard = open(changes);
  await waitFor(() => expect(heard.map(({ path }) => path)).toContain("/api/v3/wallets/spot"));
  await screen.findByRole("heading", { name: "Welcome to Cambio" });
  expect(screen.queryByText(/play money/)).toBeNull();
});

it("hides the amount with the balances", async () => {
  hideBalances(true);
  openFirstSteps(me);
  open();
  await screen.findByRole("heading", { name: /hidden USDT of play money/ });
});

it("is closed for good", async () => {
  openFirstSteps(me);
  open();
  await userEvent.setup().click(await screen.findByRole("button", { name: /Close first/ }));
  expect(screen.queryByRole("region", { name: card })).toBeNull();
  expect(firstStepsOpen(me)).toBe(false);
});

it("goes with the first trade, for good", async () => {
  openFirstSteps(me);
  open({ fills: 1 });
  await waitFor(() => expect(firstStepsOpen(me)).toBe(false));
  expect(screen.queryByRole("region", { name: card })).toBeNull();
});

it("is not there for others, and asks for nothing of theirs", async () => {
  openFirstSteps("8");
  const heard = open();
  await screen.findByTestId("wallet-total");
  await waitFor(() => expect(heard.map(({ path }) => path)).toContain("/api/v3/wallets/spot"));
  expect(screen.queryByRole("region", { name: card })).toBeNull();
  expect(heard.map(({ path }) => path)).not.toContain("/api/v3/trades/order-histories");
});
