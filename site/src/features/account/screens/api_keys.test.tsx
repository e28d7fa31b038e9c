// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queries } from "../../../lib/api";
import type { Schemas } from "../../../lib/calls";
import { endSession, startSession } from "../../../lib/session";
import { serve, type Answer } from "../../../lib/test_server";
import { clearToasts, Toasts } from "../../../ui/toast";
import ApiKeysScreen from "./api_keys";

const user = {
  email: "mira@mail.com",
  mobile_number: "",
  user_unique_id: "U1",
  account_status: "Unverified" as const,
};
const client = { id: "1", status: "ACTIVE" as const, membership_level: "NO_BADGE", user };

const bot: Schemas["ApiKey"] = {
  id: "7",
  key: "Kq3".padEnd(64, "x"),
  label: "Market maker",
  kind: "ed25519",
  public_key: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
  scope: "trade",
  markets: ["BTCUSDT", "ETHUSDT"],
  networks: ["203.0.113.0/24"],
  expires_at: "2027-01-01T00:00:00.000Z",
  expired: false,
  created_at: "2026-01-01T00:00:00.000Z",
  last_used_at: new Date(Date.now() - 180_000).toISOString(),
  last_used_ip: "203.0.113.7",
};
const reader: Schemas["ApiKey"] = {
  ...bot,
  id: "8",
  label: "Reader",
  kind: "hmac",
  public_key: null,
  scope: "read",
  markets: null,
  networks: null,
  expires_at: null,
  last_used_at: null,
  last_used_ip: "",
};
const limits = { weight_per_minute: 6000, orders_per_10_seconds: 100, orders_per_day: 200_000 };

const list =
  (keys: Schemas["ApiKey"][]): Answer =>
  () => [200, { keys, most: 20, limits }];
const calls = (keys: Schemas["ApiKey"][]): Record<string, Answer> => ({
  "/api/v3/api-keys": list(keys),
  "/api/v3/two-factor": () => [200, { enabled: false, since: null, recovery_codes_left: 0 }],
  "/api/v3/step-up/send-code": () => [200, { message: "success", resend_after: 60 }],
});

function open(): UserEvent {
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={["/api-keys"]}>
        <ApiKeysScreen />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
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
  startSession({ user, client });
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
  queries.clear();
  endSession();
});

/** Proves the act that is asked for, in the dialog above the form. */
async function prove(event: UserEvent, button: string): Promise<void> {
  const dialogs = await screen.findAllByRole("dialog");
  const dialog = within(dialogs[dialogs.length - 1] as HTMLElement);
  await event.click(await dialog.findByRole("button", { name: "Send code" }));
  await event.click(dialog.getAllByRole("textbox")[0] as HTMLElement);
  await event.paste("123456");
  await event.type(dialog.getByLabelText("Transaction password"), "Battery-Staple-8");
  await event.click(dialog.getByRole("button", { name: button }));
}

it("says what each key may do and where it was used", async () => {
  serve(calls([bot, reader]));
  open();
  const rows = within(await screen.findByRole("list", { name: "Your keys" }));
  const [first, second] = ["Market maker", "Reader"].map((label) =>
    within(rows.getByText(label).closest("li") as HTMLElement),
  );
  for (const words of [
    "Ed25519",
    "Read and trade",
    "BTCUSDT, ETHUSDT",
    "203.0.113.0/24",
    "Until 31 Dec 2026",
    "Last used 3 minutes ago from 203.0.113.7",
  ])
    expect(first?.getByText(words)).toBeTruthy();
  for (const words of [
    "HMAC-SHA256",
    "Read only",
    "From any address",
    "Does not expire",
    "Never used",
  ])
    expect(second?.getByText(words)).toBeTruthy();
  expect(second?.queryByText("All markets")).toBeNull();
  expect(
    screen.getByText(/weight of 6,000 per minute, 100 orders .* 200,000 orders per day/),
  ).toBeTruthy();
});

it("is empty, fails and is full in words", async () => {
  let answer: Answer = () => [503, { message: "unavailable", text: "", request_id: "R1" }];
  serve({ ...calls([]), "/api/v3/api-keys": (asked) => answer(asked) });
  const event = open();
  const again = await screen.findByRole("button", { name: "Try again" }, { timeout: 5000 });
  answer = list([]);
  await event.click(again);
  await screen.findByText("No API keys");
  const all = Array.from({ length: 20 }, (_, i) => ({ ...reader, id: `${i}`, label: `Bot ${i}` }));
  answer = list(all);
  await queries.invalidateQueries();
  await screen.findByText(/You have 20 keys/);
  expect(screen.getByRole("button", { name: "Create API key" })).toHaveProperty("disabled", true);
});

it("makes a key and shows its secret once", async () => {
  const made = { message: "success", secret: "s3cret".padEnd(64, "y"), key: reader };
  const asked = serve({ ...calls([]), "/api/v3/api-keys/make": () => [200, made] });
  const event = open();
  await event.click(await screen.findByRole("button", { name: "Create API key" }));
  const dialog = within(await screen.findByRole("dialog"));
  await event.click(dialog.getByRole("button", { name: "Create API key" }));
  expect(dialog.getAllByText("Field is required")).toHaveLength(2);
  await event.type(dialog.getByLabelText("Name"), "Reader");
  await event.selectOptions(dialog.getByLabelText("Type"), "hmac");
  await event.type(dialog.getByLabelText("Markets"), "btcusdt");
  await event.click(dialog.getByRole("button", { name: "Create API key" }));
  await prove(event, "Create API key");
  await screen.findByText(made.secret);
  const sent = asked.find(({ path }) => path === "/api/v3/api-keys/make");
  expect(sent?.body).toEqual({
    label: "Reader",
    kind: "hmac",
    scope: "read",
    markets: "BTCUSDT",
    transaction_password: "Battery-Staple-8",
    verification_code: "123456",
  });
  await event.click(screen.getByRole("button", { name: "I have saved the secret" }));
  expect(screen.queryByText(made.secret)).toBeNull();
});

