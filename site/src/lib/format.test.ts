import { describe, expect, it } from "vitest";
import {
  commaIsPoint,
  enoughPlaces,
  formatNumber,
  formatPercent,
  formatShort,
  formatTime,
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
    expect(formatNumber(value, style)).toBe(expected);
  });

  it.each([
    ["28361234.5", "28.36M"],
    ["1330000000000", "1.33T"],
    ["920000", "920.00K"],
    ["412.5", "412.50"],
    ["-1500", "−1.50K"],
  ])("shortens %s to %s", (value, expected) => {
    expect(formatShort(value)).toBe(expected);
  });

  it.each([
    ["1.7512", "+1.75%"],
    ["-2.356", "−2.36%"],
    ["0.0000", "0.00%"],
  ])("writes the change %s as %s", (value, expected) => {
    expect(formatPercent(value)).toBe(expected);
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
    expect(formatNumber("67482.1", { language })).toBe(price);
    // Every digit, where a JavaScript number would have lost some.
    expect(formatNumber("1234567.89012345", { language })).toBe(amount);
    expect(formatNumber("12345678901234567890.123456789", { language }).at(-1)).toBe("9");
    expect(formatShort("28361234.5", language)).toBe(short);
    expect(formatPercent("1.7512", { language })).toBe(percent);
  });

  it("are in groups of three from the first thousand", () => {
    expect(formatNumber("1234.5", { language: "es" })).toBe("1.234,5");
  });

  it("a comma is a point where people write it so", () => {
    expect(["de", "es", "vi"].map(commaIsPoint)).toEqual([true, true, true]);
    expect(["en", "ja", "zh"].map(commaIsPoint)).toEqual([false, false, false]);
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
    expect(formatTime(at, style)).toBe(expected);
  });

  it("reads milliseconds as the provider writes them", () => {
    expect(formatTime("1795234328000", "clock")).toBe("04:12:08");
    expect(formatTime("nonsense", "clock")).toBe("—");
    expect(formatTime(null, "clock")).toBe("—");
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
  expect(enoughPlaces(value, places, "down")).toBe(enough);
});
