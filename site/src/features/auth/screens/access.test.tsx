// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queries } from "../../../lib/api";
import { firstStepsOpen } from "../../../lib/first_steps";
import { currentSession, endSession } from "../../../lib/session";
import { serve, type Answer } from "../../../lib/test_server";
import type { WayIn } from "../../../lib/way_in";
import { clearToasts, Toasts } from "../../../ui/toast";
import SignIn from "./signin";
import SignUp from "./signup";

const userOf = { email: "mira@mail.com", user_unique_id: "1", account_status: "Unverified" };
const clientOf = { id: "1", status: "ACTIVE", membership_level: "NO_BADGE", user: userOf };
const signedIn: Answer = () => [200, { status: 200, user: userOf, client: clientOf }];

/** Serves; returns the paths of what is asked, but for what every page asks. */
function server(calls: Record<string, Answer>): () => string[] {
  const heard = serve(calls);
  return () => heard.map(({ path }) => path).filter((path) => path !== "/api/v3/status");
}

function open(path: string, way?: WayIn): void {
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[{ pathname: path, state: way }]}>
        <Routes>
          <Route path="/signin" element={<SignIn />} />
          <Route path="/signup/:referral?" element={<SignUp />} />
          <Route path="/wallet" element={<p>the wallet</p>} />
          <Route path="/trades/spot/ETH" element={<p>the market of ETH</p>} />
        </Routes>
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const exists: Answer = ({ query }) => [
  200,
  { message: query.get("username") === "mira@mail.com" ? "exist" : "is not exist" },
];

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
  endSession();
});

async function toPassword(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.type(screen.getByLabelText("Email", { selector: "[name=username]" }), "mira@mail.com");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByLabelText("Password");
}

