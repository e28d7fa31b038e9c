// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { queries } from "../lib/api";
import { startSession, type SignedIn } from "../lib/session";
import { serve } from "../lib/test_server";
import { useFrozen } from "./account";
import ClientEvents from "./client_events";

const client = { id: "1", status: "ACTIVE", membership_level: 1 };
const refusal = { message: "frozen_account", code: "frozen_account" };

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>
    <ClientEvents />
    {children}
  </QueryClientProvider>
);

it("believes a refusal that came after the last look, of whatever call", async () => {
  startSession({ token: "", user: { user_unique_id: "1" }, client } as unknown as SignedIn);
  let looks = 0;
  let tell = () => {};
  const looked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  serve({
    "/api/v3/account-client": () => {
      looks += 1;
      if (looks > 1) return [403, refusal];
      setTimeout(tell, 50);
      return [200, { client }];
    },
    // The account was frozen in between, before the stream was open that tells of it.
    "/api/v3/stream-ticket": async () => {
      await looked;
      return [403, refusal];
    },
  });
  const { result } = renderHook(() => useFrozen(), { wrapper });
  expect(result.current).toBe(false);
  await waitFor(() => expect(result.current).toBe(true), { timeout: 10_000 });
  // Once for the refusal, and once more where the stream's failure is told a moment apart.
  expect([2, 3]).toContain(looks);
});
