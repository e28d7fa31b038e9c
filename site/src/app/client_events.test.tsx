// @vitest-environment jsdom
// Which answers each event of the client's stream has asked again, and when none does.
import { QueryClient, QueryClientProvider, useQueries, type QueryKey } from "@tanstack/react-query";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { act, cleanup, render, renderHook, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ownKeys, useLive, type ClientEvent } from "../lib/client_events";
import { endSession, startSession } from "../lib/session";
import { breakStreams, isHeard, pushTo, serve, serveStreams } from "../lib/test_server";
import { leaveScreen, signIn } from "../ui/test_screen";
import { clientKey } from "./account";
import { App } from "./app";
import ClientEvents, { staleAfter } from "./client_events";

type Name = keyof typeof ownKeys | "client";
const keys: Record<Name, QueryKey> = { ...ownKeys, client: clientKey };
const names = Object.keys(keys).sort() as Name[];

const askedAfter: Record<ClientEvent, Name[]> = {
  balance: ["conversions", "earn", "futures", "spot", "wallet", "withdrawals"],
  conversion: ["conversions", "wallet"],
  deposit: ["deposits", "wallet"],
  earn: ["earn", "wallet"],
  futures_order: ["futures", "wallet"],
  kyc: ["client", "kyc"],
  notification: ["notifications"],
  order: ["conversions", "futures", "notifications", "spot", "wallet"],
  position: ["futures", "wallet"],
  price_alerts: ["alerts"],
  refresh: names,
  signed_out: ["client"],
  withdrawal: ["wallet", "withdrawals"],
};

/** An event is followed after 150 ms, a lost connection made again after 500. */
const followMs = 200;
const first = "/stream/client/U1";
let asked: Name[] = [];
let answerMs = 0;
let seq = 0;
let channel = "U1";

beforeEach(() => {
  seq = 0;
  asked = [];
  answerMs = 0;
  channel = "U1";
  serveStreams();
  serve({ "/api/v3/stream-ticket": () => [200, { channel, ticket: "T" }] });
});
afterEach(leaveScreen);

function Pages() {
  useQueries({
    queries: [...names, "elsewhere" as const].map((name) => ({
      queryKey: name === "elsewhere" ? ["pairs"] : [...keys[name], "of a page"],
      queryFn: async () => {
        asked.push(name as Name);
        if (answerMs > 0) await new Promise((resolve) => setTimeout(resolve, answerMs));
        return true;
      },
    })),
  });
  return null;
}

const tree = (client: QueryClient, key: string) => (
  <StrictMode>
    <QueryClientProvider client={client}>
      <Pages />
      <ClientEvents key={key} />
    </QueryClientProvider>
  </StrictMode>
);

const pass = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

async function follow() {
  signIn();
  const client = new QueryClient();
  const { rerender } = render(tree(client, "1"));
  await waitFor(() => expect(isHeard(first)).toBe(true));
  // By the pages themselves, and then once more since the events are followed.
  await waitFor(() => expect(asked.sort()).toEqual([...names, ...names, "elsewhere"].sort()));
  asked = [];
  return { show: (key: string) => rerender(tree(client, key)) };
}

function send(type: string): void {
  seq += 1;
  pushTo(first, { channel: "client", type, seq, at: seq, data: {} });
}

async function push(type: string) {
  send(type);
  await pass(followMs);
}

it.each(Object.keys(staleAfter) as ClientEvent[])(
  "%s has its answers asked again",
  async (type) => {
    await follow();
    await push(type);
    expect(asked.sort()).toEqual(askedAfter[type]);
  },
);

it("asks once for events that come together, and nothing for those that it does not know", async () => {
  await follow();
  await push("of another version");
  await push("toString");
  expect(asked).toEqual([]);
  send("position");
  send("futures_order");
  await push("position");
  expect(asked.sort()).toEqual(["futures", "wallet"]);
});

it("lets what it has asked be answered before it asks again", async () => {
  await follow();
  answerMs = 600;
  await push("earn");
  for (let i = 0; i < 3; i++) await push("earn");
  expect(asked).toEqual(["earn", "wallet"]);
  answerMs = 0;
  await waitFor(() => expect(asked).toEqual(["earn", "wallet", "earn", "wallet"]), {
    timeout: 2_000,
  });
});

it("looks again once no handler can believe in a session that has ended", async () => {
  await follow();
  await push("signed_out");
  expect(asked).toEqual(["client"]);
  await pass(4_000 + followMs);
  expect(asked).toEqual(["client", "client"]);
}, 10_000);

it("asks for everything after a connection was lost, which is told meanwhile", async () => {
  await follow();
  const { result } = renderHook(useLive);
  expect(result.current).toBe(true);
  act(() => breakStreams(first));
  expect(result.current).toBe(false);
  expect(asked).toEqual([]);
  await waitFor(() => expect(result.current).toBe(true), { timeout: 2_000 });
  await pass(followMs);
  expect(asked.sort()).toEqual(names);
});

it("asks for everything once it is live, for nobody told what happened before", async () => {
  signIn();
  asked = [];
  render(tree(new QueryClient(), "1"));
  expect(asked.sort()).toEqual([...names, "elsewhere"].sort());
  asked = [];
  await waitFor(() => expect(asked.sort()).toEqual(names));
});

it("follows nothing once it is gone", async () => {
  await follow();
  send("order");
  cleanup();
  await pass(followMs);
  expect(asked).toEqual([]);
  expect(renderHook(useLive).result.current).toBe(false);
});

it("leaves the stream of another client", async () => {
  const { show } = await follow();
  endSession();
  channel = "U2";
  const user = { email: "", mobile_number: "", user_unique_id: "U2" };
  startSession({
    user: { ...user, account_status: "Unverified" },
    client: { id: "2", status: "ACTIVE", membership_level: "NO_BADGE" },
  });
  show("2");
  await waitFor(() => expect(isHeard("/stream/client/U2")).toBe(true));
  await waitFor(() => expect(asked.sort()).toEqual(names));
  asked = [];
  await push("position");
  expect(asked).toEqual([]);
  await waitFor(() => expect(isHeard(first)).toBe(false), { timeout: 5_000 });
}, 10_000);

const eventsFile = join(process.cwd(), "../common/notify/push/client_events.def");

it.runIf(existsSync(eventsFile))("knows every event that the server tells a client of", () => {
  const told = [...readFileSync(eventsFile, "utf8").matchAll(/^X\((\w+)\)/gm)].map(
    ([, name]) => name,
  );
  expect(Object.keys(staleAfter).sort()).toEqual(told.sort());
});

it("opens no stream for a guest", async () => {
  const calls = serve({});
  render(<App />);
  await pass(followMs);
  expect(calls.map(({ path }) => path)).not.toContain("/api/v3/stream-ticket");
});
