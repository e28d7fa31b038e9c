import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rich, t, textOr } from "./i18n";

const codesFile = join(process.cwd(), "../common/base/error/codes.def");

it.runIf(existsSync(codesFile))("errors.json has a sentence for each of the server's codes", () => {
  const codes = [...readFileSync(codesFile, "utf8").matchAll(/^X\((\w+),/gm)].map(
    ([, code]) => code,
  );
  const known = Object.keys(JSON.parse(readFileSync("src/text/en/errors.json", "utf8")) as object);
  expect(codes.filter((code) => code && !known.includes(code))).toEqual([]);
});

it("counts, fills holes and takes elements", () => {
  expect(t("landing_more.stat_volume_hint", { count: 1 })).toBe("Across 1 pair");
  expect(t("landing_more.stat_volume_hint", { count: 148 })).toBe("Across 148 pairs");
  expect(t("common.page_of", { from: 1, to: 15, count: 148 })).toBe("1–15 of 148");
  expect(rich("auth.check_email_text", { digits: 6, email: "E" })).toContain("E");
  expect(textOr("errors.no_such_key", "otherwise")).toBe("otherwise");
});
