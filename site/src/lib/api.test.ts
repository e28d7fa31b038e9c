// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  address,
  ApiError,
  finishSignOut,
  get,
  newClientId,
  onSignedOut,
  post,
  postRenewing,
  queries,
  signOut,
} from "./api";
import { currentSession, endSession, onOtherClient, startSession } from "./session";

const session = {
  user: { email: "a@b", mobile_number: "", user_unique_id: "1", account_status: "Verified" },
  client: { id: "1", status: "ACTIVE", membership_level: "NO_BADGE" },
} as const;

let asked: { path: string; init: RequestInit }[] = [];

/** The next answers of the network. */
function answers(...list: [number, unknown][]): void {
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    asked.push({ path, init });
    const [status, body] = list.shift() ?? [500, {}];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
}

const refused = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

beforeEach(() => {
  asked = [];
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("calls", () => {
  it("leave out parameters that are undefined", () => {
    expect(address("/api", { a: "1 2", b: undefined })).toBe("/api?a=1+2");
  });

  it("name the client whom the page shows, carry no token, and bodies as JSON", async () => {
    startSession(session);
    answers([200, { message: "success" }]);
    await post("/api/v3/add-favorite", { coin_id: "1" });
    const headers = new Headers(asked[0]?.init.headers);
    expect(headers.get("X-Cambio-Client")).toBe("1");
    expect(headers.get("X-Cambio-Session")).toBe("cookie");
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(headers.has("Authorization")).toBe(false);
    expect(JSON.stringify({ ...localStorage })).not.toContain("v4.");
    expect(asked[0]?.init.body).toBe('{"coin_id":"1"}');
    expect(asked[0]?.path).toBe("/api/v3/add-favorite");
  });

  it("turn a refusal into its sentence, field and reference", async () => {
    const body = { message: "below_minimum", field: "total", text: "x", request_id: "r-1" };
    answers([400, body]);
    const error = await refused(get("/api/v3/status"));
    expect(error).toMatchObject({ code: "below_minimum", field: "total", requestId: "r-1" });
    expect(error.sentence).toBe("Amount must be greater than minimum amount");
  });

  it.each([
    [
      { message: "below_minimum", details: { minimum: "1500.50", side: "sell" } },
      "Amount must be greater than minimum sell amount (1,500.5)",
    ],
    [
      { message: "below_minimum", details: { minimum: "5" } },
      "Amount must be greater than minimum amount (5)",
    ],
    [
      { message: "insufficient_balance", details: { available: "0.00" } },
      "Insufficient balance (0)",
    ],
    [{ message: "insufficient_balance" }, "Insufficient balance"],
  ])("say of %j: %s", async (body, sentence) => {
    answers([409, body]);
    expect((await refused(get("/api/v3/status"))).sentence).toBe(sentence);
  });

  it("show the server's sentence for a code that the catalogue lacks", async () => {
    answers([409, { message: "quite_new", text: "The server says so." }]);
    expect((await refused(get("/api/v3/status"))).sentence).toBe("The server says so.");
  });

  it("end the session when it is refused, not when a guest's password is", async () => {
    const told = vi.fn();
    onSignedOut(told);
    answers([401, { message: "invalid_credentials" }]);
    await refused(post("/api/v3/login"));
    expect(told).not.toHaveBeenCalled();
    startSession(session);
    answers([401, { message: "unauthorized" }], [401, { message: "unauthorized" }], [200, {}]);
    await refused(get("/api/v3/wallets/spot"));
    expect(told).toHaveBeenCalledOnce();
    expect(currentSession()).toBeNull();
    // Its cookie is taken away, which only the server can do.
    const last = asked.at(-1);
    expect(last?.path).toBe("/api/v3/forget-session");
    expect(new Headers(last?.init.headers).get("X-Cambio-Client")).toBe("1");
  });

  it.each([
    [409, "market_closed"],
    [409, "network_closed"],
    [503, "withdrawals_paused"],
  ])("ask what is paused after %i %s", async (status, message) => {
    const invalidated = vi.spyOn(queries, "invalidateQueries");
    startSession(session);
    answers([409, { message: "insufficient_balance" }], [status, { message }]);
    await refused(post("/api/v2/my-order"));
    expect(invalidated).not.toHaveBeenCalled();
    await refused(post("/api/v2/my-order"));
    expect(invalidated.mock.calls).toEqual([[{ queryKey: ["status"] }]]);
  });

  it("work for an answer where the server asks for it, once", async () => {
    const details = { challenge: "9.4.abc.def", bits: "4" };
    const ask: [number, unknown] = [428, { message: "work_required", details }];
    answers(ask, [200, { message: "success" }], ask, ask);
    await post("/api/v2/send-code", { email: "a@b" });
    const sent = JSON.parse(asked[1]?.init.body as string) as Record<string, string>;
    expect(sent.email).toBe("a@b");
    expect(sent.work).toMatch(/^9\.4\.abc\.def\.\d+$/);
    expect((await refused(post("/api/v2/send-code", { email: "a@b" }))).code).toBe("work_required");
    expect(asked.length).toBe(4);
  });

  it("wait for the new session when the old one ends before the change of a password is answered", async () => {
    const told = vi.fn();
    onSignedOut(told);
    startSession(session);
    let answer: (response: Response) => void = () => undefined;
    let renewed = false;
    let askedForWallet = 0;
    vi.stubGlobal("fetch", (path: string) => {
      if (path === "/change") return new Promise<Response>((resolve) => (answer = resolve));
      askedForWallet += 1;
      return Promise.resolve(
        renewed
          ? new Response('{"spot":[]}')
          : new Response('{"message":"unauthorized"}', { status: 401 }),
      );
    });
    const change = postRenewing("/change", {});
    const wallet = get("/api/v3/wallets/spot");
    await vi.waitFor(() => expect(askedForWallet).toBe(1));
    renewed = true;
    answer(new Response('{"message":"saved"}'));
    expect(await change).toEqual({ message: "saved" });
    expect(await wallet).toEqual({ spot: [] });
    expect(askedForWallet).toBe(2);
    expect(currentSession()?.client.id).toBe("1");
    expect(told).not.toHaveBeenCalled();
  });

  it("are not sent again for another client", async () => {
    startSession(session);
    answers([401, { message: "unauthorized" }], [200, { message: "success" }]);
    const order = refused(post("/api/v2/my-order"));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    startSession({ ...session, client: { ...session.client, id: "2" } });
    await order;
    expect(asked).toHaveLength(1);
    expect(currentSession()?.client.id).toBe("2");
  });

  it("follow the client who has signed in in another tab", async () => {
    const changed = vi.fn();
    onOtherClient(changed);
    startSession(session);
    const other = { ...session, client: { ...session.client, id: "2" }, began: 1 };
    localStorage.setItem("cambio.session", JSON.stringify(other));
    answers([409, { message: "another_client" }]);
    await refused(post("/api/v2/my-order"));
    expect(changed).toHaveBeenCalledOnce();
    expect(currentSession()?.client.id).toBe("2");
  });

  it("end the session when the renewal itself is refused", async () => {
    startSession(session);
    answers([401, { message: "unauthorized" }]);
    expect((await refused(postRenewing("/change", {}))).status).toBe(401);
    expect(currentSession()).toBeNull();
  });

  it("sign out later where the server cannot be reached", async () => {
    startSession(session);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no route")));
    await signOut();
    endSession();
    answers([503, {}]);
    await finishSignOut();
    answers([200, { message: "success" }]);
    await finishSignOut();
    answers([200, { message: "success" }]);
    await finishSignOut();
    expect(asked.map(({ path }) => path)).toEqual(["/api/v3/logout", "/api/v3/logout"]);
    expect(new Headers(asked[1]?.init.headers).get("X-Cambio-Client")).toBe("1");
  });

  it("say when the server cannot be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no route")));
    expect(await refused(get("/api/v3/status"))).toMatchObject({ code: "offline", status: 0 });
  });
});

