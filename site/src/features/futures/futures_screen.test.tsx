// @vitest-environment jsdom
// Opening and closing on the futures screen: what is sent, and what is said of each answer.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { chooseAfterClosing } from "../../lib/after_closing";
import type { Schemas } from "../../lib/calls";
import { onPriceAlertAsked } from "../../lib/price_alert";
import { paused, serve, serveStreams, type Answer } from "../../lib/test_server";
import { onTransferAsked, usualTransfer, type TransferWish } from "../../lib/transfer";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import type { ChartType, DrawnPosition } from "./chart_of";
import { FuturesScreen } from "./futures_screen";
import { contract, long, margins, server } from "./test_contracts";

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  signIn();
  serveStreams();
});
afterEach(leaveScreen);

const drawn: (readonly DrawnPosition[] | undefined)[] = [];
const Chart: ChartType = ({ positions }) => void drawn.push(positions);

function open(coin: string, changes: Record<string, Answer> = {}) {
  drawn.length = 0;
  const asked = serve(server(changes));
  const { address } = openScreen(
    <FuturesScreen Chart={Chart} />,
    `/trades/futures/${coin}`,
    "/trades/futures/:coin",
  );
  const sent = (path: string) => asked.filter((call) => call.path === path).map(({ body }) => body);
  return { address, sent };
}

const form = () => within(screen.getByRole("form", { name: "Open a position" }));
const amount = () => form().getByRole<HTMLInputElement>("textbox", { name: /^Amount/ });
const available = () =>
  waitFor(() => expect(screen.getByTestId("available").textContent).toContain("2,000.00"));
const button = () => form().getByRole<HTMLButtonElement>("button", { name: /Buy more|Sell empty/ });
const submit = () => user.click(button());
const positions = () => within(screen.getByRole("region", { name: "Your positions" }));

async function confirm() {
  const dialog = await screen.findByRole("dialog", { name: "Confirm position" });
  const field = within(dialog).getByLabelText("Transaction password");
  await user.clear(field);
  await user.type(field, "secret");
  await user.click(within(dialog).getByRole("button", { name: "Confirm" }));
}

describe("opening a position", () => {
  it("says what was answered that nobody expects, nothing, or a refusal", async () => {
    const text = "Positions rest until noon.";
    const answers: Answer[] = [
      () => [200, { message: "neither here nor there" }],
      () => null,
      // One that the site has no sentence for: the server's own stands there.
      () => [409, { message: "resting", text }],
      () => [200, { message: "success" }],
    ];
    let opened = false;
    const { sent } = open("ETH", {
      "/api/v2/buy-more": (asked) => {
        opened = answers.length === 1;
        return answers.shift()?.(asked) ?? null;
      },
      "/api/v2/client-margin": () => {
        const eth = { ...long, coin_pair: { pair_name: "ETHUSDT", image: "" } };
        return [200, opened ? margins(eth) : margins()];
      },
    });
    await available();
    await user.type(amount(), "100");
    await submit();
    await confirm();
    await screen.findByText("Something went wrong");
    await confirm();
    await screen.findByText("No answer from the server");
    await confirm();
    await screen.findByText("The position was not opened");
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole("dialog", { name: "Confirm position" })).toBeNull();
    // The form is as it was.
    expect(amount().value).toBe("100");
    await submit();
    await confirm();
    await screen.findByText("Order created successfully");
    const rows = await positions().findAllByRole("row", { name: /ETH\/USDT/ });
    expect(rows).toHaveLength(1);
    // What may have arrived is sent again as the same; after the refusal it is something new.
    const keys = sent("/api/v2/buy-more").map(({ client_id: clientId }) => clientId);
    expect(keys).toHaveLength(4);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });
});

const past: Schemas["PastPosition"] = {
  ...long,
  state: "CLOSED",
  end_date: "2026-11-21T21:00:00Z",
  closing_price: "50100.25",
  realised: "35",
  fee: "17.518",
  reason: "closed",
  liquidation: null,
};

