import { describe, expect, it } from "vitest";
import { after, noStreak, readStreak, secondsLeft, settle, writtenStreak } from "./guess";

const round = (side: "higher" | "lower") => ({ side, price: "67482.1", ends_at: 60_000 });

describe("a guess", () => {
  it.each([
    ["higher", "67482.2", "right"],
    ["higher", "67482.0", "wrong"],
    ["lower", "67482.0", "right"],
    ["lower", "67482.2", "wrong"],
    ["higher", "67482.10", "even"],
    ["lower", "67482.10", "even"],
  ] as const)("%s, settled at %s, is %s", (side, last, verdict) => {
    expect(settle(round(side), last, false)).toBe(verdict);
  });

  it("is void where the price is not fresh", () => {
    expect(settle(round("higher"), "70000", true)).toBe("void");
  });
});

describe("the streak", () => {
  it("grows, breaks, and remembers its best", () => {
    const two = after(after(noStreak, "right"), "right");
    expect(two).toEqual({ now: 2, best: 2 });
    expect(after(two, "even")).toEqual(two);
    expect(after(two, "void")).toEqual(two);
    expect(after(two, "wrong")).toEqual({ now: 0, best: 2 });
  });

  it("survives being kept, and whatever else stands there", () => {
    expect(readStreak(writtenStreak({ now: 3, best: 7 }))).toEqual({ now: 3, best: 7 });
    for (const kept of [null, "", "7", "a/b", "-1/2", "1/2/3", "9999999/1"]) {
      expect(readStreak(kept)).toEqual(noStreak);
    }
  });
});

it("counts whole seconds down to zero", () => {
  expect(secondsLeft(round("higher"), 0)).toBe(60);
  expect(secondsLeft(round("higher"), 100)).toBe(60);
  expect(secondsLeft(round("higher"), 59_001)).toBe(1);
  expect(secondsLeft(round("higher"), 61_000)).toBe(0);
});
