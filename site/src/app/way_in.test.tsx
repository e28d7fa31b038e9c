// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { queries } from "../lib/api";
import { endSession, startSession } from "../lib/session";
import { serve, type Answer } from "../lib/test_server";
import { App } from "./app";

const text = vi.hoisted(() => ({ missing: "" }));
vi.mock("../lib/i18n", async (original) => {
  const page = await original<typeof import("../lib/i18n")>();
  const loadText: typeof page.loadText = (areas) =>
    areas.some((area) => area === text.missing)
      ? Promise.reject(new Error("this text could not be fetched"))
      : page.loadText(areas);
  return { ...page, loadText };
});

// What Layout asks of the window, which jsdom does not have.
beforeAll(() => {
  window.scrollTo = () => undefined;
});

afterEach(() => {
  text.missing = "";
  vi.unstubAllGlobals();
  queries.clear();
  endSession();
});

async function open(address: string, calls: Record<string, Answer> = {}): Promise<void> {
  serve(calls);
  history.replaceState(null, "", address);
  // What waits for the text of a title goes on within an act that is awaited, and only there.
  await act(() => {
    render(<App />);
    return Promise.resolve();
  });
}

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const email = () => screen.getByRole("textbox", { name: "Email" });
const atSignIn = () => waitFor(() => expect(location.pathname).toBe("/signin"));

it.each([
  ["/wallet", "Sign in to see your wallet."],
  ["/wallet/BTC", "Sign in to see your wallet."],
  ["/trades/spot/ETH", "Sign in to trade ETH."],
  ["/trades/trade-chart/solusdt", "Sign in to trade SOL."],
  ["/trades/spot", "Sign in to trade BTC."],
  ["/trades/spot/Send%20coins%20to%20us", "Sign in to trade BTC."],
  ["/trades/futures/ETH", "Sign in to trade ETH futures."],
  ["/wallet/withdraw?coin=ETH", "Sign in to continue to Withdraw."],
  ["/account/security", "Sign in to continue to Security."],
  ["/deposit", "Sign in to continue to Deposit."],
  ["/price-alerts?pair=BTCUSDT", "Sign in to continue to Price alerts."],
])("says to a guest of %s: %s", async (address, sentence) => {
  await open(address);
  await screen.findByText(sentence);
  await heading("Welcome back");
  expect(location.pathname).toBe("/signin");
});

it("says why on the side of a new account too, and again on the way back", async () => {
  const user = userEvent.setup();
  await open("/trades/spot/ETH");
  await screen.findByText("Sign in to trade ETH.");
  await user.click(screen.getByRole("link", { name: "Create account" }));
  await screen.findByText(
    "You need an account to trade ETH. First, we send a six-digit code to your email.",
  );
  expect(location.pathname).toBe("/signup");
  await user.click(screen.getByRole("link", { name: "Sign in" }));
  await screen.findByText("Sign in to trade ETH.");
});

it("stands without the page's name where that cannot be fetched", async () => {
  text.missing = "mining";
  await open("/wallet/live");
  await screen.findByText("Sign in with your email or phone number.");
  await heading("Welcome back");
});

it("says nothing of a page to whoever comes by themselves", async () => {
  await open("/signin");
  await heading("Welcome back");
  screen.getByText("Sign in with your email or phone number.");
});

it("leads back to the whole address that was asked for", async () => {
  const signedIn = {
    status: 200,
    user: { email: "mira@mail.com", user_unique_id: "1", account_status: "Unverified" },
    client: { id: "1", status: "ACTIVE", membership_level: "NO_BADGE" },
  };
  const user = userEvent.setup();
  await open("/wallet/deposit?coin=ETH", {
    "/api/v2/username-check": () => [200, { message: "exist" }],
    "/api/v3/login": () => [200, signedIn],
  });
  await screen.findByText("Sign in to continue to Deposit.");
  await user.type(email(), "mira@mail.com");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await user.type(await screen.findByLabelText("Password"), "correct-horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(location.pathname).toBe("/wallet/deposit"));
  expect(location.search).toBe("?coin=ETH");
});

it("says why when the session ends on a page, too", async () => {
  startSession({
    user: {
      email: "mira@mail.com",
      mobile_number: "",
      user_unique_id: "1",
      account_status: "Unverified",
    },
    client: { id: "1", status: "ACTIVE", membership_level: "NO_BADGE" },
  });
  await open("/wallet/deposit", {
    "/api/v3/networks": () => [401, { message: "unauthorized" }],
  });
  await screen.findByText("Sign in to continue to Deposit.");
  await atSignIn();
});

it("says that favorites need an account", async () => {
  const user = userEvent.setup();
  await open("/markets/favorites", {
    "/api/v2/market-all-pairs": () => [200, { coinpair: [] }],
  });
  const main = within(screen.getByRole("main"));
  await user.click(await main.findByRole("link", { name: "Sign in" }));
  await screen.findByText("Sign in to keep your favorites.");
});

it("leads a guest who presses a market's bell to its alerts", async () => {
  const user = userEvent.setup();
  const btc = {
    ...{ id: "1", coin_id: "1", coin_pair_name: "BTCUSDT", name: "BTC", full_name: "Bitcoin" },
    ...{ image: "", type: "MAIN", close: "50000", increase_in_value: "1", high: "1", low: "1" },
    ...{ volume_usdt: "1", favorite: "", tick: "0.1", stale: false, sparkline: [] },
  };
  await open("/markets/prices", {
    "/api/v2/market-all-pairs": () => [200, { coinpair: [btc] }],
  });
  await user.click(await screen.findByRole("button", { name: "Price alert for BTC/USDT" }));
  await screen.findByText("Sign in to continue to Price alerts.");
  expect(history.state).toMatchObject({ usr: { from: "/price-alerts?pair=BTCUSDT" } });
});

it("begins with a new account for whoever presses Get Started, also after a reload", async () => {
  const user = userEvent.setup();
  await open("/");
  const link = await screen.findByRole("link", { name: "Get Started" });
  expect(link.getAttribute("href")).toBe("/signin");
  await user.type(screen.getByRole("textbox", { name: "Your email" }), "mira@mail.com");
  await user.click(link);
  await atSignIn();
  await heading("Create your account");
  expect(email()).toHaveProperty("value", "mira@mail.com");
  expect(document.activeElement).toBe(email());

  cleanup();
  render(<App />);
  await heading("Create your account");
  expect(email()).toHaveProperty("value", "mira@mail.com");

  await user.click(screen.getByRole("link", { name: "Sign in" }));
  await heading("Welcome back");
  expect(location.pathname).toBe("/signin");
});

it("begins with a new account for whoever presses Enter behind their email", async () => {
  const user = userEvent.setup();
  await open("/");
  await user.type(
    await screen.findByRole("textbox", { name: "Your email" }),
    " mira@mail.com{Enter}",
  );
  await atSignIn();
  await heading("Create your account");
  expect(email()).toHaveProperty("value", "mira@mail.com");
});
