// All six languages are offered, and each says what the English catalogue says, area by area.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { completeLanguages } from "../../build/texts.js";

type Texts = Readonly<Record<string, string>>;

/** A file that goes missing shall not take its language away unseen. */
const offeredForGood = ["de", "en", "es", "ja", "vi", "zh"];

const folder = join(process.cwd(), "src/text");
const areas = readdirSync(join(folder, "en"));

const read = (language: string, area: string): Texts =>
  JSON.parse(readFileSync(join(folder, language, area), "utf8")) as Texts;

const holes = (text: string | undefined) => [...new Set(text?.match(/\{\w+\}/g))].sort();
const form = /_(zero|one|two|few|many|other)$/;

/** "page" of "page_one", where the English text counts; null of any other key. */
function counted(key: string, english: Texts): string | null {
  const base = key.replace(form, "");
  return base !== key && `${base}_one` in english && `${base}_other` in english ? base : null;
}

/** What is wrong with a translation, in words. */
function problems(language: string, english: Texts, other: Texts): string[] {
  const forms: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  // Spanish has a form for whole millions, which nothing here ever counts.
  const needed = forms.filter((name) => name !== "many");
  const bases = new Set(Object.keys(english).map((key) => counted(key, english)));
  const wanted = [
    ...Object.keys(english).filter((key) => counted(key, english) === null),
    ...[...bases].flatMap((base) => (base ? needed.map((name) => `${base}_${name}`) : [])),
  ];
  const known = (key: string) => {
    const base = counted(key, english);
    return base ? forms.includes(key.slice(base.length + 1)) : key in english;
  };
  const filled = (key: string, text: string) => {
    const base = counted(key, english);
    const all = holes(english[base ? `${base}_other` : key]);
    // "One pair" need not repeat the number.
    const mayLeave = base && key.endsWith("_one") ? ["{count}"] : [];
    const found = holes(text);
    return (
      found.every((hole) => all.includes(hole)) &&
      all.every((hole) => found.includes(hole) || mayLeave.includes(hole))
    );
  };
  return [
    ...wanted.filter((key) => !(key in other)).map((key) => `${key} is missing`),
    ...Object.keys(other)
      .filter((key) => !known(key))
      .map((key) => `${key} is not in the English text`),
    ...Object.entries(other)
      .filter(([key, text]) => known(key) && !filled(key, text))
      .map(([key]) => `${key} has other holes than the English text`),
    ...Object.entries(other)
      .filter(([, text]) => text.trim() === "")
      .map(([key]) => `${key} is empty`),
  ];
}

it("is complete in the languages that are there for good", () => {
  expect(completeLanguages(folder)).toEqual(offeredForGood);
});

describe.each(offeredForGood)("the catalogue in %s", (language) => {
  it("has the areas of the English one", () => {
    expect(readdirSync(join(folder, language)).sort()).toEqual([...areas].sort());
  });
  it.each(areas)("%s has the keys and holes of the English one", (area) => {
    expect(problems(language, read("en", area), read(language, area))).toEqual([]);
  });
});

describe("the comparison", () => {
  const english = { hello: "Hello {name}", pair_one: "{count} pair", pair_other: "{count} pairs" };
  it.each([
    ["de", { hello: "Hallo {name}", pair_one: "Ein Paar", pair_other: "{count} Paare" }, []],
    ["ja", { hello: "{name}さん", pair_other: "{count}ペア" }, []],
    ["ja", { hello: "{name}さん", pair_one: "1", pair_other: "{count}ペア" }, ["pair_one is not"]],
    ["de", { hello: "Hallo", pair_one: "Ein Paar", pair_other: "{count} Paare" }, ["hello has"]],
    ["de", { hello: "Hallo {name}", pair_other: "{count} Paare" }, ["pair_one is missing"]],
    [
      "es",
      { hello: "Hola {nombre}", pair_one: "un par", pair_other: "pares", bye: " " },
      ["bye is not", "hello has", "pair_other has", "bye is empty"],
    ],
  ])("finds in %s %j: %j", (language, other, expected) => {
    const found = problems(language, english, other);
    expect(found.map((sentence) => expected.find((start) => sentence.startsWith(start)))).toEqual(
      expected,
    );
    expect(found).toHaveLength(expected.length);
  });
});