describe("a session that is refused before the app hears of it", () => {
  /** The modules as a new page has them, with what a client was shown. */
  async function refusedEarly() {
    vi.resetModules();
    const [api, kept] = await Promise.all([import("./api"), import("./session")]);
    kept.startSession(session);
    api.queries.setQueryData(["wallet"], "of the client");
    answers([401, { message: "unauthorized" }], [401, { message: "unauthorized" }], [200, {}]);
    await expect(api.get("/api/v3/wallets/spot")).rejects.toThrow("unauthorized");
    expect(api.queries.getQueryData(["wallet"])).toBeUndefined();
    return { api, kept, told: vi.fn() };
  }
  afterEach(() => history.replaceState(null, "", "/"));

  it("is told once, when the app begins to hear", async () => {
    const { api, told } = await refusedEarly();
    api.onSignedOut(told);
    api.onSignedOut(told);
    expect(told).toHaveBeenCalledOnce();
  });

  it("leads nobody away who is to sign in already", async () => {
    const { api, told } = await refusedEarly();
    history.replaceState(null, "", "/signin");
    api.onSignedOut(told);
    expect(told).not.toHaveBeenCalled();
  });

  it("leads nobody away who has signed in since, and keeps what is theirs", async () => {
    const { api, kept, told } = await refusedEarly();
    kept.startSession(session);
    api.queries.setQueryData(["wallet"], "of the next session");
    api.onSignedOut(told);
    expect(told).not.toHaveBeenCalled();
    expect(api.queries.getQueryData(["wallet"])).toBe("of the next session");
  });
});

it("makes idempotency keys that the server accepts", () => {
  const [first, second] = [newClientId(), newClientId()];
  expect(first).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(first).not.toBe(second);
});
