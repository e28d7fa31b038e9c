import { expect, it } from "vitest";
import { cleanTyping } from "./typing";

it.each([
  ["1,234.5", 8, "1234.5"],
  ["1,234,567", 8, "1234567"],
  ["1 234.5", 8, "1234.5"],
  [" 12\u00a0000 ", 8, "12000"],
  ["00.5", 8, "0.5"],
  ["007", 8, "7"],
  ["0", 8, "0"],
  [".5", 8, "0.5"],
  ["5.", 8, "5."],
  ["1.2.3", 8, "1.23"],
  ["1.23456", 2, "1.23"],
  ["$67,482.10 USDT", 2, "67482.10"],
  ["abc", 2, ""],
  ["12.", 0, "12"],
  ["12.5", 0, "12"],
  ["-5", 2, "5"],
  ["1".repeat(30), 8, "1".repeat(20)],
])("cleans %j with %i places to %j", (typed, places, kept) => {
  expect(cleanTyping(typed, places, "en")).toBe(kept);
});

it.each([
  ["0,5", "0.5"],
  ["0,", "0."],
  ["1.234,56", "1234.56"],
  ["1,234,567", "1234567"],
  ["1,234.5", "1234.5"],
  ["0.5,", "0.5"],
  ["1.234,", "1234."],
  ["67482.1", "67482.1"],
  ["1.234.567,8", "1234567.8"],
])("cleans %j to %j where a comma is the point", (typed, kept) => {
  expect(cleanTyping(typed, 8, "de")).toBe(kept);
});

it("cleans as the site's language writes", () => {
  expect(cleanTyping("0,5", 8)).toBe("5");
});
