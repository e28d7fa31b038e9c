// @vitest-environment jsdom
// Reversing a position: what is closed, what is opened in its place, and what has to be there
// beforehand.
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve, type Answer } from "../../lib/test_server";
import { tradingCalls } from "../../lib/test_trading";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { FuturesScreen } from "./futures_screen";
import { ReverseDialog } from "./reverse_dialog";
import { contract, long, margins, server } from "./test_contracts";

beforeEach(signIn);
afterEach(leaveScreen);

const path = "/api/v3/futures/reverse";
const onClose = vi.fn();
const early = { daysLeft: 0, futureTarget: "0", futureFundsToAdd: "0" };
const accepted: Answer = () => [
  200,
  { message: "reverseRequest", ...early, price: "51000", reversed_as: "8", held: "1793.925" },
];

function open(answers: Answer[], more: { available?: string; stale?: boolean } = {}) {
  onClose.mockClear();
  const asked = serve(
    server({
      ...tradingCalls({}),
      "/api/v2/client-margin": () => [200, margins(long)],
      [path]: (call) => answers.shift()?.(call) ?? null,
    }),
  );
  openScreen(
    <ReverseDialog
      position={long}
      contract={{ ...contract("BTC", "51000"), stale: more.stale ?? false }}
      available={more.available ?? "2000"}
      onClose={onClose}
    />,
  );
  return () => asked.filter((call) => call.path === path).map(({ body }) => body);
}

const dialog = () => within(screen.getByRole("dialog", { name: "Reverse this position?" }));
const button = () => dialog().getByRole<HTMLButtonElement>("button", { name: "Reverse" });

async function confirm(password = "open sesame") {
  const input = dialog().getByLabelText("Transaction password");
  await userEvent.clear(input);
  await userEvent.type(input, password);
  await userEvent.click(button());
}

it("says what is closed and what is opened, and sends both as one request", async () => {
  const sent = open([accepted]);
  dialog().getByText("Closes long");
  dialog().getByText("Opens short");
  // 0.35 from 50,000 at 51,000: 350 more, and a fee of 8.925 for each of both.
  expect(screen.getByTestId("reversing-profit").textContent).toContain("350.00");
  expect(screen.getByTestId("reversing-returns").textContent).toMatch(/^≈ 2,091\.0/);
  expect(screen.getByTestId("reversing-margin").textContent).toMatch(/^≈ 1,785\.00/);
  expect(screen.getByTestId("reversing-needs").textContent).toMatch(/^≈ 1,793\.9/);
  await confirm();
  await screen.findByText("Your request has been submitted. The position is reversed in a moment.");
  expect(onClose).toHaveBeenCalledOnce();
  expect(sent()).toMatchObject([
    { future_id: "7", opening_price: "51000", transaction_password: "open sesame" },
  ]);
  expect(sent()[0]?.["client_id"]).toBeTruthy();
});

it("sends nothing while the new margin is not there beforehand", () => {
  open([], { available: "1793" });
  dialog().getByText("Insufficient balance (1,793)");
  expect(button().disabled).toBe(true);
});

it("sends nothing at a price that is old", () => {
  open([], { stale: true });
  dialog().getByText(/Prices are delayed/);
  expect(button().disabled).toBe(true);
});

it("asks again for a password that was wrong, with the same request", async () => {
  const sent = open([() => [200, { message: "wrong_transaction_password" }], accepted]);
  await confirm("guessed");
  await dialog().findByText("Wrong transaction password");
  expect(onClose).not.toHaveBeenCalled();
  await confirm();
  await screen.findByText(/The position is reversed in a moment/);
  const [wrong, right] = sent();
  expect(right).toEqual({ ...wrong, transaction_password: "open sesame" });
});

it("tells when it is too early to close", async () => {
  open([() => [200, { ...early, message: "closePositionError", daysLeft: 30 }]]);
  await confirm();
  await screen.findByText("Not closed");
  screen.getByText(/Remaining days: 30/);
  expect(screen.queryByText(/The position is reversed in a moment/)).toBeNull();
});

it("says why it was refused", async () => {
  open([() => [409, { message: "closing_by_operator", field: "future_id" }]]);
  await confirm();
  await screen.findByText("The position was not reversed");
  screen.getByText(/Positions are closed by an operator here/);
});

it("stands beside closing, and says what became of both", async () => {
  const short = { ...long, id: "8", delegate_type: "SELL_EMPTY" as const, opening_price: "51000" };
  const closed = {
    ...long,
    state: "CLOSED" as const,
    reversed_as: "8",
    closing_price: "51000",
    realised: "350",
    reason: "closed" as const,
    liquidation: null,
    fee: "17.675",
    end_date: "2026-11-21T21:00:00Z",
  };
  let done = false;
  serve(
    server({
      ...tradingCalls({}),
      "/api/v2/client-margin": () => [200, margins(done ? short : long)],
      "/api/v3/futures/history": () => [200, { positions: [closed], total: 1 }],
      [path]: (call) => {
        done = true;
        return accepted(call);
      },
    }),
  );
  openScreen(<FuturesScreen Chart={() => null} />, "/trades/futures/BTC", "/trades/futures/:coin");
  await userEvent.click(await screen.findByRole("button", { name: "Reverse position BTCUSDT" }));
  await confirm();
  await screen.findByText(/^Closed long 0.35 BTC at 51,000.0/, undefined, { timeout: 5_000 });
  await screen.findByText("Position reversed");
  screen.getByText(/^Opened short 0.35 BTC at 51,000.0/);
});

it("shows that a position is being reversed", async () => {
  const leaving = { ...long, state: "CLOSE_REQUESTED" as const, reversed_as: "8" };
  serve(server({ "/api/v2/client-margin": () => [200, margins(leaving)] }));
  openScreen(<FuturesScreen Chart={() => null} />, "/trades/futures/BTC", "/trades/futures/:coin");
  await screen.findByText("Reversing");
  expect(screen.queryByRole("button", { name: /Close position/ })).toBeNull();
});
