import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rich, t, text_or } from "./i18n";

const folder = join(process.cwd(), "src/text");
const codes_file = join(process.cwd(), "../common/error/codes.def");
const languages = readdirSync(folder).filter((name) => /^[a-z]{2}$/.test(name));
const areas = readdirSync(join(folder, "en"));

const read = (language: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, area), "utf8")) as Record<string, string>;

const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(languages)("the catalogue in %s", (language) => {
  it.each(areas)("%s has the keys and holes of the English one", (area) => {
    const [english, other] = [read("en", area), read(language, area)];
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(other)) {
      expect([key, holes(text)]).toEqual([key, holes(english[key] ?? "")]);
      expect([key, text.trim()]).not.toEqual([key, ""]);
    }
  });
});

it.runIf(existsSync(codes_file))(
  "errors.json has a sentence for each of the server's codes",
  () => {
    const codes = [...readFileSync(codes_file, "utf8").matchAll(/^X\((\w+),/gm)].map(
      ([, code]) => code,
    );
    const known = Object.keys(read("en", "errors.json"));
    expect(codes.filter((code) => code && !known.includes(code))).toEqual([]);
  },
);

it("counts, fills holes and takes elements", () => {
  expect(t("landing.stat_volume_hint", { count: 1 })).toBe("Across 1 pair");
  expect(t("landing.stat_volume_hint", { count: 148 })).toBe("Across 148 pairs");
  expect(t("common.page_of", { from: 1, to: 15, count: 148 })).toBe("1–15 of 148");
  expect(rich("auth.check_email_text", { digits: 6, email: "E" })).toContain("E");
  expect(text_or("errors.no_such_key", "otherwise")).toBe("otherwise");
});
