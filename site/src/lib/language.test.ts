// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { get } from "./api";
import { changeLanguage } from "./i18n";
import { chooseLanguage, tellLanguage } from "./language";
import { endSession, startSession } from "./session";

let told: { language: string; header: string | null }[] = [];
let status = 200;

const inAgain = (id: string) =>
  startSession({
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
  endSession();
  await changeLanguage("en");
  vi.unstubAllGlobals();
});

it("tells the server the language of a client, once", async () => {
  await chooseLanguage("de");
  expect(told).toEqual([]);
  inAgain("1");
  tellLanguage();
  await vi.waitFor(() => expect(localStorage.getItem("cambio.language_told")).toBe("1 de"));
  tellLanguage();
  expect(told).toEqual([{ language: "de", header: "de" }]);
  inAgain("2");
  tellLanguage();
  await vi.waitFor(() => expect(told).toHaveLength(2));
});

it("says nothing of a language that nobody chose", () => {
  inAgain("1");
  tellLanguage();
  expect(told).toEqual([]);
});

it("tries again when the server did not take it", async () => {
  status = 500;
  inAgain("1");
  await chooseLanguage("ja");
  await vi.waitFor(() => expect(told).toHaveLength(1));
  status = 200;
  tellLanguage();
  await vi.waitFor(() => expect(localStorage.getItem("cambio.language_told")).toBe("1 ja"));
});

it("is in the head of every call", async () => {
  const heads: (string | null)[] = [];
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (path === "/api/v3/status") heads.push(new Headers(init?.headers).get("Accept-Language"));
    return Promise.resolve(new Response("{}"));
  });
  await get("/api/v3/status");
  await chooseLanguage("vi");
  await get("/api/v3/status");
  expect(heads).toEqual(["en", "vi"]);
});