it("says what was opened, at which price and for which fee", async () => {
  open("BTC", { "/api/v2/buy-more": () => [200, { message: "success", position: long }] });
  await available();
  expect(form().getByText("Fills at the mark price")).toBeTruthy();
  await user.type(amount(), "1750");
  await submit();
  await confirm();
  await screen.findByText("Opened long 0.35 BTC at 50,000.0. Fee: 8.75 USDT.");
});

it("leads to a transfer of USDT where there is nothing to open a position with", async () => {
  const asked: TransferWish[] = [];
  onTestFinished(onTransferAsked((wish) => void asked.push(wish)));
  const nothing = margins();
  nothing.account.available = "0";
  open("BTC", { "/api/v2/client-margin": () => [200, nothing] });
  await user.click(await screen.findByRole("link", { name: "Transfer USDT" }));
  await user.type(amount(), "100");
  await submit();
  const error = within(await form().findByRole("alert"));
  expect(error.getByText(/Insufficient balance/)).toBeTruthy();
  await user.click(error.getByRole("link", { name: "Transfer USDT" }));
  expect(asked).toEqual([usualTransfer, usualTransfer]);
});

describe("closing a position", () => {
  const path = "/api/v3/futures/close";

  async function close(answer: Answer, more: Record<string, Answer> = {}) {
    const { address, sent } = open("BTC", {
      "/api/v2/client-margin": () => [200, margins(long)],
      [path]: answer,
      ...more,
    });
    const row = await positions().findByRole("row", { name: /BTC\/USDT/ });
    await user.click(within(row).getByRole("button", { name: /Close position/ }));
    const dialog = screen.getByRole("dialog", { name: "Close this position?" });
    expect(within(dialog).getByText(/Closing costs a fee of 0\.05 ?%/)).toBeTruthy();
    await user.type(within(dialog).getByLabelText("Transaction password"), "open sesame");
    const buttons = within(dialog).getAllByRole("button", { name: "Close" });
    await user.click(buttons.at(-1) as HTMLElement);
    await waitFor(() => expect(sent(path)).toHaveLength(1));
    expect(sent(path)[0]).toMatchObject({ future_id: "7", transaction_password: "open sesame" });
    return address;
  }

  it("is refused while it is too early, with what would allow it", async () => {
    const address = await close(() => [
      200,
      {
        message: "closePositionError",
        daysLeft: 12,
        futureTarget: "1500",
        futureFundsToAdd: "300",
      },
    ]);
    await screen.findByText(
      "Remaining days: 12. If your income amount is greater than or equal to 1,500, or total assets is less than or equal to 300, it can be closed in advance directly.",
    );
    expect(address()).toBe("/trades/futures/BTC");
  });

  it("without an answer says that there was none", async () => {
    await close(() => null);
    await screen.findByText("No response from the server");
  });

  it("asks again for a password that was wrong", async () => {
    await close(() => [200, { message: "wrong_transaction_password" }]);
    const dialog = await screen.findByRole("dialog", { name: "Close this position?" });
    await within(dialog).findByText("Wrong transaction password");
  });

  it("with an answer that nobody expects says that something went wrong", async () => {
    const address = await close(() => [200, { message: "neither here nor there" }]);
    await screen.findByText("Something went wrong");
    expect(address()).toBe("/trades/futures/BTC");
  });

  it("with a failure says so, and that nobody knows", async () => {
    await close(() => [500, { message: "internal" }]);
    await screen.findByText("An error occurred while making the request");
    expect(screen.getByText(/The request may or may not have gone through/)).toBeTruthy();
  });

  it("refused says so, in the server's words", async () => {
    await close(() => [409, { message: "stale_price" }]);
    await screen.findByText("An error occurred while making the request");
  });

  it("leads home once it is accepted", async () => {
    const address = await close(() => [200, { message: "closeRequest" }]);
    await screen.findByText(/Your close request has been submitted/);
    expect(address()).toBe("/home");
  });

  it("stays where it is for who has chosen so", async () => {
    chooseAfterClosing("stay");
    onTestFinished(() => chooseAfterClosing("home"));
    const address = await close(() => [200, { message: "closeRequest" }]);
    await screen.findByText(/Your close request has been submitted/);
    expect(screen.queryByRole("dialog", { name: "Close this position?" })).toBeNull();
    expect(address()).toBe("/trades/futures/BTC");
  });

  it("says what it was closed at, as soon as it is", async () => {
    let asked = 0;
    await close(() => [200, { message: "closeRequest" }], {
      "/api/v3/futures/history": () => {
        asked += 1;
        return [200, { positions: asked > 2 ? [past] : [], total: 0 }];
      },
    });
    const text = "Closed long 0.35 BTC at 50,100.2. PnL: +35 USDT. Fees: 17.518 USDT.";
    await screen.findByText(text, undefined, { timeout: 5_000 });
  });
});

