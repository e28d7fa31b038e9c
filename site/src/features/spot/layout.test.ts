// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { gap, rowHeight } from "../../ui/panel_layout";
import { layouts, type Panel, type Width } from "./layout";

const rooms = ["wide", "list", "desk", "mid", "narrow"] as const;
const all: Width[] = rooms.flatMap((room): Width[] => [room, `guest_${room}`]);

/** The bar and the head of the page, and the air around it. */
const above = 136;
const bottomOf = (width: Width, panel: Panel) => {
  const { y = NaN, h = NaN } = layouts.usual(width).find(({ i }) => i === panel) ?? {};
  return above + (y + h) * (rowHeight + gap);
};

describe.each(all)("the usual layout, %s", (width) => {
  it("needs no room made in it: no panel lies on another, is too small or too far right", () => {
    layouts.keep(width, layouts.usual(width));
    expect(layouts.kept(width)).toMatchObject(layouts.usual(width));
  });
  it("has orders and assets for clients alone", () => {
    const own = layouts.panels(width).filter((name) => name === "orders" || name === "assets");
    expect(own).toHaveLength(width.startsWith("guest") ? 0 : 2);
  });
});

it.each([
  ["desk", 900],
  ["list", 900],
  ["wide", 1080],
] as const)("shows the orders of %s in a window %d px high", (width, height) => {
  expect(bottomOf(width, "orders")).toBeLessThanOrEqual(height);
  expect(bottomOf(width, "chart")).toBeLessThan(bottomOf(width, "orders"));
});

it.each([
  ["desk", 900],
  ["list", 900],
  ["wide", 1080],
] as const)("shows the forms of %s in a window %d px high, beside the chart", (width, height) => {
  expect(bottomOf(width, "forms")).toBeLessThanOrEqual(height);
  const of = (panel: Panel) => layouts.usual(width).find(({ i }) => i === panel);
  expect(of("forms")?.y).toBe(of("chart")?.y);
});

it("has the forms of both addresses in one place", () => {
  const forms = (width: Width) => layouts.usual(width).find(({ i }) => i === "forms");
  expect(forms("list")).toEqual(forms("desk"));
});

it("begins anew after a reset", () => {
  const changed = layouts.resized(layouts.usual("desk"), "chart", { h: 2 }, "desk");
  layouts.keep("desk", changed);
  expect(layouts.kept("desk")).not.toMatchObject(layouts.usual("desk"));
  layouts.forget("desk");
  expect(layouts.kept("desk")).toEqual(layouts.usual("desk"));
});
