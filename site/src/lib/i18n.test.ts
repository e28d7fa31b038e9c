// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  changeLanguage,
  chosenLanguage,
  currentLanguage,
  languages,
  loadText,
  sentences,
  startLanguage,
  t,
  textOr,
} from "./i18n";
import { completeLanguages } from "../../build/texts.js";
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

const browserSpeaks = (...names: string[]) =>
  vi.spyOn(navigator, "languages", "get").mockReturnValue(names);

beforeEach(async () => {
  serve({});
  await changeLanguage("en");
  localStorage.clear();
  history.replaceState(null, "", "/");
});

afterEach(async () => {
  await changeLanguage("en");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("names every language that is complete", () => {
  const nameless = completeLanguages("src/text").filter((language) => !(language in languages));
  expect(nameless).toEqual([]);
});

it("puts no space between Chinese or Japanese sentences", async () => {
  expect(sentences("One.", false, "Two.")).toBe("One. Two.");
  await changeLanguage("zh");
  expect(sentences("一。", undefined, "二。")).toBe("一。二。");
});

describe("the first language", () => {
  it("is the address's, which forgets it", async () => {
    history.replaceState(null, "", "/markets/prices?lang=de&page=2#list");
    localStorage.setItem("cambio.language", "ja");
    browserSpeaks("es-ES");
    await startLanguage();
    expect(currentLanguage()).toBe("de");
    expect(document.documentElement.lang).toBe("de");
    expect(`${location.pathname}${location.search}${location.hash}`).toBe(
      "/markets/prices?page=2#list",
    );
    expect(chosenLanguage()).toBe("de");
  });

  it("is the one that was chosen before the browser's", async () => {
    localStorage.setItem("cambio.language", "ja");
    browserSpeaks("es-ES");
    await startLanguage();
    expect(currentLanguage()).toBe("ja");
  });

  it("is the browser's first one that is offered, and not kept as a choice", async () => {
    browserSpeaks("fr-FR", "zh-TW", "de");
    await startLanguage();
    expect(currentLanguage()).toBe("zh");
    expect(chosenLanguage()).toBeNull();
  });

  it("is English otherwise", async () => {
    history.replaceState(null, "", "/?lang=tlh");
    localStorage.setItem("cambio.language", "xx");
    browserSpeaks("fr-FR");
    await startLanguage();
    expect(currentLanguage()).toBe("en");
    expect(location.search).toBe("");
  });
});

describe("a language", () => {
  it("fetches each of its files once, and says in English what it does not have", async () => {
    serve({ "vi/settings": { title: "Cài đặt" } });
    await changeLanguage("vi");
    await Promise.all([loadText(["settings"]), loadText(["settings"])]);
    expect(t("settings.title")).toBe("Cài đặt");
    expect(t("settings.theme")).toBe("Theme");
    expect(asked.filter((path) => path.startsWith("/text/vi/settings"))).toHaveLength(1);
  });

  it("counts by its own rules", async () => {
    serve({
      "es/landing_more": {
        stat_volume_hint_one: "un par",
        stat_volume_hint_other: "{count} pares",
      },
      "es/errors": { frozen_account_one: "{count} vez", frozen_account_other: "{count} veces" },
    });
    await changeLanguage("es");
    expect(t("landing_more.stat_volume_hint", { count: 1 })).toBe("un par");
    expect(t("landing_more.stat_volume_hint", { count: 7 })).toBe("7 pares");
    expect(textOr("errors.frozen_account", "", { count: 7 })).toBe("7 veces");
  });

  it("comes with the text of a part that was asked for meanwhile", async () => {
    vi.resetModules();
    const page = await import("./i18n");
    await page.loadText(["spot"]);
    let answer: (text: Response) => void = () => undefined;
    vi.stubGlobal("fetch", (path: string) => {
      if (path.startsWith("/text/ja/spot")) return new Promise((resolve) => (answer = resolve));
      const title = path.startsWith("/text/ja/convert") ? "両替" : "Convert";
      return Promise.resolve(new Response(JSON.stringify({ title })));
    });
    const changed = page.changeLanguage("ja");
    await page.loadText(["convert"]);
    expect(page.t("convert.title")).toBe("Convert");
    answer(new Response("{}"));
    await changed;
    expect(page.t("convert.title")).toBe("両替");
  });

  it("that cannot be fetched leaves the page as it is", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
    await expect(loadText(["no such area" as Area])).rejects.toThrow("404");
    await expect(changeLanguage("de")).rejects.toThrow("404");
    expect(currentLanguage()).toBe("en");
    expect(chosenLanguage()).toBeNull();
    serve({});
  });
});
