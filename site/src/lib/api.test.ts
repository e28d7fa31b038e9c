// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address, ApiError, get, new_client_id, on_signed_out, post, post_for_token } from "./api";
import { current_session, end_session, start_session } from "./session";

const session = {
  token: "v4.public.token",
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
  end_session();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("calls", () => {
  it("leave out parameters that are undefined", () => {
    expect(address("/api", { a: "1 2", b: undefined })).toBe("/api?a=1+2");
  });

  it("carry the token, and bodies as JSON", async () => {
    start_session(session);
    answers([200, { message: "success" }]);
    await post("/api/v3/add-favorite", { coin_id: "1" });
    const headers = new Headers(asked[0]?.init.headers);
    expect(headers.get("Authorization")).toBe("Bearer v4.public.token");
    expect(asked[0]?.init.body).toBe('{"coin_id":"1"}');
    expect(asked[0]?.path).toBe("/api/v3/add-favorite");
  });

  it("turn a refusal into its sentence, field and reference", async () => {
    const body = { message: "below_minimum", field: "total", text: "x", request_id: "r-1" };
    answers([400, body]);
    const error = await refused(get("/api"));
    expect(error).toMatchObject({ code: "below_minimum", field: "total", request_id: "r-1" });
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
    expect((await refused(get("/api"))).sentence).toBe(sentence);
  });

  it("show the server's sentence for a code that the catalogue lacks", async () => {
    answers([409, { message: "quite_new", text: "The server says so." }]);
    expect((await refused(get("/api"))).sentence).toBe("The server says so.");
  });

  it("end the session when its token is refused, not when a guest's password is", async () => {
    const told = vi.fn();
    on_signed_out(told);
    answers([401, { message: "invalid_credentials" }], [401, { message: "unauthorized" }]);
    await refused(post("/api/v3/login", {}));
    expect(told).not.toHaveBeenCalled();
    start_session(session);
    await refused(get("/api/v3/wallets/spot"));
    expect(told).toHaveBeenCalledOnce();
    expect(current_session()).toBeNull();
  });

  it("wait for the new token when the old one ends before the change of a password is answered", async () => {
    const told = vi.fn();
    on_signed_out(told);
    start_session(session);
    let answer: (response: Response) => void = () => undefined;
    const heard: (string | null)[] = [];
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
      if (path === "/change") return new Promise<Response>((resolve) => (answer = resolve));
      const bearer = new Headers(init.headers).get("Authorization");
      heard.push(bearer);
      return Promise.resolve(
        bearer === "Bearer fresh"
          ? new Response('{"spot":[]}')
          : new Response('{"message":"unauthorized"}', { status: 401 }),
      );
    });
    const change = post_for_token("/change", {});
    const wallet = get("/api/v3/wallets/spot");
    await vi.waitFor(() => expect(heard).toEqual(["Bearer v4.public.token"]));
    answer(new Response('{"token":"fresh"}'));
    expect(await change).toEqual({ token: "fresh" });
    expect(await wallet).toEqual({ spot: [] });
    expect(heard).toEqual(["Bearer v4.public.token", "Bearer fresh"]);
    expect(current_session()?.token).toBe("fresh");
    expect(told).not.toHaveBeenCalled();
  });

  it("wait for the token that another tab has kept until this one sees it", async () => {
    const told = vi.fn();
    on_signed_out(told);
    start_session(session);
    answers([401, { message: "unauthorized" }], [200, { spot: [] }]);
    const listen = vi.spyOn(globalThis, "addEventListener");
    const wallet = get("/api/v3/wallets/spot");
    await vi.waitFor(() => expect(listen).toHaveBeenCalledWith("storage", expect.anything()));
    localStorage.setItem("cambio.session", JSON.stringify({ ...session, token: "fresh" }));
    globalThis.dispatchEvent(new StorageEvent("storage", { key: "cambio.session" }));
    expect(await wallet).toEqual({ spot: [] });
    expect(current_session()?.token).toBe("fresh");
    expect(told).not.toHaveBeenCalled();
  });

  it("end the session when the renewal itself is refused", async () => {
    start_session(session);
    answers([401, { message: "unauthorized" }]);
    expect((await refused(post_for_token("/change", {}))).status).toBe(401);
    expect(current_session()).toBeNull();
  });

  it("say when the server cannot be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no route")));
    expect(await refused(get("/api"))).toMatchObject({ code: "offline", status: 0 });
  });
});

it("makes idempotency keys that the server accepts", () => {
  const [first, second] = [new_client_id(), new_client_id()];
  expect(first).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(first).not.toBe(second);
});
