// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import {
  columns,
  forgetLayout,
  keepLayout,
  keptLayout,
  moved,
  panels,
  resized,
  rowHeight,
  usualLayout,
  widthOf,
  type Panel,
} from "./layout";

const place = (layout: ReturnType<typeof usualLayout>, panel: Panel) => {
  const { x, y, w, h } = layout.find(({ i }) => i === panel) ?? { x: -1, y: -1, w: 0, h: 0 };
  return [x, y, w, h];
};

const overlaps = (layout: ReturnType<typeof usualLayout>) =>
  layout.some((a) =>
    layout.some(
      (b) => a.i < b.i && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h,
    ),
  );

it("stands on twelve columns and rows of 30 px", () => {
  expect([columns, rowHeight]).toEqual([12, 30]);
});

describe.each(["wide", "desk", "narrow"] as const)("the usual layout, %s", (width) => {
  it("has every panel once, inside the columns and beside each other", () => {
    const layout = usualLayout(width);
    expect(layout.map(({ i }) => i).sort()).toEqual([...panels].sort());
    expect(layout.every(({ x, w }) => x + w <= columns)).toBe(true);
    expect(overlaps(layout)).toBe(false);
  });
});

it.each([
  [1920, "wide"],
  [1440, "desk"],
  [768, "narrow"],
] as const)("at %d px is %s", (pixels, width) => {
  expect(widthOf(pixels)).toBe(width);
});

describe("what is kept", () => {
  it("comes back, and goes with a reset", () => {
    const changed = resized(usualLayout("desk"), "chart", { h: 2 }, "desk");
    keepLayout("desk", changed);
    expect(place(keptLayout("desk"), "chart")).toEqual(place(changed, "chart"));
    expect(keptLayout("wide")).toEqual(usualLayout("wide"));
    forgetLayout("desk");
    expect(keptLayout("desk")).toEqual(usualLayout("desk"));
  });
  it.each(["nonsense", "[]", '[{"i":"chart"}]', '[{"i":"moon","x":0,"y":0,"w":1,"h":1}]'])(
    "is left alone when it is %s",
    (text) => {
      localStorage.setItem("cambio.futures.layout.desk", text);
      expect(keptLayout("desk")).toEqual(usualLayout("desk"));
    },
  );
  it("fits into the grid again when somebody else wrote it", () => {
    const wild = usualLayout("desk").map((item) => ({ ...item, x: 11, w: 40, h: 1 }));
    localStorage.setItem("cambio.futures.layout.desk", JSON.stringify(wild));
    const layout = keptLayout("desk");
    expect(layout.every(({ x, w }) => x + w <= columns)).toBe(true);
    expect(overlaps(layout)).toBe(false);
  });
});

describe("moving a panel", () => {
  it("to the right and back", () => {
    const right = moved(usualLayout("desk"), "chart", "right", "desk");
    expect(place(right, "chart")[0]).toBe(1);
    expect(overlaps(right)).toBe(false);
    expect(place(moved(right, "chart", "left", "desk"), "chart")[0]).toBe(0);
  });
  it("not out of the grid", () => {
    const layout = usualLayout("desk");
    expect(moved(layout, "chart", "left", "desk")).toBe(layout);
    expect(moved(layout, "form", "right", "desk")).toBe(layout);
    expect(moved(layout, "chart", "up", "desk")).toBe(layout);
  });
  it("past its neighbour above and below", () => {
    const down = moved(usualLayout("desk"), "form", "down", "desk");
    expect(place(down, "account")[1]).toBe(0);
    expect(place(down, "form")[1]).toBe(9);
    const up = moved(down, "form", "up", "desk");
    expect(place(up, "form")[1]).toBe(0);
    expect(overlaps(down) || overlaps(up)).toBe(false);
  });
});

describe("changing a panel's size", () => {
  it("keeps its least size and the grid's width", () => {
    const layout = usualLayout("desk");
    expect(place(resized(layout, "book", { w: -1 }, "desk"), "book")[2]).toBe(3);
    expect(place(resized(layout, "form", { w: 1 }, "desk"), "form")[2]).toBe(3);
    expect(place(resized(layout, "positions", { h: 1 }, "desk"), "positions")[3]).toBe(10);
  });
  it("moves the others out of the way", () => {
    expect(overlaps(resized(usualLayout("desk"), "chart", { w: 3 }, "desk"))).toBe(false);
  });
});
