import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { shortClasses } from "./short_classes.js";

let folder;

const sheet = (file) => join(folder, file);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "classes-"));
  mkdirSync(sheet("pages"));
  writeFileSync(
    sheet("pages/wallet.module.css"),
    "/* not .this */ .row, .row .cell:hover { margin: .5em } @keyframes turn { to { top: 0 } }",
  );
  writeFileSync(sheet("button.module.css"), ".wide { width: 1px }\n.row { }");
  writeFileSync(sheet("base.css"), ".light { }");
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const asked = [
  ["button.module.css", "wide"],
  ["button.module.css", "row"],
  ["pages/wallet.module.css", "row"],
  ["pages/wallet.module.css", "cell"],
  ["pages/wallet.module.css", "turn"],
];

it("names the same sources alike, in whatever order they are read", () => {
  const forwards = shortClasses(folder);
  const backwards = shortClasses(folder);
  const names = asked.map(([file, name]) => forwards(sheet(file), name));
  const reversed = asked.toReversed().map(([file, name]) => backwards(sheet(file), name));
  expect(reversed.toReversed()).toEqual(names);
  expect(names).toEqual(["_0", "_1", "_2", "_3", "_4"]);
});

it("names what is added while it runs, too, as nothing else", () => {
  const name = shortClasses(folder);
  expect(name(sheet("pages/wallet.module.css"), "added")).toBe("_5");
  expect(name(sheet("pages/wallet.module.css"), "turn")).toBe("_4");
});
