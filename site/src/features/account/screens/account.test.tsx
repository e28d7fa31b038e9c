// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queries } from "../../../lib/api";
import { currentSession, endSession, startSession } from "../../../lib/session";
import { serve, type Answer } from "../../../lib/test_server";
import { clearToasts, Toasts } from "../../../ui/toast";
import AppAuthorization from "./app_authorization";
import ChangePassword from "./change_password";
import ChangeTransactionPassword from "./change_transaction_password";
import Pay from "./pay";
import SecurityScreen from "./security";

const user = {
  email: "mira@mail.com",
  mobile_number: "",
  user_unique_id: "U1",
  account_status: "Unverified" as const,
};
const client = { id: "1", status: "ACTIVE" as const, membership_level: "NO_BADGE", user };
const security = {
  email: user.email,
  mobile_number: "",
  anti_phishing_code: "",
  google_email: "",
  wallet_address: "",
  created_at: "2026-01-01T00:00:00.000Z",
  password_changed_at: null,
  transaction_password_changed_at: null,
  withdrawals_rest_until: null,
  two_factor: false,
  withdraw_limit: 500,
  verified: false,
  one_step_withdrawal: false,
  one_step_limit_usdt: "10000",
  withdrawal_whitelist: false,
  withdrawal_addresses: 0,
};

function open(path: string): void {
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/account/change_password" element={<ChangePassword />} />
          <Route
            path="/account/change_transaction_password"
            element={<ChangeTransactionPassword />}
          />
          <Route path="/account/security" element={<SecurityScreen />} />
          <Route path="/account/security/app_authorization" element={<AppAuthorization />} />
          <Route path="/account/pay" element={<Pay />} />
        </Routes>
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const overview: Record<string, Answer> = {
  "/api/v3/security": () => [200, security],
  "/api/v3/two-factor": () => [200, { enabled: false, since: null, recovery_codes_left: 0 }],
  "/api/v3/sessions": () => [200, { sessions: [] }],
  "/api/v3/account-activity": () => [200, { count: 0, page: 1, activity: [] }],
};

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
  startSession({ user, client });
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
  queries.clear();
  endSession();
});

function typePasswords(old: string, fresh: string, again: string): void {
  const fields = [
    [/^Old /, old],
    [/^New /, fresh],
    [/^Confirm /, again],
  ] as const;
  for (const [label, value] of fields) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByRole("button", { name: /^Change / }));
}

it("changes the password, keeps the new session and goes back to the security centre", async () => {
  const asked = serve({
    ...overview,
    "/api/v3/update-password": () => [200, { message: "saved" }],
  });
  open("/account/change_password");
  typePasswords("old-one", "new-one-7", "new-one-7");
  // The notice stands for a moment only: it is waited for beside the page, not after it.
  await Promise.all([
    screen.findByRole("heading", { name: "Security center" }),
    screen.findByText("Password changed successfully"),
  ]);
  expect(currentSession()?.client.id).toBe("1");
  const change = asked.find(({ path }) => path === "/api/v3/update-password");
  expect(change?.body).toEqual({ oldLoginPassword: "old-one", password: "new-one-7" });
});

it("says what else signs in, and ends it with the password where its owner says so", async () => {
  const person = userEvent.setup();
  const passkey = { id: "7", name: "My phone", created_at: security.created_at };
  const asked = serve({
    ...overview,
    "/api/v3/security": () => [200, { ...security, google_email: "mira@gmail.com" }],
    "/api/v3/passkeys": () => [200, { passkeys: [passkey], most: 10, site: null }],
    "/api/v3/update-password": () => [200, { message: "saved" }],
  });
  open("/account/change_password");
  await screen.findByText(/without the password: Google \(mira@gmail\.com\), My phone\.$/);
  await person.click(screen.getByRole("checkbox", { name: "Remove all of them, too" }));
  typePasswords("old-one", "new-one-7", "new-one-7");
  await screen.findByText("Password changed successfully");
  const change = asked.find(({ path }) => path === "/api/v3/update-password");
  expect(change?.body).toMatchObject({ password: "new-one-7", end_other_sign_ins: true });
});

