// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { layouts, widthOf } from "./layout";

it("stands on twelve columns", () => {
  expect(layouts.columns).toBe(12);
});

describe.each(["wide", "desk", "narrow"] as const)("the usual layout, %s", (width) => {
  it("is one that nobody has to make room in", () => {
    expect(layouts.panels(width)).toHaveLength(7);
    localStorage.clear();
    layouts.keep(width, layouts.usual(width));
    expect(layouts.kept(width)).toMatchObject(layouts.usual(width));
  });
});

it.each([
  [1920, "wide"],
  [1440, "desk"],
  [768, "narrow"],
] as const)("at %d px is %s", (pixels, width) => {
  expect(widthOf(pixels)).toBe(width);
});

it("is kept where it always was", () => {
  layouts.keep("desk", layouts.usual("desk"));
  expect(localStorage.getItem("cambio.futures.layout.desk")).toContain("positions");
});
