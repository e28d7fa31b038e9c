// Where the panels stand: 12 columns of rows 30 px high, as people like them, kept in this browser.
import {
  moveElement,
  verticalCompactor,
  type Layout,
  type LayoutItem,
} from "react-grid-layout/core";

export const columns = 12;
export const rowHeight = 30;
export const gap = 4;

export const panels = [
  "chart",
  "book",
  "form",
  "positions",
  "account",
  "markets",
  "trades",
] as const;
export type Panel = (typeof panels)[number];

/** wide from 1700 px, desk from 1000, narrow below; a phone has no grid. */
export type Width = "wide" | "desk" | "narrow";
export const widthOf = (pixels: number): Width =>
  pixels >= 1700 ? "wide" : pixels >= 1000 ? "desk" : "narrow";

type Place = readonly [x: number, y: number, w: number, h: number];

const places: Record<Width, Record<Panel, Place>> = {
  wide: {
    markets: [0, 0, 2, 17],
    chart: [2, 0, 6, 17],
    book: [8, 0, 2, 17],
    form: [10, 0, 2, 17],
    positions: [0, 17, 8, 10],
    trades: [8, 17, 2, 10],
    account: [10, 17, 2, 10],
  },
  desk: {
    chart: [0, 0, 6, 14],
    book: [6, 0, 3, 14],
    form: [9, 0, 3, 14],
    positions: [0, 14, 9, 9],
    account: [9, 14, 3, 9],
    markets: [0, 23, 6, 12],
    trades: [6, 23, 6, 12],
  },
  narrow: {
    chart: [0, 0, 12, 13],
    form: [0, 13, 6, 15],
    book: [6, 13, 6, 15],
    positions: [0, 28, 12, 9],
    account: [0, 37, 6, 9],
    trades: [6, 37, 6, 12],
    markets: [0, 46, 6, 12],
  },
};

const least: Record<Width, Record<Panel, readonly [w: number, h: number]>> = {
  wide: {
    chart: [3, 8],
    book: [2, 10],
    form: [2, 15],
    positions: [4, 6],
    account: [2, 6],
    markets: [2, 6],
    trades: [2, 6],
  },
  desk: {
    chart: [4, 8],
    book: [3, 10],
    form: [3, 14],
    positions: [6, 6],
    account: [3, 6],
    markets: [3, 6],
    trades: [3, 6],
  },
  narrow: {
    chart: [6, 8],
    book: [6, 10],
    form: [6, 14],
    positions: [12, 6],
    account: [6, 6],
    markets: [6, 6],
    trades: [6, 6],
  },
};

const withLeast = (item: LayoutItem, width: Width): LayoutItem => {
  const [minW, minH] = least[width][item.i as Panel];
  return { ...item, minW, minH };
};

export const usualLayout = (width: Width): Layout =>
  panels.map((i) => {
    const [x, y, w, h] = places[width][i];
    return withLeast({ i, x, y, w, h }, width);
  });

const storageKey = (width: Width) => `cambio.futures.layout.${width}`;

const isPlace = (item: unknown): item is LayoutItem => {
  if (typeof item !== "object" || item === null) return false;
  const { i, x, y, w, h } = item as Record<string, unknown>;
  const whole = [x, y, w, h].every((n) => Number.isInteger(n) && (n as number) >= 0);
  return whole && panels.some((panel) => panel === i);
};

/** The kept layout; the usual one where none is kept, or one of other panels. */
export function keptLayout(width: Width): Layout {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(width)) ?? "null");
    if (!Array.isArray(kept) || !kept.every(isPlace)) return usualLayout(width);
    const names = new Set(kept.map(({ i }) => i));
    if (kept.length !== panels.length || names.size !== panels.length) return usualLayout(width);
    return fitting(kept, width);
  } catch {
    return usualLayout(width);
  }
}

export function keepLayout(width: Width, layout: Layout): void {
  const kept = layout.map(({ i, x, y, w, h }) => ({ i, x, y, w, h }));
  localStorage.setItem(storageKey(width), JSON.stringify(kept));
}

export const forgetLayout = (width: Width): void => localStorage.removeItem(storageKey(width));

/** Inside the columns, not smaller than a panel may be, and without holes. */
function fitting(layout: Layout, width: Width): Layout {
  const inside = layout.map((item) => {
    const { minW = 1, minH = 1 } = withLeast(item, width);
    const w = Math.min(columns, Math.max(minW, item.w));
    const x = Math.min(item.x, columns - w);
    return withLeast({ i: item.i, x, y: item.y, w, h: Math.max(minH, item.h) }, width);
  });
  return verticalCompactor.compact(inside, columns);
}

export type Step = "left" | "right" | "up" | "down";

/** What a panel must pass to change places with its neighbour above or below. */
function neighbour(layout: Layout, item: LayoutItem, up: boolean): LayoutItem | undefined {
  const beside = layout.filter(
    (other) => other.i !== item.i && other.x < item.x + item.w && item.x < other.x + other.w,
  );
  return up
    ? beside.filter(({ y }) => y < item.y).sort((a, b) => b.y - a.y)[0]
    : beside.filter(({ y }) => y > item.y).sort((a, b) => a.y - b.y)[0];
}

/** The layout after a panel moved by one column, or past its neighbour above or below. */
export function moved(layout: Layout, panel: Panel, step: Step, width: Width): Layout {
  const copy = layout.map((item) => ({ ...item }));
  const item = copy.find(({ i }) => i === panel);
  if (!item) return layout;
  if (step === "left" || step === "right") {
    const x = item.x + (step === "left" ? -1 : 1);
    if (x < 0 || x + item.w > columns) return layout;
    return fitting(moveElement(copy, item, x, item.y, true, false, "vertical", columns), width);
  }
  const other = neighbour(copy, item, step === "up");
  if (!other) return layout;
  if (step === "up") {
    return fitting(
      moveElement(copy, item, item.x, other.y, true, false, "vertical", columns),
      width,
    );
  }
  // The neighbour comes up to this panel's place, and this one follows it.
  other.y = item.y;
  item.y = other.y + other.h;
  return fitting(copy, width);
}

/** The layout after a panel became wider, narrower, taller or shorter by one. */
export function resized(
  layout: Layout,
  panel: Panel,
  by: { w?: number; h?: number },
  width: Width,
): Layout {
  const sized = layout.map((item) =>
    item.i === panel
      ? {
          ...item,
          w: Math.min(columns - item.x, item.w + (by.w ?? 0)),
          h: item.h + (by.h ?? 0),
        }
      : item,
  );
  return fitting(sized, width);
}
