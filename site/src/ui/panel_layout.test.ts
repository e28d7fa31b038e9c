// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { Layouts, rowHeight } from "./panel_layout";

type Panel = "chart" | "book" | "form" | "positions" | "account";

const layouts = new Layouts<Panel, "desk" | "wide">({
  screen: "test",
  columns: 12,
  places: {
    desk: {
      chart: [0, 0, 6, 14],
      book: [6, 0, 3, 14],
      form: [9, 0, 3, 14],
      positions: [0, 14, 9, 9],
      account: [9, 14, 3, 9],
    },
    wide: { chart: [0, 0, 12, 14], book: [0, 14, 6, 14], form: [6, 14, 6, 14] },
  },
  least: { desk: { book: [3, 10], chart: [4, 8], form: [3, 10] }, wide: {} },
});
type Layout = ReturnType<typeof layouts.usual>;

const place = (layout: Layout, panel: Panel) => {
  const { x, y, w, h } = layout.find(({ i }) => i === panel) ?? { x: -1, y: -1, w: 0, h: 0 };
  return [x, y, w, h];
};

const overlaps = (layout: Layout) =>
  layout.some((a) =>
    layout.some(
      (b) => a.i < b.i && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h,
    ),
  );

it("has rows of 30 px, and of each width its panels", () => {
  expect(rowHeight).toBe(30);
  expect(layouts.panels("wide")).toEqual(["chart", "book", "form"]);
});

describe("what is kept", () => {
  it("comes back, and goes with a reset", () => {
    const changed = layouts.resized(layouts.usual("desk"), "chart", { h: 2 }, "desk");
    layouts.keep("desk", changed);
    expect(place(layouts.kept("desk"), "chart")).toEqual(place(changed, "chart"));
    expect(layouts.kept("wide")).toEqual(layouts.usual("wide"));
    layouts.forget("desk");
    expect(layouts.kept("desk")).toEqual(layouts.usual("desk"));
  });
  it.each(["nonsense", "[]", '[{"i":"chart"}]', '[{"i":"moon","x":0,"y":0,"w":1,"h":1}]'])(
    "is left alone when it is %s",
    (text) => {
      localStorage.setItem("cambio.test.layout.desk", text);
      expect(layouts.kept("desk")).toEqual(layouts.usual("desk"));
    },
  );
  it("fits into the grid again when somebody else wrote it", () => {
    const wild = layouts.usual("desk").map((item) => ({ ...item, x: 11, w: 40, h: 1 }));
    localStorage.setItem("cambio.test.layout.desk", JSON.stringify(wild));
    const layout = layouts.kept("desk");
    expect(layout.every(({ x, w }) => x + w <= layouts.columns)).toBe(true);
    expect(overlaps(layout)).toBe(false);
  });
});

describe("moving a panel", () => {
  it("to the right and back", () => {
    const right = layouts.moved(layouts.usual("desk"), "chart", "right", "desk");
    expect(place(right, "chart")[0]).toBe(1);
    expect(overlaps(right)).toBe(false);
    expect(place(layouts.moved(right, "chart", "left", "desk"), "chart")[0]).toBe(0);
  });
  it("not out of the grid", () => {
    const layout = layouts.usual("desk");
    expect(layouts.moved(layout, "chart", "left", "desk")).toBe(layout);
    expect(layouts.moved(layout, "form", "right", "desk")).toBe(layout);
    expect(layouts.moved(layout, "chart", "up", "desk")).toBe(layout);
  });
  it("past its neighbour above and below", () => {
    const down = layouts.moved(layouts.usual("desk"), "form", "down", "desk");
    expect(place(down, "account")[1]).toBe(0);
    expect(place(down, "form")[1]).toBe(9);
    const up = layouts.moved(down, "form", "up", "desk");
    expect(place(up, "form")[1]).toBe(0);
    expect(overlaps(down) || overlaps(up)).toBe(false);
  });
});

describe("changing a panel's size", () => {
  it("keeps its least size and the grid's width", () => {
    const layout = layouts.usual("desk");
    expect(place(layouts.resized(layout, "book", { w: -1 }, "desk"), "book")[2]).toBe(3);
    expect(place(layouts.resized(layout, "form", { w: 1 }, "desk"), "form")[2]).toBe(3);
    expect(place(layouts.resized(layout, "positions", { h: 1 }, "desk"), "positions")[3]).toBe(10);
  });
  it("moves the others out of the way", () => {
    expect(overlaps(layouts.resized(layouts.usual("desk"), "chart", { w: 3 }, "desk"))).toBe(false);
  });
});