describe("closing a part of a position", () => {
  const path = "/api/v3/futures/close";
  const accepted = { message: "closeRequest", part_id: "8" };

  async function begin(answer: Answer, more: Record<string, Answer> = {}) {
    const screenOf = open("BTC", {
      "/api/v2/client-margin": () => [200, margins(long)],
      [path]: answer,
      ...more,
    });
    const row = await positions().findByRole("row", { name: /BTC\/USDT/ });
    await user.click(within(row).getByRole("button", { name: /Close position/ }));
    const dialog = within(screen.getByRole("dialog", { name: "Close this position?" }));
    await user.type(dialog.getByLabelText("Transaction password"), "open sesame");
    const button = () =>
      dialog.getAllByRole<HTMLButtonElement>("button", { name: "Close" }).at(-1) as HTMLElement;
    const quantity = dialog.getByRole<HTMLInputElement>("textbox", { name: /^Amount to close/ });
    return { ...screenOf, dialog, button, quantity };
  }

  it("sends how much, stays there, and says what the part was closed at", async () => {
    const part = { ...past, id: "8", part_of: "7", quantity: "0.175", realised: "17.5" };
    const { address, sent, dialog, button, quantity } = await begin(() => [200, accepted], {
      "/api/v3/futures/history": () => [200, { positions: [part], total: 1 }],
    });
    expect(quantity.value).toBe("0.35");
    const half = dialog.getByRole("button", { name: "50%" });
    await user.click(half);
    expect(half.getAttribute("aria-pressed")).toBe("true");
    expect(quantity.value).toBe("0.175");
    // A fee of 8,750 · 0.05 % is taken of half the margin.
    expect(dialog.getByTestId("closing-returns").textContent).toContain("870.62");
    expect(dialog.getByTestId("closing-rest").textContent).toContain("0.1750");
    await user.click(button());
    await screen.findByText(/Your request to close part of the position has been submitted/);
    expect(sent(path)).toMatchObject([{ future_id: "7", quantity: "0.175" }]);
    expect(sent(path)[0]?.["client_id"]).toBeTruthy();
    expect(address()).toBe("/trades/futures/BTC");
    const text = "Closed long 0.175 BTC at 50,100.2. PnL: +17.5 USDT. Fees: 17.518 USDT.";
    await screen.findByText(text, undefined, { timeout: 5_000 });
    expect(screen.getByText("Part of the position closed")).toBeTruthy();
  });

  it("is kept back with what is wrong with the quantity", async () => {
    const { sent, dialog, button, quantity } = await begin(() => [200, accepted]);
    expect(dialog.getByText("Long").parentElement?.textContent).toBe("Long 0.3500 BTC");
    expect(dialog.getByText("BTC/USDT · x10 · Isolated")).toBeTruthy();
    for (const [typed, text] of [
      ["0.36", "Amount must be less than or equal to the maximum amount (0.35)"],
      ["0.0001", "Close at least 0.001"],
      ["0.3499", "Leave at least 0.001 open, or close the whole position"],
    ] as const) {
      await user.clear(quantity);
      expect(dialog.getByText("Amount is required")).toBeTruthy();
      await user.type(quantity, typed);
      expect(dialog.getByText(text)).toBeTruthy();
      // The lines that would move the field stay, without numbers.
      expect(dialog.getByTestId("closing-returns").textContent).toContain("—");
      await user.click(button());
    }
    expect(sent(path)).toEqual([]);
  });

  it("of which nobody knows is sent again as it was", async () => {
    let asked = 0;
    const { sent, dialog, button } = await begin(
      () => {
        asked += 1;
        return asked === 1 ? null : [200, accepted];
      },
      {
        // It had arrived: half of it is left.
        "/api/v2/client-margin": () => [
          200,
          margins(asked === 0 ? long : { ...long, quantity: "0.175" }),
        ],
      },
    );
    await user.click(dialog.getByRole("button", { name: "50%" }));
    await user.click(button());
    await screen.findByText("No response from the server");
    await positions().findByRole("row", { name: /0\.1750/ });
    await user.click(button());
    await screen.findByText(/Your request to close part of the position has been submitted/);
    const [first, second] = sent(path);
    expect(first).toMatchObject({ quantity: "0.175" });
    expect(second).toEqual(first);
  });
});

