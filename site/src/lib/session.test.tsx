// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { currentSession, endSession, onOtherClient, startSession, useSession } from "./session";

const key = "cambio.session";
const of = (id: string) => ({
  user: {
    email: "a@b",
    mobile_number: "",
    user_unique_id: id,
    account_status: "Verified" as const,
  },
  client: { id, status: "ACTIVE" as const, membership_level: "NO_BADGE" },
});

/** Another tab has kept this. */
function hear(kept: unknown): void {
  if (kept === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(kept));
  act(() => void globalThis.dispatchEvent(new StorageEvent("storage", { key })));
}

afterEach(() => {
  endSession();
});

it("follows other tabs, and tells when the client is another one", () => {
  const changed = vi.fn();
  onOtherClient(changed);
  startSession(of("1"));
  const { result } = renderHook(useSession);
  hear({ ...of("1"), began: 5 });
  expect(changed).not.toHaveBeenCalled();
  expect(result.current?.began).toBe(5);
  hear({ ...of("2"), began: 6 });
  expect(changed).toHaveBeenCalledOnce();
  expect(result.current?.client.id).toBe("2");
  hear(null);
  expect(changed).toHaveBeenCalledTimes(2);
  expect(result.current).toBeNull();
});

it("forgets the token that an earlier version kept", () => {
  renderHook(useSession);
  hear({ ...of("1"), token: "v4.public.old" });
  expect(currentSession()).toBeNull();
  expect(localStorage.getItem(key)).toBeNull();
});
