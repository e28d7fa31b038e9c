// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { queries } from "../../../lib/api";
import type { Profile } from "../api";
import { Avatar } from "./avatar";

const profile = {
  user_unique_id: "u1",
  email: "ann@example.com",
  avatar_at: "2026-11-30T00:00:00Z",
} as Profile;

afterEach(() => {
  vi.unstubAllGlobals();
  queries.clear();
});

it("gives the picture's address back when it is no longer shown", async () => {
  const made: string[] = [];
  const revoked: string[] = [];
  URL.createObjectURL = () => {
    made.push(`blob:${made.length}`);
    return made.at(-1) ?? "";
  };
  URL.revokeObjectURL = (address) => void revoked.push(address);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("picture")));
  const shown = render(
    <QueryClientProvider client={queries}>
      <Avatar profile={profile} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(shown.container.querySelector("img")?.src).toBe("blob:0"));
  expect(revoked).toEqual([]);
  shown.unmount();
  expect(revoked).toEqual(made);
});