describe("while positions are stopped", () => {
  const both = /Positions cannot be opened or closed\.$/;

  it.each([
    [{ trading: true }, "Trading is paused."],
    [{ markets: ["BTCUSDT"] }, "This market is halted at the moment."],
  ])("with %j none is opened and none is closed", async (changes, why) => {
    const { sent } = open("BTC", {
      "/api/v2/client-margin": () => [200, margins(long)],
      "/api/v3/status": paused(changes),
    });
    await available();
    const text = `${why} Positions cannot be opened or closed.`;
    await form().findByText(text);
    expect(button().disabled).toBe(true);
    const row = await positions().findByRole("row", { name: /BTC\/USDT/ });
    await user.click(within(row).getByRole("button", { name: /Close position/ }));
    const dialog = within(screen.getByRole("dialog", { name: "Close this position?" }));
    dialog.getByText(text);
    await user.type(dialog.getByLabelText("Transaction password"), "open sesame{Enter}");
    const close = dialog.getAllByRole<HTMLButtonElement>("button", { name: "Close" }).at(-1);
    expect(close?.disabled).toBe(true);
    expect(sent("/api/v3/futures/close")).toEqual([]);
  });

  it("in one market, the others go on", async () => {
    const { sent } = open("ETH", { "/api/v3/status": paused({ markets: ["BTCUSDT"] }) });
    await available();
    await waitFor(() => expect(sent("/api/v3/status")).not.toEqual([]));
    expect(form().queryByText(both)).toBeNull();
    expect(button().disabled).toBe(false);
  });
});

it("tells the open interest, and nothing of it where there is none", async () => {
  const quiet = { ...contract("ETH", "2500"), open_interest: "0" };
  const contracts = { contracts: [contract("BTC", "50000"), quiet] };
  open("BTC", { "/api/v3/futures/contracts": () => [200, contracts] });
  expect((await screen.findByText("Open interest")).nextSibling?.textContent).toContain("10");
  leaveScreen();
  open("ETH", { "/api/v3/futures/contracts": () => [200, contracts] });
  await screen.findByText("24h turnover (USDT)");
  expect(screen.queryByText("Open interest")).toBeNull();
});

it("asks for the price alerts of its coin", async () => {
  const asked: string[] = [];
  onTestFinished(onPriceAlertAsked((name) => void asked.push(name)));
  open("BTC");
  await userEvent.click(await screen.findByRole("button", { name: "Price alert for BTC/USDT" }));
  expect(asked).toEqual(["BTCUSDT"]);
});

it("hands the chart what is open in its contract, as it is by now", async () => {
  let unrealised = "12.34";
  open("BTC", { "/api/v2/client-margin": () => [200, margins({ ...long, unrealised })] });
  const line = { side: "long", quantity: "0.35", coin: "BTC", liquidation: "45226.1" };
  await waitFor(() =>
    expect(drawn.at(-1)).toMatchObject([{ ...line, entry: "50000", profit: "12.34" }]),
  );
  unrealised = "-5.67";
  const asksAgainMs = 6_000;
  await waitFor(() => expect(drawn.at(-1)).toMatchObject([{ ...line, profit: "-5.67" }]), {
    timeout: asksAgainMs,
  });
}, 10_000);
