// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { change_language } from "../../lib/i18n";
import { device_name } from "./device";
import german from "../../text/de/account.json";

it("names a device in the reader's language", async () => {
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(new Response(JSON.stringify(path.includes("/account.") ? german : {}))),
  );
  expect(device_name("Firefox on Linux")).toBe("Firefox on Linux");
  expect(device_name("Unknown browser")).toBe("Unknown browser");
  await change_language("de");
  expect(device_name("Chrome on Android")).toBe("Chrome unter Android");
  expect(device_name("Unknown browser on Linux")).toBe("Unbekannter Browser unter Linux");
  expect(device_name("Safari")).toBe("Safari");
});
