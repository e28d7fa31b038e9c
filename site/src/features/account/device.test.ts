// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { changeLanguage } from "../../lib/i18n";
import { deviceName } from "./device";
import german from "../../text/de/account.json";

it("names a device in the reader's language", async () => {
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(new Response(JSON.stringify(path.includes("/account.") ? german : {}))),
  );
  expect(deviceName("Firefox on Linux")).toBe("Firefox on Linux");
  expect(deviceName("Unknown browser")).toBe("Unknown browser");
  await changeLanguage("de");
  expect(deviceName("Chrome on Android")).toBe("Chrome unter Android");
  expect(deviceName("Unknown browser on Linux")).toBe("Unbekannter Browser unter Linux");
  expect(deviceName("Safari")).toBe("Safari");
});