it("says beside the field what the server refuses of it", async () => {
  const refusal = { message: "public_key_invalid", field: "public_key", text: "", request_id: "R" };
  serve({ ...calls([]), "/api/v3/api-keys/make": () => [400, refusal] });
  const event = open();
  await event.click(await screen.findByRole("button", { name: "Create API key" }));
  const dialog = within(await screen.findByRole("dialog"));
  await event.type(dialog.getByLabelText("Name"), "Bot");
  await event.type(dialog.getByLabelText("Public key"), "nonsense");
  await event.click(dialog.getByRole("button", { name: "Create API key" }));
  await prove(event, "Create API key");
  await dialog.findByText("This is not a public key of Ed25519.");
});

it("asks for a proof only where a key is to do more", async () => {
  const wants = { message: "missing_parameter", field: "transaction_password", request_id: "R" };
  const asked = serve({
    ...calls([bot]),
    "/api/v3/api-keys/restrict": ({ body }) =>
      body["scope"] === "trade" && !("transaction_password" in body)
        ? [400, { ...wants, text: "" }]
        : [200, { message: "saved" }],
  });
  const event = open();
  const change = () => screen.findByRole("button", { name: "Change: Market maker" });
  await event.click(await change());
  await event.selectOptions(screen.getByLabelText("Permissions"), "read");
  await event.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved");
  const bodies = () =>
    asked.filter(({ path }) => path.endsWith("/restrict")).map(({ body }) => body);
  expect(bodies()).toEqual([
    {
      id: "7",
      scope: "read",
      markets: "BTCUSDT, ETHUSDT",
      networks: "203.0.113.0/24",
      expires_on: "2026-12-31",
    },
  ]);

  await event.click(await change());
  await event.clear(screen.getByLabelText("Markets"));
  await event.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(
    "The key will be able to do more than before. Withdrawals are paused for 24 hours.",
  );
  await prove(event, "Save");
  await vi.waitFor(() => expect(bodies()).toHaveLength(3));
  expect(bodies()[2]).toMatchObject({ scope: "trade", verification_code: "123456" });
  expect(bodies()[2]).not.toHaveProperty("markets");
});

it("renames and ends a key", async () => {
  const asked = serve({
    ...calls([bot]),
    "/api/v3/api-keys/rename": () => [200, { message: "saved" }],
    "/api/v3/api-keys/end": () => [200, { message: "success" }],
  });
  const event = open();
  await event.click(await screen.findByRole("button", { name: "Rename: Market maker" }));
  const name = screen.getByLabelText("Name");
  await event.clear(name);
  await event.type(name, "Grid bot");
  await event.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved");
  await event.click(screen.getByRole("button", { name: "Revoke: Market maker" }));
  await screen.findByText("Revoke “Market maker”?");
  await event.type(screen.getByLabelText("Login password"), "Correct-Horse-7");
  await event.click(screen.getByRole("button", { name: "Revoke" }));
  await screen.findByText("API key revoked");
  expect(asked.find(({ path }) => path.endsWith("/rename"))?.body).toEqual({
    id: "7",
    label: "Grid bot",
  });
  expect(asked.find(({ path }) => path.endsWith("/end"))?.body).toEqual({
    id: "7",
    password: "Correct-Horse-7",
  });
});

it("asks for the login password where a key may do less", async () => {
  const asked = serve({
    ...calls([bot]),
    "/api/v3/api-keys/restrict": ({ body }) => {
      const refusal = { field: "password", text: "", request_id: "R" };
      if (!("password" in body)) return [400, { ...refusal, message: "missing_parameter" }];
      if (body["password"] !== "Correct-Horse-7")
        return [400, { ...refusal, message: "wrong_password" }];
      return [200, { message: "saved" }];
    },
  });
  const event = open();
  const confirm = async (password: string) => {
    await screen.findByText("Restricting an API key takes your login password.");
    const dialogs = screen.getAllByRole("dialog");
    const dialog = within(dialogs[dialogs.length - 1] as HTMLElement);
    await event.clear(dialog.getByLabelText("Login password"));
    await event.type(dialog.getByLabelText("Login password"), password);
    await event.click(dialog.getByRole("button", { name: "Save" }));
  };
  await event.click(await screen.findByRole("button", { name: "Change: Market maker" }));
  await event.selectOptions(screen.getByLabelText("Permissions"), "read");
  await event.click(screen.getByRole("button", { name: "Save" }));
  await confirm("a guess");
  await screen.findByText("The password is incorrect.");
  await confirm("Correct-Horse-7");
  await screen.findByText("Saved");
  const last = asked.findLast(({ path }) => path.endsWith("/restrict"));
  expect(last?.body).toMatchObject({ id: "7", scope: "read", password: "Correct-Horse-7" });
});
