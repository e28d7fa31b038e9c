// Panels on a grid of columns and of rows 30 px high: where they stand at first, and as people like
// them, which is kept in this browser.
import {
  moveElement,
  verticalCompactor,
  type Layout,
  type LayoutItem,
} from "react-grid-layout/core";

export const rowHeight = 30;
export const gap = 4;

export type Place = readonly [x: number, y: number, w: number, h: number];
export type Least = readonly [w: number, h: number];
export type Step = "left" | "right" | "up" | "down";

/** What a screen says of its panels; not every width of window has all of them. */
interface Plan<Panel extends string, Width extends string> {
  /** Names what is kept. */
  screen: string;
  columns: number;
  places: Readonly<Record<Width, Readonly<Partial<Record<Panel, Place>>>>>;
  /** The least size of a panel; one column and one row where it is not named. */
  least: Readonly<Record<Width, Readonly<Partial<Record<Panel, Least>>>>>;
}

const isPlace = (item: unknown): item is LayoutItem => {
  if (typeof item !== "object" || item === null) return false;
  const { i, x, y, w, h } = item as Record<string, unknown>;
  const whole = [x, y, w, h].every((n) => Number.isInteger(n) && (n as number) >= 0);
  return whole && typeof i === "string";
};

/** What a panel must pass to change places with its neighbour above or below. */
function neighbour(layout: Layout, item: LayoutItem, up: boolean): LayoutItem | undefined {
  const beside = layout.filter(
    (other) => other.i !== item.i && other.x < item.x + item.w && item.x < other.x + other.w,
  );
  return up
    ? beside.filter(({ y }) => y < item.y).sort((a, b) => b.y - a.y)[0]
    : beside.filter(({ y }) => y > item.y).sort((a, b) => a.y - b.y)[0];
}

export class Layouts<Panel extends string, Width extends string> {
  constructor(private readonly plan: Plan<Panel, Width>) {}

  get columns(): number {
    return this.plan.columns;
  }

  panels(width: Width): Panel[] {
    return Object.keys(this.plan.places[width]) as Panel[];
  }

  usual(width: Width): Layout {
    return Object.entries<Place>(this.plan.places[width] as Record<Panel, Place>).map(
      ([i, [x, y, w, h]]) => this.withLeast({ i, x, y, w, h }, width),
    );
  }

  /** The kept layout; the usual one where none is kept, or one of other panels. */
  kept(width: Width): Layout {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.key(width)) ?? "null");
      if (!Array.isArray(kept) || !kept.every(isPlace)) return this.usual(width);
      const names = kept.map(({ i }) => i).sort();
      if (String(names) !== String(this.panels(width).sort())) return this.usual(width);
      return this.fitting(kept, width);
    } catch {
      return this.usual(width);
    }
  }

  keep(width: Width, layout: Layout): void {
    const kept = layout.map(({ i, x, y, w, h }) => ({ i, x, y, w, h }));
    localStorage.setItem(this.key(width), JSON.stringify(kept));
  }

  forget(width: Width): void {
    localStorage.removeItem(this.key(width));
  }

  /** The layout after a panel moved by one column, or past its neighbour above or below. */
  moved(layout: Layout, panel: Panel, step: Step, width: Width): Layout {
    const copy = layout.map((item) => ({ ...item }));
    const item = copy.find(({ i }) => i === panel);
    if (!item) return layout;
    const moveTo = (x: number, y: number) =>
      this.fitting(moveElement(copy, item, x, y, true, false, "vertical", this.columns), width);
    if (step === "left" || step === "right") {
      const x = item.x + (step === "left" ? -1 : 1);
      return x < 0 || x + item.w > this.columns ? layout : moveTo(x, item.y);
    }
    const other = neighbour(copy, item, step === "up");
    if (!other) return layout;
    if (step === "up") return moveTo(item.x, other.y);
    // The neighbour comes up to this panel's place, and this one follows it.
    other.y = item.y;
    item.y = other.y + other.h;
    return this.fitting(copy, width);
  }

  /** The layout after a panel became wider, narrower, taller or shorter by one. */
  resized(layout: Layout, panel: Panel, by: { w?: number; h?: number }, width: Width): Layout {
    const sized = layout.map((item) =>
      item.i === panel
        ? {
            ...item,
            w: Math.min(this.columns - item.x, item.w + (by.w ?? 0)),
            h: item.h + (by.h ?? 0),
          }
        : item,
    );
    return this.fitting(sized, width);
  }

  private key(width: Width): string {
    return `cambio.${this.plan.screen}.layout.${width}`;
  }

  private withLeast(item: LayoutItem, width: Width): LayoutItem {
    const [minW, minH] = this.plan.least[width][item.i as Panel] ?? [1, 1];
    return { ...item, minW, minH };
  }

  /** Inside the columns, not smaller than a panel may be, and without holes. */
  private fitting(layout: Layout, width: Width): Layout {
    const inside = layout.map((item) => {
      const { minW = 1, minH = 1 } = this.withLeast(item, width);
      const w = Math.min(this.columns, Math.max(minW, item.w));
      const x = Math.min(item.x, this.columns - w);
      return this.withLeast({ i: item.i, x, y: item.y, w, h: Math.max(minH, item.h) }, width);
    });
    return verticalCompactor.compact(inside, this.columns);
  }
}