it("says what is wrong with a password, in the words that were ordered", async () => {
  let answer = "dont_match";
  const asked = serve({ "/api/v3/update-password": () => [200, { message: answer }] });
  open("/account/change_password");
  typePasswords("", "", "");
  expect(screen.getAllByText("Field is required")).toHaveLength(3);
  typePasswords("old-one", "short", "short");
  await screen.findByText("Too short: at least 9 characters");
  typePasswords("old-one", "Password123", "Password123");
  await screen.findByText("Too common: attackers try it first");
  typePasswords("old-one", "new-one-7", "new-one-8");
  await screen.findByText("Password does not match");
  expect(asked.filter(({ path }) => path === "/api/v3/update-password")).toEqual([]);
  typePasswords("old-one", "new-one-7", "new-one-7");
  expect((await screen.findAllByText("Invalid Old Password")).length).toBeGreaterThan(0);
  answer = "same_previous_password";
  typePasswords("old-one", "new-one-7", "new-one-7");
  await screen.findByText("Recently used password. Please make another.");
  expect(currentSession()?.client.id).toBe("1");
});

it("changes the transaction password", async () => {
  let answer = "dont_match";
  serve({
    ...overview,
    "/api/v3/update-transaction-password": () => [200, { message: answer }],
  });
  open("/account/change_transaction_password");
  typePasswords("old-one", "new-one-7", "new-one-7");
  expect((await screen.findAllByText("The old password does not match")).length).toBeGreaterThan(0);
  answer = "saved";
  typePasswords("old-one", "new-one-7", "new-one-7");
  await screen.findByText("Passwords Successfully Set up");
});

const limitPath = "/api/v3/update-withdraw-limit";

async function openLimit(person: UserEvent): Promise<void> {
  open("/account/security");
  const row = (await screen.findByText("Crypto withdrawal limit")).closest("li");
  await person.click(within(row as HTMLElement).getByRole("button", { name: "Change" }));
}

async function chooseLimit(person: UserEvent, limit: string): Promise<void> {
  await openLimit(person);
  await person.click(await screen.findByRole("radio", { name: limit }));
  await person.click(screen.getByRole("button", { name: "Save" }));
}

async function typeCode(person: UserEvent, digits: string): Promise<void> {
  await person.click(await screen.findByLabelText("Digit 1 of 6"));
  await person.keyboard(digits);
}

it("raises the withdraw limit for whoever proves to be the owner", async () => {
  const person = userEvent.setup();
  const asked = serve({ ...overview, [limitPath]: () => [200, { message: "saved" }] });
  await chooseLimit(person, "1,500 USDT");
  await screen.findByText(/^You can then withdraw up to 1,500 USDT a day/);
  await typeCode(person, "123456");
  await person.type(screen.getByLabelText("Transaction password"), "trade");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Withdraw Limit Saved");
  expect(asked.filter(({ path }) => path === limitPath).map(({ body }) => body)).toEqual([
    { withdraw_limit: "1500", transaction_password: "trade", verification_code: "123456" },
  ]);
});

it("lowers the withdraw limit at once", async () => {
  const asked = serve({
    ...overview,
    "/api/v3/security": () => [200, { ...security, withdraw_limit: 1500 }],
    [limitPath]: () => [200, { message: "saved" }],
  });
  await chooseLimit(userEvent.setup(), "500 USDT");
  await screen.findByText("Withdraw Limit Saved");
  const call = asked.find(({ path }) => path === limitPath);
  expect(call?.body).toEqual({ withdraw_limit: "500" });
});

it("lowers the withdraw limit for good with the transaction password", async () => {
  const person = userEvent.setup();
  const asked = serve({
    ...overview,
    "/api/v3/security": () => [200, { ...security, withdraw_limit: 1000 }],
    [limitPath]: ({ body }) =>
      body["transaction_password"] === "trade"
        ? [200, { message: "saved" }]
        : [400, { message: "wrong_password", field: "transaction_password" }],
  });
  await openLimit(person);
  // A raise asks for it in a dialog of its own, with a code.
  await person.click(await screen.findByRole("radio", { name: "1,500 USDT" }));
  expect(screen.queryByLabelText(/^Transaction password/)).toBeNull();
  await person.click(screen.getByRole("radio", { name: "500 USDT" }));
  const field = screen.getByLabelText("Transaction password (optional)");
  screen.getByText(/^With it, the limit is final/);
  await person.type(field, "wrong{Enter}");
  await screen.findByText("The password is incorrect.");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field);
  await person.clear(field);
  await person.type(field, "trade");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Withdraw Limit Saved");
  expect(asked.filter(({ path }) => path === limitPath).map(({ body }) => body)).toEqual([
    { withdraw_limit: "500", transaction_password: "wrong" },
    { withdraw_limit: "500", transaction_password: "trade" },
  ]);
});

