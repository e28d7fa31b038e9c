// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { post } from "../lib/api";
import { byTransactionPassword } from "../lib/step_up";
import { serve, type Answer } from "../lib/test_server";
import { StepUpDialog } from "./step_up_dialog";
import { leaveScreen, openScreen, signIn } from "./test_screen";

const path = "/api/v3/one-step-withdrawal";
const done = vi.fn();
let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  // jsdom draws dialogs but does not open them.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
  signIn();
});
afterEach(() => {
  done.mockReset();
  leaveScreen();
});

/** The dialog over a server that answers the act with each of `answers` in turn. */
function open(enabled: boolean, answers: Answer[]) {
  const asked = serve({
    "/api/v3/two-factor": () => [200, { enabled }],
    "/api/v3/step-up/send-code": () => [
      200,
      { message: "success", sent_to: "m***@mail.com", resend_after: 60 },
    ],
    [path]: (call) => answers.shift()?.(call) ?? null,
  });
  openScreen(
    <StepUpDialog
      act="one_step_on"
      title="Turn on one-step withdrawal"
      password="transaction"
      confirm="Turn on"
      onClose={() => undefined}
      work={async (proof) => {
        await post(path, { enabled: true, ...byTransactionPassword(proof) });
        done();
      }}
    />,
  );
  const of = (called: string) =>
    asked.filter((call) => call.path === called).map(({ body }) => body);
  return { sent: () => of(path), mailed: () => of("/api/v3/step-up/send-code") };
}

const refusal =
  (message: string, field: string): Answer =>
  () => [400, { message, field }];
const success: Answer = () => [200, { message: "saved" }];
const press = (name: string) => user.click(screen.getByRole("button", { name }));
const typePassword = (text: string) =>
  user.type(screen.getByLabelText("Transaction password"), text);
async function typeDigits(digits: string) {
  await user.click(screen.getByLabelText("Digit 1 of 6"));
  await user.keyboard(digits);
}

it("asks for the code of the mailbox, and sends one for this act", async () => {
  const { sent, mailed } = open(false, [refusal("code_wrong", "verification_code"), success]);
  await screen.findByText("Code from your email");
  await press("Turn on");
  screen.getByText("Enter all six digits");
  screen.getByText("Field is required");
  expect(sent()).toEqual([]);

  await press("Send code");
  await screen.findByText("We emailed it to m***@mail.com.");
  expect(mailed()).toEqual([{ act: "one_step_on" }]);
  expect(screen.queryByRole("button", { name: "Send code" })).toBeNull();

  await typePassword("trade");
  await typeDigits("111111");
  await press("Turn on");
  await screen.findByText("The code is incorrect.");
  expect(screen.getByLabelText<HTMLInputElement>("Digit 1 of 6").value).toBe("");
  await typeDigits("123456");
  await press("Turn on");
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(sent()[1]).toEqual({
    enabled: true,
    transaction_password: "trade",
    verification_code: "123456",
  });
});

it("asks for the app's code where it guards the account, and takes a recovery code", async () => {
  const { sent, mailed } = open(true, [
    refusal("two_factor_wrong", "two_factor_code"),
    refusal("wrong_password", "transaction_password"),
    success,
  ]);
  const code = await screen.findByLabelText("Authenticator code or recovery code");
  expect(screen.queryByRole("button", { name: "Send code" })).toBeNull();
  await user.type(code, "000000");
  await typePassword("nope");
  await press("Turn on");
  await screen.findByText("The authenticator code is incorrect.");
  await user.type(code, "abcde-fghij");
  await press("Turn on");
  await screen.findByText("The password is incorrect.");
  expect(screen.queryByText("The authenticator code is incorrect.")).toBeNull();
  await typePassword("!");
  await press("Turn on");
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(sent()[2]).toEqual({
    enabled: true,
    transaction_password: "nope!",
    two_factor_code: "abcde-fghij",
  });
  expect(mailed()).toEqual([]);
});

it("asks for the other code when the server says so", async () => {
  const { sent } = open(false, [refusal("missing_parameter", "two_factor_code"), success]);
  await screen.findByText("Code from your email");
  await typePassword("trade");
  await typeDigits("123456");
  await press("Turn on");
  // Nobody did anything wrong: an app was set up elsewhere meanwhile.
  const code = await screen.findByLabelText("Authenticator code or recovery code");
  expect(screen.queryByRole("alert")).toBeNull();
  await user.type(code, "654321");
  await press("Turn on");
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(sent()[1]).toMatchObject({ two_factor_code: "654321" });
});

it("says anything else that was refused, and stays", async () => {
  open(true, [() => [429, { message: "trading_locked" }]]);
  await user.type(await screen.findByLabelText("Authenticator code or recovery code"), "123456");
  await typePassword("trade");
  await press("Turn on");
  await screen.findByText(/locked for 15 minutes/);
  within(screen.getByRole("dialog")).getByRole("button", { name: "Turn on" });
  expect(done).not.toHaveBeenCalled();
});
