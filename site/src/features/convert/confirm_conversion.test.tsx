// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import type { Pair } from "../../lib/pairs";
import { toast } from "../../ui/toast";
import type { Offer } from "./api";
import type { Coin } from "./coin_dialog";
import { ConfirmConversion } from "./confirm_conversion";
import { ConvertForm } from "./convert_form";
import { emptyDraft } from "./order";

vi.mock("../../ui/toast", () => ({ toast: vi.fn() }));

const offer = (id: string, toAmount: string, holdsMs = 10_000): Offer => ({
  quote: {
    id,
    from: "USDT",
    to: "BTC",
    from_amount: "100",
    to_amount: toAmount,
    rate: "0.0000148",
    market_rate: "0.0000149",
    spread: "0.2",
    fee: "0",
    seconds: 10,
  } as Offer["quote"],
  expires_at: Date.now() + holdsMs,
});

const coins: Coin[] = ["USDT", "BTC"].map((name) => ({
  name,
  full_name: name,
  image: "",
  available: "1000",
  places: 8,
}));
const pairs = [{ name: "BTC", close: "67482.1", stale: false }] as unknown as Pair[];

type Asked = Record<string, unknown>;
type Answer = () => Promise<Response>;
const answers: Record<string, Answer[]> = {};
const sent: Record<string, Asked[]> = {};
const renew = vi.fn();
const onDone = vi.fn();

const reply = (status: number, body: unknown) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const orderPath = "/api/v2/my-order";
const quotePath = "/api/v3/convert/quote";
const rulesPath = "/api/v3/getOrder";

beforeEach(() => {
  for (const record of [answers, sent]) for (const path in record) delete record[path];
  answers[rulesPath] = [
    reply(200, { price: { account_balance_limit_spot: "5", minimum_sell: "0.0001" } }),
  ];
  vi.clearAllMocks();
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    const path = address.split("?")[0] ?? "";
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as Asked) : {};
    (sent[path] ??= []).push(body);
    return answers[path]?.shift()?.() ?? new Promise(() => undefined);
  });
});

const around = (child: React.ReactNode) => (
  <MemoryRouter>
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      {child}
    </QueryClientProvider>
  </MemoryRouter>
);

/** The dialog that is bound to `first`, while the form goes on asking. */
function open(first: Offer, newest: Offer | undefined = first) {
  const draft = { ...emptyDraft(), from_amount: "100" };
  const client = new QueryClient();
  const dialog = (now: Offer | undefined) => (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <ConfirmConversion
          draft={draft}
          offer={first}
          newest={now}
          error={null}
          renew={renew}
          onClose={() => undefined}
          onDone={onDone}
        />
      </QueryClientProvider>
    </MemoryRouter>
  );
  const { rerender } = render(dialog(newest));
  return { then: (now: Offer | undefined) => rerender(dialog(now)) };
}

const confirmButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Confirm" });
const press = () => userEvent.click(confirmButton());
const typePassword = () =>
  userEvent.type(screen.getByLabelText("Transaction password"), "a password");

it("shows and sends the quote that was confirmed, whatever comes after it", async () => {
  const { then } = open(offer("1", "0.00148"));
  answers[orderPath] = [reply(200, { message: "success" })];
  expect(screen.getByTestId("bound-rate").textContent).toBe("1 USDT ≈ 0.0000148 BTC");
  expect(screen.getByText("0.20%")).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toMatch(/^This rate holds for \d+ s$/);
  then(offer("2", "0.00147"));
  expect(screen.getByText("0.00148 BTC")).toBeTruthy();
  await typePassword();
  await press();
  await waitFor(() => expect(sent[orderPath]).toHaveLength(1));
  expect(sent[orderPath]?.[0]).toMatchObject({ quote_id: "1", total: "100" });
});

it.each([
  ["APPROVED", "Converted 100 USDT into 0.00148 BTC."],
  ["PENDING", undefined],
])("says what became of a conversion that is %s", async (state, text) => {
  open(offer("1", "0.00148"));
  const conversion = {
    state,
    from: "USDT",
    from_amount: "100.00",
    to: "BTC",
    to_amount: "0.00148000",
  };
  answers[orderPath] = [reply(200, { message: "success", conversion })];
  await typePassword();
  await press();
  const title = "Order created successfully";
  await waitFor(() => expect(toast).toHaveBeenCalledWith({ tone: "success", title, text }));
  expect(onDone).toHaveBeenCalled();
});

