// @vitest-environment jsdom
// The list of markets that is asked for before the code that shows it is here.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { queries } from "./api";
import { askEarly, early } from "./early";
import { useAllPairs } from "./pairs";
import { pairOf } from "./test_pairs";

const path = "/api/v2/market-all-pairs";
const first = { coinpair: [pairOf("FIRST")] };
const anew = { coinpair: [pairOf("ANEW")] };

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);

/** Asks early, lets it lie for so long, and shows the list; later calls are answered anew. */
async function shown(answer: () => Promise<Response>, laterMs = 0) {
  const asked = vi.fn().mockImplementationOnce(answer);
  asked.mockImplementation(() => Promise.resolve(Response.json(anew)));
  vi.stubGlobal("fetch", asked);
  askEarly();
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + laterMs);
  const { result } = renderHook(useAllPairs, { wrapper });
  await waitFor(() => expect(result.current.data).toBeDefined());
  const calls = asked.mock.calls.map(([address]) => address as string);
  return { calls, nameNow: () => result.current.data?.coinpair[0]?.name };
}

afterEach(() => {
  queries.clear();
  delete early.pairs;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("is asked for once, and counts once", async () => {
  const { calls, nameNow } = await shown(() => Promise.resolve(Response.json(first)));
  expect([calls, nameNow()]).toEqual([[path], "FIRST"]);
  await act(() => queries.refetchQueries());
  await waitFor(() => expect(nameNow()).toBe("ANEW"));
});

const refusal = () => Response.json({ message: "unavailable" }, { status: 503 });

it.each([
  ["was refused", () => Promise.resolve(refusal()), 0],
  ["is lost", () => Promise.reject(new TypeError("Failed to fetch")), 0],
  ["is old", () => Promise.resolve(Response.json(first)), 5_000],
  ["does not come", () => new Promise<Response>(() => undefined), 4_900],
])("is asked for anew where the answer %s", async (_, answer, laterMs) => {
  const { calls, nameNow } = await shown(answer, laterMs);
  expect([calls, nameNow()]).toEqual([[path, path], "ANEW"]);
});
