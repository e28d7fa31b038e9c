import { expect, it } from "vitest";
import { csv } from "./csv";

it("writes RFC 4180", () => {
  expect(
    csv(
      ["a", "b"],
      [
        ["1", 'say "x", y'],
        ["two\nlines", ""],
      ],
    ),
  ).toBe('a,b\r\n1,"say ""x"", y"\r\n"two\nlines",\r\n');
});

it.each([
  ["=1+1", "'=1+1"],
  ["@sum", "'@sum"],
  ["+1", "'+1"],
  ["-cmd", "'-cmd"],
  ["\tx", "'\tx"],
  ["-1.5", "-1.5"],
  ["BTC/USDT", "BTC/USDT"],
])("lets no spreadsheet calculate %j", (text, written) => {
  expect(csv([], [[text]])).toBe(`\r\n${written}\r\n`);
});
