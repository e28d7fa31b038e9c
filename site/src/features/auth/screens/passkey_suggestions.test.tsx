// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queries } from "../../../lib/api";
import { endSession } from "../../../lib/session";
import { serve, type Answer } from "../../../lib/test_server";
import { clearToasts, Toasts } from "../../../ui/toast";
import SignIn from "./signin";

const userOf = { email: "mira@mail.com", user_unique_id: "1", account_status: "Unverified" };
const clientOf = { id: "1", status: "ACTIVE", membership_level: "NO_BADGE", user: userOf };
const begin = "/api/v3/passkey-login/begin";
const challengeLivesMs = 300_000;

/** A request of the page to the browser, until it is answered or withdrawn. */
interface Asked {
  options: CredentialRequestOptions;
  answer: () => void;
  refuse: () => void;
}

let asked: Asked[];
let heard: ReturnType<typeof serve>;
let available: boolean;

class Passkey {
  static isConditionalMediationAvailable = () => Promise.resolve(available);
  type = "public-key";
  id = "AQ";
  rawId = new ArrayBuffer(1);
  response = {
    clientDataJSON: new ArrayBuffer(1),
    authenticatorData: new ArrayBuffer(1),
    signature: new ArrayBuffer(1),
    userHandle: new ArrayBuffer(1),
  };
}

const withdrawn = (index: number): boolean | undefined => asked[index]?.options.signal?.aborted;
const mediations = () => asked.map(({ options }) => options.mediation);
const begun = () => heard.filter(({ path }) => path === begin).length;

function server(login: Answer = () => [200, { status: 200, user: userOf, client: clientOf }]) {
  let challenges = 0;
  heard = serve({
    [begin]: () => [
      200,
      {
        challenge: btoa(`challenge ${(challenges += 1)}`),
        rpId: "localhost",
        timeout: 120_000,
        userVerification: "required",
        allowCredentials: [],
      },
    ],
    "/api/v3/passkey-login": login,
  });
}

async function open() {
  const page = render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={["/signin"]}>
        <Routes>
          <Route path="/signin" element={<SignIn />} />
          <Route path="/wallet" element={<p>the wallet</p>} />
        </Routes>
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  // The browser's word of whether it suggests any.
  await act(() => Promise.resolve());
  return page;
}

const field = () => screen.getByLabelText("Email", { selector: "[name=username]" });
const touch = () => fireEvent.pointerDown(field());

async function suggested(): Promise<Asked> {
  touch();
  await waitFor(() => expect(asked).toHaveLength(1));
  return asked[0]!;
}

beforeEach(() => {
  asked = [];
  available = true;
  vi.stubGlobal("PublicKeyCredential", Passkey);
  const get = (options: CredentialRequestOptions) =>
    new Promise((resolve, reject) => {
      const refuse = () => reject(new DOMException("", "NotAllowedError"));
      options.signal?.addEventListener("abort", refuse);
      asked.push({ options, answer: () => resolve(new Passkey()), refuse });
    });
  Object.defineProperty(navigator, "credentials", { value: { get }, configurable: true });
  server();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "credentials");
  queries.clear();
  clearToasts();
  endSession();
});

it("signs in by the passkey that is chosen in the email field", async () => {
  await open();
  expect(field().getAttribute("autocomplete")).toBe("username webauthn");
  const { options, answer } = await suggested();
  expect(options.mediation).toBe("conditional");
  answer();
  await screen.findByText("the wallet");
  const [sent] = heard.filter(({ path }) => path === "/api/v3/passkey-login");
  expect(sent?.body["passkey"]).toContain('"public-key"');
});

it("asks the server once, and only when somebody turns to the field", async () => {
  await open();
  fireEvent.keyDown(field(), { key: "m" });
  expect(begun()).toBe(0);
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  await waitFor(() => expect(asked).toHaveLength(1));
  touch();
  act(() => asked[0]!.refuse());
  await act(() => Promise.resolve());
  touch();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(begun()).toBe(1);
  expect(screen.queryByText("Error!")).toBeNull();
});

it.each([
  ["has no suggestions", () => (available = false)],
  ["knows no such question", () => vi.stubGlobal("PublicKeyCredential", class {})],
])("asks nothing where the browser %s", async (_, lacking) => {
  lacking();
  await open();
  touch();
  fireEvent.focus(field());
  await act(() => Promise.resolve());
  expect(begun()).toBe(0);
  expect(asked).toEqual([]);
});

it("withdraws them when the form goes", async () => {
  const page = await open();
  await suggested();
  page.unmount();
  expect(withdrawn(0)).toBe(true);
});

it("withdraws them before the button asks, and suggests none while it does", async () => {
  await open();
  await suggested();
  fireEvent.click(screen.getByRole("button", { name: "Sign in with a passkey" }));
  expect(withdrawn(0)).toBe(true);
  await waitFor(() => expect(asked).toHaveLength(2));
  touch();
  await act(() => Promise.resolve());
  expect(mediations()).toEqual(["conditional", undefined]);
  expect(begun()).toBe(2);
  asked[1]!.answer();
  await screen.findByText("the wallet");
  expect(screen.queryByText("Error!")).toBeNull();
});

it("has a new challenge for the next touch when the old one's time is over", async () => {
  await open();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  touch();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(challengeLivesMs));
  expect(withdrawn(0)).toBe(true);
  expect(begun()).toBe(1);
  touch();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(begun()).toBe(2);
  expect(asked[1]!.options.publicKey?.challenge).not.toEqual(
    asked[0]!.options.publicKey?.challenge,
  );
  expect(screen.queryByText("Error!")).toBeNull();
});

it("withdraws them when another tab has begun: the server would refuse the answer", async () => {
  await open();
  await suggested();
  const tab = new BroadcastChannel("cambio.passkey_sign_in");
  tab.postMessage("begun");
  await waitFor(() => expect(withdrawn(0)).toBe(true));
  tab.close();
});

it("says nothing when the server gives no challenge, and what it says of an answer", async () => {
  server(() => [400, { message: "passkey_unknown", text: "No account has this passkey." }]);
  await open();
  const { answer } = await suggested();
  answer();
  await screen.findByText("Error!");
  act(() => clearToasts());
  heard = serve({ [begin]: () => [429, { message: "rate_limited", text: "Later." }] });
  touch();
  await waitFor(() => expect(begun()).toBe(1));
  touch();
  await act(() => Promise.resolve());
  expect(begun()).toBe(1);
  expect(screen.queryByText("Error!")).toBeNull();
});