it("signs in with an email and goes to the wallet", async () => {
  const user = userEvent.setup();
  server({ "/api/v2/username-check": exists, "/api/v3/login": signedIn });
  open("/signin");
  expect(screen.getByRole("button", { name: "Next" })).toHaveProperty("disabled", true);
  await toPassword(user);
  expect(screen.getByRole("button", { name: "Sign in" })).toHaveProperty("disabled", true);
  await user.type(screen.getByLabelText("Password"), "correct-horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByText("the wallet");
  expect(currentSession()?.client).toEqual(clientOf);
});

it("waits a moment after a sign-in with a phone number before it goes on", async () => {
  server({
    "/api/v2/mobile-check": () => [200, { message: "exist" }],
    "/api/v3/mobile-login": signedIn,
  });
  const user = userEvent.setup();
  open("/signin");
  await user.click(screen.getByRole("radio", { name: "Phone" }));
  await user.type(screen.getByLabelText("Mobile number"), "2025550143");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await user.type(await screen.findByLabelText("Password"), "correct-horse");
  vi.useFakeTimers();
  try {
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await act(() => vi.advanceTimersByTimeAsync(1_499));
    expect(currentSession()?.client).toEqual(clientOf);
    expect(screen.queryByText("the wallet")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    screen.getByText("the wallet");
  } finally {
    vi.useRealTimers();
  }
});

it("says when the email is wrong, unknown, or the password too short or wrong", async () => {
  const user = userEvent.setup();
  const login: Answer = () => [401, { message: "invalid_credentials", status: 401 }];
  const asked = server({ "/api/v2/username-check": exists, "/api/v3/login": login });
  open("/signin");
  const email = screen.getByLabelText("Email", { selector: "[name=username]" });
  await user.type(email, "mira");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("Email must be valid");
  expect(asked()).toEqual([]);
  await user.type(email, "@nowhere");
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect((await screen.findAllByText("Email not found")).length).toBeGreaterThan(0);
  await user.clear(email);
  await toPassword(user);
  await user.type(screen.getByLabelText("Password"), "short");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByText("Password must be at least 6 characters");
  await user.type(screen.getByLabelText("Password"), "-no-more");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect((await screen.findAllByText("Login Failed")).length).toBeGreaterThan(0);
  expect(currentSession()).toBeNull();
});

it("asks for the second factor and takes a recovery code in its place", async () => {
  const user = userEvent.setup();
  const given: unknown[] = [];
  server({
    "/api/v2/username-check": exists,
    "/api/v3/login": () => [
      200,
      { status: 202, message: "two_factor_required", challenge: "a-challenge" },
    ],
    "/api/v3/login/two-factor": (asked) => {
      const { body } = asked;
      given.push(body["code"]);
      expect(body["challenge"]).toBe("a-challenge");
      return body["code"] === "abcd-2345"
        ? signedIn(asked)
        : [400, { message: "two_factor_wrong", field: "code" }];
    },
  });
  open("/signin");
  await toPassword(user);
  await user.type(screen.getByLabelText("Password"), "correct-horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await user.type(await screen.findByLabelText("Digit 1 of 6"), "123456");
  await screen.findByText("The authenticator code is incorrect.");
  await user.click(screen.getByRole("button", { name: "Use a recovery code" }));
  await user.type(screen.getByLabelText("Recovery code"), "abcd-2345");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByText("the wallet");
  expect(given).toEqual(["123456", "abcd-2345"]);
});

it("says what the server says when a sign-in cannot be carried out", async () => {
  const user = userEvent.setup();
  const text = "Too many wrong attempts. Please try again later.";
  const login: Answer = () => [429, { message: "too_many_attempts", text }];
  server({ "/api/v2/username-check": exists, "/api/v3/login": login });
  open("/signin");
  await toPassword(user);
  await user.type(screen.getByLabelText("Password"), "correct-horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByText("Error!");
  expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  expect(screen.queryByText("Login Failed")).toBeNull();
});

it("refuses a frozen account", async () => {
  const user = userEvent.setup();
  const login: Answer = () => [403, { message: "frozen_account" }];
  server({ "/api/v2/username-check": exists, "/api/v3/login": login });
  open("/signin");
  await toPassword(user);
  await user.type(screen.getByLabelText("Password"), "correct-horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByText("Account frozen");
  expect(currentSession()).toBeNull();
});

async function toSecrets(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.type(screen.getByLabelText("Email"), "new@mail.com");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Next" }));
  await user.click(await screen.findByLabelText("Digit 1 of 6"));
  await user.keyboard("481502");
  await user.type(await screen.findByLabelText("Mobile number"), "2025550143");
  await user.type(screen.getByLabelText("Password"), "correct-horse");
  await user.type(screen.getByLabelText("Transaction password"), "battery-staple");
  await user.click(screen.getByRole("button", { name: "Create account" }));
}

it("signs up in three steps, signs in, and goes to the wallet", async () => {
  const user = userEvent.setup();
  let sent: Record<string, unknown> = {};
  server({
    "/api/v2/username-check": exists,
    "/api/v2/send-code": () => [200, { message: "success", resend_after: 60 }],
    "/api/v2/register": ({ body }) => {
      sent = body;
      return [200, { message: "SUCCESS" }];
    },
    "/api/v3/login": signedIn,
  });
  open("/signup/FRIEND7");
  await toSecrets(user);
  await screen.findByText("the wallet");
  expect(sent).toEqual({
    code: "481502",
    username: "new@mail.com",
    mobile_number: "+12025550143",
    referral: "FRIEND7",
    password: "correct-horse",
    password_confirmation: "correct-horse",
    transaction_password: "battery-staple",
  });
  expect(firstStepsOpen("1")).toBe(true);
});

it("leads a new client to where they were going, and asks for the agreement all the same", async () => {
  const user = userEvent.setup();
  server({
    "/api/v2/username-check": exists,
    "/api/v2/send-code": () => [200, { message: "success" }],
    "/api/v2/register": () => [200, { message: "SUCCESS" }],
    "/api/v3/login": signedIn,
  });
  open("/signin", { new_here: true, email: "new@", from: "/trades/spot/ETH" });
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "new@");
  expect(screen.getByRole("checkbox")).toHaveProperty("checked", false);
  await user.clear(screen.getByLabelText("Email"));
  await toSecrets(user);
  await screen.findByText("the market of ETH");
});

it.each([
  ["http://127.0.0.1:8084/dev/outbox", 1],
  ["", 0],
])("leads to the outbox %j of a demonstration where the code is asked for", async (url, links) => {
  const user = userEvent.setup();
  server({
    "/api/v3/status": () => [200, { outbox_url: url }],
    "/api/v2/username-check": exists,
    "/api/v2/send-code": () => [200, { message: "success" }],
  });
  open("/signup");
  await user.type(screen.getByLabelText("Email"), "new@mail.com");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByRole("heading", { name: "Check your email" });
  const found = screen.queryAllByRole("link", { name: "open its outbox" });
  expect(found.map((link) => link.getAttribute("href"))).toEqual(Array<string>(links).fill(url));
});

it("has the agreement given when somebody goes back from the code", async () => {
  const user = userEvent.setup();
  server({
    "/api/v2/username-check": exists,
    "/api/v2/send-code": () => [200, { message: "success" }],
  });
  open("/signup");
  await user.type(screen.getByLabelText("Email"), "new@mail.com");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Next" }));
  await user.click(await screen.findByRole("button", { name: "Change email" }));
  expect(screen.getByRole("checkbox")).toHaveProperty("checked", true);
});

it("signs in by hand, and still goes where it was going, when the automatic way did not work", async () => {
  const user = userEvent.setup();
  let works = false;
  server({
    "/api/v2/username-check": ({ query }) => [
      200,
      { message: works && query.get("username") ? "exist" : "is not exist" },
    ],
    "/api/v2/send-code": () => [200, { message: "success" }],
    "/api/v2/register": () => [200, { message: "SUCCESS" }],
    "/api/v3/login": (asked) =>
      works ? signedIn(asked) : [503, { message: "unavailable", text: "Later." }],
  });
  open("/signin", { new_here: true, from: "/trades/spot/ETH" });
  await toSecrets(user);
  await screen.findByRole("heading", { name: "Welcome back" });
  works = true;
  await toPassword(user);
  await user.type(screen.getByLabelText("Password"), "correct-horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByText("the market of ETH");
});

it("asks for the agreement, and knows an email that is taken", async () => {
  const user = userEvent.setup();
  server({ "/api/v2/username-check": exists });
  open("/signup");
  await user.type(screen.getByLabelText("Email"), "mira@mail.com");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("This field is required");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect((await screen.findAllByText("This email already has an account")).length).toBe(2);
});

it("says that the email was not found when no code can be sent to it", async () => {
  const user = userEvent.setup();
  server({
    "/api/v2/username-check": exists,
    "/api/v2/send-code": () => [503, { message: "unavailable" }],
  });
  open("/signup");
  await user.type(screen.getByLabelText("Email"), " ");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("Email is required");
  await user.type(screen.getByLabelText("Email"), "new@mail.com");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("Error!");
  expect(screen.getAllByText("Email not found").length).toBe(2);
});

it("goes back to the code when it was wrong", async () => {
  const user = userEvent.setup();
  server({
    "/api/v2/username-check": exists,
    "/api/v2/send-code": () => [200, { message: "success" }],
    "/api/v2/register": () => [200, { message: "CODE_DOES_NOT_MATCH" }],
  });
  open("/signup");
  await toSecrets(user);
  expect((await screen.findAllByText("Verification code does not match")).length).toBeGreaterThan(
    0,
  );
  expect(screen.getByLabelText("Digit 1 of 6")).toHaveProperty("value", "");
});

it.each([
  ["USER_ALREADY_EXIST", "This user already exists"],
  ["NOBODY_KNOWS_WHY", "Signup Failed"],
])("says after %s: %s", async (message, sentence) => {
  const user = userEvent.setup();
  server({
    "/api/v2/username-check": exists,
    "/api/v2/send-code": () => [200, { message: "success" }],
    "/api/v2/register": () => [200, { message }],
  });
  open("/signup");
  await toSecrets(user);
  await screen.findByText(sentence);
  screen.getByRole("button", { name: "Create account" });
  expect(currentSession()).toBeNull();
});
