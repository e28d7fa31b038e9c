// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queries } from "../../../lib/api";
import { serve, type Answer, type Asked } from "../../../lib/test_server";
import { clearToasts, Toasts } from "../../../ui/toast";
import SignIn from "./signin";

const email = "mira@mail.com";
const token = "ab12".repeat(16);
const address = `/signin#known-browser=${token}`;
const follow = "/api/v3/known-browser";
const send = "/api/v3/known-browser/send-link";
const success: Answer = () => [200, { message: "success" }];
const refusal =
  (code: string): Answer =>
  () => [429, { message: code, text: code }];

const calls = (heard: Asked[], path: string) => heard.filter((asked) => asked.path === path);

function open(at: string): void {
  globalThis.history.replaceState(null, "", at);
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path="/signin" element={<SignIn />} />
        </Routes>
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

async function toPassword(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.type(screen.getByLabelText("Email", { selector: "[name=username]" }), email);
  await user.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByLabelText("Password");
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
  queries.clear();
  clearToasts();
  globalThis.history.replaceState(null, "", "/");
});

it("sends the token of a link only after a press, and leaves none in the address", async () => {
  const user = userEvent.setup();
  const heard = serve({ [follow]: success });
  open(address);
  await screen.findByRole("heading", { name: "Is this your browser?" });
  expect(globalThis.location.hash).toBe("");
  expect(calls(heard, follow)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Make this browser known" }));
  await screen.findByRole("heading", { name: "Welcome back" });
  screen.getByText("This browser is known now. Sign in as always.");
  expect(calls(heard, follow).map(({ body }) => body)).toEqual([{ token }]);
  // No session came of it.
  expect(localStorage.getItem("cambio.session")).toBeNull();
});

it("says that a link is used up, and leads on to the sign-in all the same", async () => {
  const user = userEvent.setup();
  serve({ [follow]: () => [400, { message: "link_expired", field: "token" }] });
  open(address);
  await user.click(await screen.findByRole("button", { name: "Make this browser known" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "The link has expired or was used before. Please request a new one.",
  );
  await user.click(screen.getByRole("button", { name: "Back" }));
  await screen.findByRole("heading", { name: "Welcome back" });
});

it.each(["#known-browser=", "#known-browser=<b>", "#other=ab12"])(
  "takes %s for no link",
  async (hash) => {
    serve({});
    open(`/signin${hash}`);
    await screen.findByRole("heading", { name: "Welcome back" });
  },
);

it("offers the link to whom strangers keep from signing in, and to nobody else", async () => {
  const user = userEvent.setup();
  let login: Answer = () => [401, { message: "invalid_credentials", status: 401 }];
  const heard = serve({
    "/api/v2/username-check": () => [200, { message: "exist" }],
    "/api/v3/login": (asked) => login(asked),
    [send]: success,
  });
  open("/signin");
  await toPassword(user);
  await user.type(screen.getByLabelText("Password"), "correct-horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findAllByText("Login Failed");
  expect(screen.queryByRole("button", { name: "Email me a link" })).toBeNull();
  login = refusal("too_many_attempts");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await user.click(await screen.findByRole("button", { name: "Email me a link" }));
  await screen.findByText(/^If mira@mail.com has an account, its mailbox has a link now/);
  expect(calls(heard, send).map(({ body }) => body)).toEqual([{ email }]);
});

it("offers it where strangers have used up the codes for a new password", async () => {
  const user = userEvent.setup();
  serve({
    "/api/v2/username-check": () => [200, { message: "exist" }],
    "/api/v3/forgot-password/send-code": refusal("code_too_many"),
  });
  open("/signin");
  await toPassword(user);
  await user.click(screen.getByRole("button", { name: "Forgot password?" }));
  await screen.findByRole("button", { name: "Email me a link" });
});

it("offers it where strangers have used up the tries at a code", async () => {
  const user = userEvent.setup();
  serve({
    "/api/v2/username-check": () => [200, { message: "exist" }],
    "/api/v3/forgot-password/send-code": () => [200, { message: "success", resend_after: 60 }],
    "/api/v3/forget-password-code/verify": () => [400, { message: "code_expired", field: "code" }],
    [send]: refusal("rate_limited"),
  });
  open("/signin");
  await toPassword(user);
  await user.click(screen.getByRole("button", { name: "Forgot password?" }));
  await user.click(await screen.findByLabelText("Digit 1 of 6"));
  await user.keyboard("481502");
  const offer = await screen.findByRole("button", { name: "Email me a link" });
  await user.click(offer);
  // A refusal takes nothing away.
  await screen.findByRole("button", { name: "Email me a link" });
});
