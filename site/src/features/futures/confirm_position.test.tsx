// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { toast } from "../../ui/toast";
import { ConfirmPosition } from "./confirm_position";
import type { Contract } from "./contract";
import { emptyDraft } from "./rules";

vi.mock("../../ui/toast", () => ({ toast: vi.fn() }));

const contract = {
  name: "BTCUSDT",
  coin: "BTC",
  image: "",
  mark_price: "67482.1",
  leverages: [10, 15, 20],
  tick: "0.1",
  lot: "0.0001",
  taker_fee: "0.0005",
  tiers: [{ up_to: "50000", rate: "0.005", deduction: "0" }],
} as unknown as Contract;

const answers: (() => Promise<Response>)[] = [];
const bodies: Record<string, unknown>[] = [];
const onClose = vi.fn();
const onOpened = vi.fn();

const reply = (status: number, body: unknown) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(() => {
  answers.length = 0;
  bodies.length = 0;
  vi.clearAllMocks();
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    bodies.push(JSON.parse(init.body as string) as Record<string, unknown>);
    return answers.shift()?.();
  });
});

/** The dialog; `at` is another mark for it. */
function open() {
  const queries = new QueryClient();
  const draft = { ...emptyDraft(), unit: "COIN" as const, amount: "0.00123457" };
  const dialog = (markPrice: string) => (
    <QueryClientProvider client={queries}>
      <ConfirmPosition
        draft={draft}
        contract={{ ...contract, mark_price: markPrice }}
        atOnce={false}
        onClose={onClose}
        onOpened={onOpened}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(dialog("67482.1"));
  return { at: (mark: string) => rerender(dialog(mark)) };
}

const press = () => userEvent.click(screen.getByRole("button", { name: "Confirm" }));
const typePassword = () =>
  userEvent.type(screen.getByLabelText("Transaction password"), "a password");

it("sends the same request again when its answer was lost, whatever the mark is by now", async () => {
  const { at } = open();
  answers.push(lost, reply(200, { message: "success" }));
  await typePassword();
  await press();
  await waitFor(() => expect(toast).toHaveBeenCalled());
  expect(vi.mocked(toast).mock.lastCall?.[0].title).toBe("No answer from the server");
  expect(onClose).not.toHaveBeenCalled();
  at("67490");
  await press();
  await waitFor(() => expect(onOpened).toHaveBeenCalled());
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[0]).toMatchObject({ opening_price: "67482.1", margin: "83.31137619" });
});

it("takes the newest mark after a wrong password: nothing was carried out", async () => {
  const { at } = open();
  answers.push(reply(200, { message: "wrong_transaction_password" }));
  answers.push(reply(200, { message: "success" }));
  await typePassword();
  await press();
  await screen.findByText("Wrong transaction password");
  at("67490");
  await press();
  await waitFor(() => expect(onOpened).toHaveBeenCalled());
  expect(bodies[1]).toMatchObject({ opening_price: "67490", client_id: bodies[0]?.client_id });
});

it("does not say that nothing was opened when the key was used before", async () => {
  open();
  answers.push(reply(409, { message: "client_id_reused", field: "client_id" }));
  await typePassword();
  await press();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const said = vi.mocked(toast).mock.lastCall?.[0];
  expect(said?.title).toBe("This may have gone through already");
  expect(said?.text).toMatch(/Check your history and balances/);
});

it("says what the server refused", async () => {
  open();
  answers.push(reply(409, { message: "slippage" }));
  await typePassword();
  await press();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(vi.mocked(toast).mock.lastCall?.[0].title).toBe("The position was not opened");
});
