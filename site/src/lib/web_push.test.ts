// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { currentSession, endSession, startSession, type Session } from "./session";
import { publicKey, TestPushes } from "./test_pushes";
import { serve } from "./test_server";
import { browsersPath, pushAbility, renewPushes, turnPushesOn } from "./web_push";

const user = {
  email: "mira@mail.com",
  mobile_number: "",
  user_unique_id: "U1",
  account_status: "Unverified" as const,
};

let time = 1_000;

function signInAs(id: string): Session {
  vi.spyOn(Date, "now").mockReturnValue((time += 1_000));
  startSession({ user, client: { id, status: "ACTIVE", membership_level: "NO_BADGE", user } });
  const session = currentSession();
  if (!session) throw new Error("nobody is signed in");
  return session;
}

function server(key: string | null = publicKey) {
  const asked = serve({
    [browsersPath]: () => [200, { public_key: key, browsers: [], most: 10 }],
    [`${browsersPath}/add`]: () => [200, { message: "success" }],
  });
  return () => asked.filter(({ path }) => path.endsWith("/add")).length;
}

let pushes: TestPushes;

beforeEach(() => {
  localStorage.clear();
  pushes = new TestPushes();
});
afterEach(() => {
  endSession();
  TestPushes.leave();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("subscribes again for each sign-in of whoever has turned it on here, and once for each", async () => {
  const added = server();
  const first = signInAs("1");
  await renewPushes(first);
  expect(added()).toBe(0);
  expect(await turnPushesOn(publicKey)).toBe("granted");
  await renewPushes(first);
  expect(added()).toBe(1);
  const next = signInAs("1");
  await renewPushes(next);
  await renewPushes(next);
  expect(added()).toBe(2);
  expect(pushes.ended).toBe(0);
});

it("ends what another client has subscribed here", async () => {
  const added = server();
  signInAs("1");
  await turnPushesOn(publicKey);
  await renewPushes(signInAs("12"));
  expect(pushes.made).toBeNull();
  await renewPushes(signInAs("1"));
  expect(added()).toBe(1);
});

it("subscribes anew where the server has got another key meanwhile", async () => {
  const session = signInAs("1");
  server();
  await turnPushesOn(publicKey);
  const added = server("BAED");
  await renewPushes(session);
  await renewPushes(session);
  expect(pushes.ended).toBe(1);
  expect([...(pushes.made?.key ?? [])]).toEqual([4, 1, 3]);
  expect(added()).toBe(1);
});

it("subscribes anew where the server has another key", async () => {
  const added = server("BAED");
  signInAs("1");
  await turnPushesOn(publicKey);
  await renewPushes(signInAs("1"));
  expect(pushes.ended).toBe(1);
  expect([...(pushes.made?.key ?? [])]).toEqual([4, 1, 3]);
  expect(added()).toBe(2);
});

it("knows where its owner has to be asked, and where that is in vain", () => {
  expect(pushAbility()).toBe("asks");
  pushes.permission = "denied";
  expect(pushAbility()).toBe("denied");
  TestPushes.leave();
  expect(pushAbility()).toBe("unable");
});