it("says that the quote has run out, and takes a new one by a press only", async () => {
  const { then } = open(offer("1", "0.00148", -1), undefined);
  expect(screen.getByRole("alert").textContent).toMatch(/This rate has expired/);
  expect(confirmButton().disabled).toBe(true);
  await typePassword();
  await userEvent.keyboard("{Enter}");
  expect(sent[orderPath]).toBeUndefined();
  then(offer("2", "0.00147"));
  expect(screen.getByText("0.00147 BTC")).toBeTruthy();
  expect(confirmButton().disabled).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Use the new rate" }));
  expect(screen.queryByRole("alert")).toBeNull();
  answers[orderPath] = [reply(200, { message: "success" })];
  await press();
  await waitFor(() => expect(sent[orderPath]?.[0]).toMatchObject({ quote_id: "2" }));
});

it("sends the same again when the answer was lost, the quote being new or run out", async () => {
  const first = offer("1", "0.00148", 1_500);
  const { then } = open(first);
  answers[orderPath] = [lost, reply(200, { message: "success" })];
  await typePassword();
  await press();
  await waitFor(() => expect(toast).toHaveBeenCalled());
  then(offer("2", "0.00147"));
  await screen.findByText(/This rate has expired/, undefined, { timeout: 4_000 });
  await press();
  await waitFor(() => expect(sent[orderPath]).toHaveLength(2));
  expect(sent[orderPath]?.[1]).toEqual(sent[orderPath]?.[0]);
});

it("stays open when the server finds the quote run out first", async () => {
  open(offer("1", "0.00148"));
  answers[orderPath] = [reply(409, { message: "quote_expired", field: "quote_id" })];
  await typePassword();
  await press();
  await screen.findByText(/This rate has expired\. Check the new one/);
  expect(renew).toHaveBeenCalled();
});

it("names the new price and offers a new rate when the market has left the quote", async () => {
  const { then } = open(offer("1", "0.00148"));
  const details = { price: "68150.5" };
  answers[orderPath] = [
    reply(409, { message: "price_moved", field: "quote_id", details }),
    reply(200, { message: "success" }),
  ];
  await typePassword();
  await press();
  await screen.findByText(/The price has moved to 68,150\.5\. Nothing was traded/);
  expect(renew).toHaveBeenCalled();
  then(offer("2", "0.00147"));
  await userEvent.click(await screen.findByRole("button", { name: "Use the new rate" }));
  await typePassword();
  await press();
  await waitFor(() => expect(sent[orderPath]).toHaveLength(2));
  expect(sent[orderPath]?.[1]).toMatchObject({ quote_id: "2" });
});

it("waits for the quote when Convert is pressed before it is there", async () => {
  let answer: (response: Response) => void = () => undefined;
  answers[quotePath] = [() => new Promise((resolve) => (answer = resolve))];
  render(around(<ConvertForm coins={coins} pairs={pairs} />));
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Convert" });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.type(screen.getByLabelText("Amount to pay"), "100");
  await userEvent.click(button);
  expect(screen.queryByText("Amount is required")).toBeNull();
  expect(button.getAttribute("aria-busy")).toBe("true");
  await waitFor(() => expect(sent[quotePath]).toHaveLength(1));
  answer(new Response(JSON.stringify({ quote: offer("7", "0.00148").quote })));
  await screen.findByRole("dialog", { name: "Confirmation" });
});

it("says why nothing can be converted when the minimums cannot be read", async () => {
  answers[rulesPath] = [
    reply(400, { message: "unknown_market" }),
    reply(200, { price: { account_balance_limit_spot: "5", minimum_sell: "0.0001" } }),
  ];
  render(around(<ConvertForm coins={coins} pairs={pairs} />));
  await screen.findByText("This could not be loaded");
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Convert" });
  expect(button.disabled).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(button.disabled).toBe(false));
});
