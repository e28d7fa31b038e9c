import { describe, expect, it } from "vitest";
import {
  comma_is_point,
  enough_places,
  format_number,
  format_percent,
  format_short,
  format_time,
  initials,
} from "./format";

describe("numbers", () => {
  it.each([
    ["67482.1", {}, "67,482.1"],
    ["-0.5", { places: 2 }, "−0.50"],
    ["1.999", { places: 2 }, "1.99"],
    ["1.999", { places: 2, rounding: "half_even" }, "2.00"],
    ["5", { signed: true }, "+5"],
    ["0", { signed: true, places: 2 }, "0.00"],
    ["-0.001", { places: 2 }, "0.00"],
    [undefined, {}, "—"],
    ["NaN", {}, "—"],
  ] as const)("writes %j with %j as %s", (value, style, expected) => {
    expect(format_number(value, style)).toBe(expected);
  });

  it.each([
    ["28361234.5", "28.36M"],
    ["1330000000000", "1.33T"],
    ["920000", "920.00K"],
    ["412.5", "412.50"],
    ["-1500", "−1.50K"],
  ])("shortens %s to %s", (value, expected) => {
    expect(format_short(value)).toBe(expected);
  });

  it.each([
    ["1.7512", "+1.75%"],
    ["-2.356", "−2.36%"],
    ["0.0000", "0.00%"],
  ])("writes the change %s as %s", (value, expected) => {
    expect(format_percent(value)).toBe(expected);
  });
});

describe("numbers in a language", () => {
  it.each([
    ["de", "67.482,1", "1.234.567,89012345", "28,36M", "+1,75\u00a0%"],
    ["es", "67.482,1", "1.234.567,89012345", "28,36M", "+1,75\u00a0%"],
    ["vi", "67.482,1", "1.234.567,89012345", "28,36M", "+1,75%"],
    ["ja", "67,482.1", "1,234,567.89012345", "28.36M", "+1.75%"],
    ["zh", "67,482.1", "1,234,567.89012345", "28.36M", "+1.75%"],
    ["en", "67,482.1", "1,234,567.89012345", "28.36M", "+1.75%"],
  ])("%s: %s, %s, %s, %s", (language, price, amount, short, percent) => {
    expect(format_number("67482.1", { language })).toBe(price);
    // Every digit, where a JavaScript number would have lost some.
    expect(format_number("1234567.89012345", { language })).toBe(amount);
    expect(format_number("12345678901234567890.123456789", { language }).at(-1)).toBe("9");
    expect(format_short("28361234.5", language)).toBe(short);
    expect(format_percent("1.7512", { language })).toBe(percent);
  });

  it("are in groups of three from the first thousand", () => {
    expect(format_number("1234.5", { language: "es" })).toBe("1.234,5");
  });

  it("a comma is a point where people write it so", () => {
    expect(["de", "es", "vi"].map(comma_is_point)).toEqual([true, true, true]);
    expect(["en", "ja", "zh"].map(comma_is_point)).toEqual([false, false, false]);
  });
});

describe("times", () => {
  const at = "2026-11-21T04:12:08.123Z";
  it.each([
    ["date", "21 Nov 2026"],
    ["short_date", "21 Nov"],
    ["table", "11-21 04:12:08"],
    ["clock", "04:12:08"],
    ["full", "21 Nov 2026, 04:12:08 UTC"],
  ] as const)("writes %s in UTC", (style, expected) => {
    expect(format_time(at, style)).toBe(expected);
  });

  it("reads milliseconds as the provider writes them", () => {
    expect(format_time("1795234328000", "clock")).toBe("04:12:08");
    expect(format_time("nonsense", "clock")).toBe("—");
    expect(format_time(null, "clock")).toBe("—");
  });
});

it("takes initials from an address", () => {
  expect(initials("mira.voss@mail.com")).toBe("MV");
  expect(initials("lead@mail.com")).toBe("LE");
});

it.each([
  ["0.000004998", 2, 7],
  ["0.00001", 2, 5],
  ["-0.0000123456", 3, 6],
  ["0.005", 2, 3],
  ["0.01", 2, 2],
  ["0", 2, 2],
  [null, 2, 2],
])("shows digits of what would read as nothing: %s with %i places", (value, places, enough) => {
  expect(enough_places(value, places, "down")).toBe(enough);
});