it("asks for a code once the old password was right, and changes the password with it", async () => {
  const person = userEvent.setup();
  const asked = serve({
    ...overview,
    "/api/v3/update-password": ({ body }) =>
      body["verification_code"] === undefined
        ? [400, { message: "missing_parameter", field: "verification_code" }]
        : [200, { message: "saved", token: "v4.new" }],
  });
  open("/account/change_password");
  typePasswords("old-one", "new-one-7", "new-one-7");
  await typeCode(person, "123456");
  await person.click(
    within(screen.getByRole("dialog")).getByRole("button", { name: "Change password" }),
  );
  await Promise.all([
    screen.findByRole("heading", { name: "Security center" }),
    screen.findByText("Password changed successfully"),
  ]);
  const calls = asked.filter(({ path }) => path === "/api/v3/update-password");
  expect(calls.map(({ body }) => body["verification_code"])).toEqual([undefined, "123456"]);
});

it("asks for the transaction password, and says beside it that it is wrong", async () => {
  const person = userEvent.setup();
  serve({
    ...overview,
    "/api/v3/one-step-withdrawal": () => [
      400,
      { message: "wrong_password", field: "transaction_password", text: "unused" },
    ],
  });
  open("/account/security");
  const row = (await screen.findByText("One-step withdrawal")).closest("li");
  await person.click(within(row as HTMLElement).getByRole("button", { name: "Turn on" }));
  const dialog = screen.getByRole("dialog");
  await within(dialog).findByText("Code from your email");
  await person.click(within(dialog).getByRole("button", { name: "Turn on" }));
  await within(dialog).findByText("Field is required");
  within(dialog).getByText("Enter all six digits");
  await person.type(within(dialog).getByLabelText("Transaction password"), "nope");
  await typeCode(person, "123456");
  await person.click(within(dialog).getByRole("button", { name: "Turn on" }));
  await within(dialog).findByText("The password is incorrect.");
});

it("signs devices out by the login password", async () => {
  const person = userEvent.setup();
  const device = {
    id: "8",
    device: "Chrome on Windows",
    ip: "192.0.2.1",
    place: "",
    created_at: security.created_at,
    last_seen_at: security.created_at,
    current: false,
  };
  const byPassword: Answer = ({ body }) => {
    if (body.password !== "right-one")
      return [400, { message: "wrong_password", field: "password" }];
    return [200, { message: "success" }];
  };
  const asked = serve({
    ...overview,
    "/api/v3/sessions": () => [200, { sessions: [device] }],
    "/api/v3/sessions/revoke": byPassword,
    "/api/v3/sessions/revoke-all": byPassword,
  });
  open("/account/security");
  await person.click(await screen.findByRole("button", { name: "Sign out Chrome on Windows" }));
  const field = screen.getByLabelText("Login password");
  await person.type(field, "{Enter}");
  screen.getByText("Field is required");
  await person.type(field, "wrong-one{Enter}");
  expect(await screen.findByText("The password is incorrect.")).toBeTruthy();
  await person.clear(field);
  await Promise.all([
    person.type(field, "right-one{Enter}"),
    screen.findByText("The device was signed out"),
  ]);
  expect(screen.queryByLabelText("Login password")).toBeNull();

  await person.click(screen.getByRole("button", { name: "Sign out everywhere" }));
  await Promise.all([
    person.type(screen.getByLabelText("Login password"), "right-one{Enter}"),
    screen.findByText("All other devices were signed out"),
  ]);
  const last = asked.findLast(({ path }) => path === "/api/v3/sessions/revoke-all");
  expect(last?.body).toEqual({ which: "others", password: "right-one" });
});

it("says it when nothing is there, in the words that were ordered", () => {
  serve({});
  open("/account/security/app_authorization");
  screen.getByText("You haven't given any apps or services permission to access your account");
  open("/account/pay");
  screen.getByText("No payment method yet.");
});
