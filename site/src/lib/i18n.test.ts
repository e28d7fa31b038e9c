// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  change_language,
  chosen_language,
  current_language,
  languages,
  load_text,
  sentences,
  start_language,
  t,
  text_or,
} from "./i18n";
import { complete_languages } from "../../build/texts.js";
import type { Area } from "../text/catalogue";

let asked: string[] = [];

/** The server's text files; every other one is an empty catalogue. */
function serve(files: Record<string, object>): void {
  asked = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const name = path.replace(/^\/text\/|\.0\.json$/g, "");
    return Promise.resolve(new Response(JSON.stringify(files[name] ?? {})));
  });
}

const browser_speaks = (...names: string[]) =>
  vi.spyOn(navigator, "languages", "get").mockReturnValue(names);

beforeEach(async () => {
  serve({});
  await change_language("en");
  localStorage.clear();
  history.replaceState(null, "", "/");
});

afterEach(async () => {
  await change_language("en");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("names every language that is complete", () => {
  const nameless = complete_languages("src/text").filter((language) => !(language in languages));
  expect(nameless).toEqual([]);
});

it("puts no space between Chinese or Japanese sentences", async () => {
  expect(sentences("One.", false, "Two.")).toBe("One. Two.");
  await change_language("zh");
  expect(sentences("一。", undefined, "二。")).toBe("一。二。");
});

describe("the first language", () => {
  it("is the address's, which forgets it", async () => {
    history.replaceState(null, "", "/markets/prices?lang=de&page=2#list");
    localStorage.setItem("cambio.language", "ja");
    browser_speaks("es-ES");
    await start_language();
    expect(current_language()).toBe("de");
    expect(document.documentElement.lang).toBe("de");
    expect(`${location.pathname}${location.search}${location.hash}`).toBe(
      "/markets/prices?page=2#list",
    );
    expect(chosen_language()).toBe("de");
  });

  it("is the one that was chosen before the browser's", async () => {
    localStorage.setItem("cambio.language", "ja");
    browser_speaks("es-ES");
    await start_language();
    expect(current_language()).toBe("ja");
  });

  it("is the browser's first one that is offered, and not kept as a choice", async () => {
    browser_speaks("fr-FR", "zh-TW", "de");
    await start_language();
    expect(current_language()).toBe("zh");
    expect(chosen_language()).toBeNull();
  });

  it("is English otherwise", async () => {
    history.replaceState(null, "", "/?lang=tlh");
    localStorage.setItem("cambio.language", "xx");
    browser_speaks("fr-FR");
    await start_language();
    expect(current_language()).toBe("en");
    expect(location.search).toBe("");
  });
});

describe("a language", () => {
  it("fetches each of its files once, and says in English what it does not have", async () => {
    serve({ "vi/settings": { title: "Cài đặt" } });
    await change_language("vi");
    await Promise.all([load_text(["settings"]), load_text(["settings"])]);
    expect(t("settings.title")).toBe("Cài đặt");
    expect(t("settings.theme")).toBe("Theme");
    expect(asked.filter((path) => path.startsWith("/text/vi/settings"))).toHaveLength(1);
  });

  it("counts by its own rules", async () => {
    serve({
      "es/landing": { stat_volume_hint_one: "un par", stat_volume_hint_other: "{count} pares" },
      "es/errors": { frozen_account_one: "{count} vez", frozen_account_other: "{count} veces" },
    });
    await change_language("es");
    expect(t("landing.stat_volume_hint", { count: 1 })).toBe("un par");
    expect(t("landing.stat_volume_hint", { count: 7 })).toBe("7 pares");
    expect(text_or("errors.frozen_account", "", { count: 7 })).toBe("7 veces");
  });

  it("that cannot be fetched leaves the page as it is", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
    await expect(load_text(["no such area" as Area])).rejects.toThrow("404");
    await expect(change_language("de")).rejects.toThrow("404");
    expect(current_language()).toBe("en");
    expect(chosen_language()).toBeNull();
    serve({});
  });
});
