import { join } from "node:path";
import { Linter } from "eslint";
import { expect, it } from "vitest";
import rules from "./eslint_rules.js";

/** What the rule says of a file that imports another one. */
function said(file, imported) {
  const linter = new Linter({ cwd: process.cwd() });
  const config = { plugins: { cambio: rules }, rules: { "cambio/imports-one-way": "error" } };
  const path = join(process.cwd(), "src", file);
  return linter.verify(`import "${imported}";`, config, path).map(({ message }) => message);
}

it.each([
  ["market/header.js", "../ui/coin"],
  ["market/header.js", "../lib/pairs"],
  ["features/spot/header.js", "../../market/header"],
  ["features/spot/header.js", "./order"],
  ["app/spot_page.js", "../features/spot/spot_screen"],
])("lets %s import %s", (file, imported) => {
  expect(said(file, imported)).toEqual([]);
});

it.each([
  ["market/header.js", "../features/spot/order", "market/header.js may not import features/spot"],
  ["market/header.js", "../app/bell", "market/header.js may not import app/bell"],
  ["ui/coin.js", "../market/header", "ui/coin.js may not import market/header"],
  ["lib/pairs.js", "../market/header", "lib/pairs.js may not import market/header"],
  ["features/spot/header.js", "../futures/api", "features/spot may not import features/futures"],
])("does not let %s import %s", (file, imported, names) => {
  expect(said(file, imported)).toEqual([`Imports go one way: ${names}.`]);
});
