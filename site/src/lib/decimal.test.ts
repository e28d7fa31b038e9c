import { describe, expect, it } from "vitest";
import * as decimal from "./decimal";

describe("decimals", () => {
  it.each([
    ["12", true],
    ["0.5", true],
    ["-3.25", true],
    ["", false],
    ["1e5", false],
    [".5", false],
    ["NaN", false],
    [5, false],
  ])("knows that %j is a decimal: %j", (text, expected) => {
    expect(decimal.isDecimal(text)).toBe(expected);
  });

  it("stays exact where numbers do not", () => {
    expect(decimal.add("0.1", "0.2")).toBe("0.3");
    expect(decimal.multiply("123456789.123456789", "987654321.987654321")).toBe(
      "121932631356500531.347203169112635269",
    );
    expect(decimal.subtract("1", "0.000000000000000001")).toBe("0.999999999999999999");
  });

  it.each([
    ["1.239", 2, "down", "1.23"],
    ["1.231", 2, "up", "1.24"],
    ["1.225", 2, "half_even", "1.22"],
    ["-0.001", 2, "down", "0.00"],
    ["5", 3, "down", "5.000"],
  ] as const)("rounds %s to %i places %s", (value, places, rounding, expected) => {
    expect(decimal.round(value, places, rounding)).toBe(expected);
  });

  it("divides by zero without an exception", () => {
    expect(decimal.divide("1", "3", 8, "down")).toBe("0.33333333");
    expect(decimal.divide("1", "0", 8, "down")).toBe("0");
  });

  it("keeps to ticks and lots", () => {
    expect(decimal.toDigits("0.0001239", 3, "down")).toBe("0.000123");
    expect(decimal.toDigits("67482.19", 3, "up")).toBe("67500");
    expect(decimal.toStep("67482.19", "0.1", "down")).toBe("67482.1");
    expect(decimal.toStep("0.123456", "0.00001", "down")).toBe("0.12345");
    expect(decimal.toStep("7", "5", "up")).toBe("10");
    expect(decimal.fitsStep("0.3", "0.1")).toBe(true);
    expect(decimal.fitsStep("0.35", "0.1")).toBe(false);
  });

  it("groups thousands and leaves the fraction alone", () => {
    expect(decimal.groupThousands("1234567.123456")).toBe("1,234,567.123456");
    expect(decimal.groupThousands("999")).toBe("999");
  });

  it("waits until typed text is a decimal", () => {
    expect(decimal.typedDecimal("")).toBeNull();
    expect(decimal.typedDecimal("0.")).toBe("0");
    expect(decimal.typedDecimal("0.5")).toBe("0.5");
  });
});
