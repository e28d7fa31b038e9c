// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { get } from "./api";
import { change_language } from "./i18n";
import { choose_language, tell_language } from "./language";
import { end_session, start_session } from "./session";

let told: { language: string; header: string | null }[] = [];
let status = 200;

const in_again = (id: string) =>
  start_session({
    user: { email: "a@b", mobile_number: "", user_unique_id: id, account_status: "Verified" },
    client: { id, status: "ACTIVE", membership_level: "NO_BADGE" },
  });

beforeEach(() => {
  told = [];
  status = 200;
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (path !== "/api/v3/language") return Promise.resolve(new Response("{}"));
    const { language } = JSON.parse(init?.body as string) as { language: string };
    told.push({ language, header: new Headers(init?.headers).get("Accept-Language") });
    return Promise.resolve(new Response("{}", { status }));
  });
});

afterEach(async () => {
  end_session();
  await change_language("en");
  vi.unstubAllGlobals();
});

it("tells the server the language of a client, once", async () => {
  await choose_language("de");
  expect(told).toEqual([]);
  in_again("1");
  tell_language();
  await vi.waitFor(() => expect(localStorage.getItem("cambio.language_told")).toBe("1 de"));
  tell_language();
  expect(told).toEqual([{ language: "de", header: "de" }]);
  in_again("2");
  tell_language();
  expect(told).toHaveLength(2);
});

it("says nothing of a language that nobody chose", () => {
  in_again("1");
  tell_language();
  expect(told).toEqual([]);
});

it("tries again when the server did not take it", async () => {
  status = 500;
  in_again("1");
  await choose_language("ja");
  await vi.waitFor(() => expect(told).toHaveLength(1));
  status = 200;
  tell_language();
  await vi.waitFor(() => expect(localStorage.getItem("cambio.language_told")).toBe("1 ja"));
});

it("is in the head of every call", async () => {
  const heads: (string | null)[] = [];
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (path === "/api/x") heads.push(new Headers(init?.headers).get("Accept-Language"));
    return Promise.resolve(new Response("{}"));
  });
  await get("/api/x");
  await choose_language("vi");
  await get("/api/x");
  expect(heads).toEqual(["en", "vi"]);
});
