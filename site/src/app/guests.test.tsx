// @vitest-environment jsdom
// What guests see of markets and offers where the operator shows it to them, and the way from there.
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { queries } from "../lib/api";
import { tellGuestsSeeTrading } from "../lib/guests";
import { currentSession, endSession } from "../lib/session";
import { serve, serveStreams, type Answer } from "../lib/test_server";
import { clearToasts } from "../ui/toast";
import { App } from "./app";

vi.mock("./live_chat", () => {
  throw new Error("this part's code could not be fetched");
});

// What Layout asks of the window, which jsdom does not have.
beforeAll(() => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
  window.scrollTo = () => undefined;
});

beforeEach(serveStreams);
afterEach(() => {
  cleanup();
  clearToasts();
  vi.unstubAllGlobals();
  queries.clear();
  endSession();
  tellGuestsSeeTrading(undefined);
  localStorage.clear();
});

const pair = {
  id: "1",
  coin_id: "1",
  name: "BTC",
  full_name: "Bitcoin",
  coin_pair_name: "BTCUSDT",
  image: "",
  favorite: "",
  close: "50000",
  stale: false,
  quantity_places: 8,
};

const status =
  (changes: object): Answer =>
  () => [
    200,
    {
      demo: false,
      guests_see_trading: true,
      paused: { trading: false, deposits: false, withdrawals: false, markets: [] },
      prices: { stale_after_ms: 60_000 },
      time: new Date().toISOString(),
      ...changes,
    },
  ];

async function open(address: string, calls: Record<string, Answer> = {}) {
  const asked = serve({
    "/api/v3/status": status({}),
    "/api/v2/market-all-pairs": () => [200, { coinpair: [pair] }],
    "/api/v3/all-pairs": () => [200, { coinpair: [pair] }],
    "/api/v3/earn/view": () => [200, { earn: [] }],
    ...calls,
  });
  history.replaceState(null, "", address);
  await act(() => {
    render(<App />);
    return Promise.resolve();
  });
  return asked;
}

/** What react-router keeps with an address: where a visitor goes after signing in. */
const kept = () => (history.state as { usr?: unknown } | null)?.usr;
const call = (name: string) => screen.findByRole("region", { name });

it("shows Convert at the market's rate, and asks nothing of a client's", async () => {
  const user = userEvent.setup();
  const asked = await open("/wallet/convert");
  const main = within(await screen.findByRole("main"));
  await user.type(await main.findByLabelText("Amount to pay"), "100");
  await waitFor(() =>
    expect(main.getByLabelText<HTMLInputElement>("Amount to receive").value).toBe("0.002"),
  );
  expect(main.queryByRole("button", { name: "Convert" })).toBeNull();
  const privateCalls = ["/api/v3/wallets/spot", "/api/v3/convert/quote", "/api/v3/getOrder"];
  expect(asked.filter(({ path }) => privateCalls.includes(path))).toEqual([]);
});

it("leads from there to an account, and says where the way goes on", async () => {
  const user = userEvent.setup();
  await open("/wallet/convert?to=BTC");
  await user.click(
    within(await call("Sign in to convert")).getByRole("link", { name: "Create account" }),
  );
  await screen.findByRole("heading", { level: 1, name: "Create your account" });
  expect(location.pathname).toBe("/signin");
  expect(kept()).toEqual({ from: "/wallet/convert?to=BTC", new_here: true });
});

it.each(["/wallet/earn", "/wallet/simple_earn", "/wallet/auto_invest"])(
  "shows the offers of %s, and nothing of a client's",
  async (address) => {
    const asked = await open(address);
    await call("Sign in to earn");
    expect(location.pathname).toBe(address);
    const privateCalls = ["/api/v3/stake", "/api/v3/earn/auto-invest", "/api/v3/wallets/spot"];
    expect(asked.filter(({ path }) => privateCalls.includes(path))).toEqual([]);
  },
);

it.each(["/wallet", "/wallet/deposit", "/history", "/account/security"])(
  "shows nobody else what is at %s",
  async (address) => {
    await open(address);
    await waitFor(() => expect(location.pathname).toBe("/signin"));
  },
);

it("shows nothing where the operator has not said so", async () => {
  await open("/wallet/convert", { "/api/v3/status": status({ guests_see_trading: false }) });
  await waitFor(() => expect(location.pathname).toBe("/signin"));
  expect(kept()).toEqual({ from: "/wallet/convert" });
});

it("keeps the page, and the search over it, when the live chat cannot be fetched", async () => {
  const user = userEvent.setup();
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await open("/wallet/convert", {
    "/api/v3/status": status({ live_chat_url: "https://chat.example/" }),
  });
  await call("Sign in to convert");
  // React says what was caught.
  await waitFor(() => expect(said).toHaveBeenCalled());
  said.mockRestore();
  await call("Sign in to convert");
  await user.keyboard("?");
  await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
});

const tryIt = () => screen.findByRole("button", { name: "Try it now with play money" });

it("has no throw-away account where there is no demonstration", async () => {
  await open("/wallet/convert");
  await call("Sign in to convert");
  expect(screen.queryByRole("button", { name: "Try it now with play money" })).toBeNull();
});

it("opens a throw-away account with one press, and stays on the page", async () => {
  const user = userEvent.setup();
  const client = { id: "7", status: "ACTIVE", membership_level: "NO_BADGE" };
  await open("/wallet/convert", {
    "/api/v3/status": status({ demo: true }),
    "/api/v3/demo-account": () => [
      200,
      {
        status: 200,
        message: "success",
        user: { email: "guest-1@guest.invalid", user_unique_id: "U7", account_status: "" },
        client,
        password: "first",
        transaction_password: "second",
      },
    ],
    "/api/v3/wallets/spot": () => [200, { wallet: [] }],
    "/api/v3/convert/history": () => [200, { conversions: [], total: 0 }],
  });
  await user.click(await tryIt());
  await screen.findByRole("button", { name: "Convert" });
  expect(location.pathname).toBe("/wallet/convert");
  expect(currentSession()?.client.id).toBe("7");
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/first"|second"/);
});

it("says why there is no throw-away account", async () => {
  const user = userEvent.setup();
  await open("/wallet/convert", {
    "/api/v3/status": status({ demo: true }),
    "/api/v3/demo-account": () => [429, { message: "too_many_demo_accounts" }],
  });
  await user.click(await tryIt());
  await screen.findByText(/Too many demo accounts were opened from this network today/);
  expect(currentSession()).toBeNull();
});
