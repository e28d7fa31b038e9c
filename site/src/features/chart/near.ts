// Lines are thin, and fingers are not: what a press near to a line is taken for.
import {
  getOverlayClass,
  registerFigure,
  type Coordinate,
  type OverlayFigure,
  type OverlayTemplate,
} from "klinecharts";

interface Line {
  coordinates: Coordinate[];
}

interface Near {
  lines: readonly Line[];
  reach: number;
}

const figureName = "cambio_near";
const reachPx = { coarse: 16, fine: 5 };

const reach = (): number =>
  matchMedia("(pointer: coarse)").matches ? reachPx.coarse : reachPx.fine;

/** From a point to the nearest one between two others. */
export function distance(at: Coordinate, from: Coordinate, to: Coordinate): number {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const square = across * across + down * down;
  const along = square === 0 ? 0 : ((at.x - from.x) * across + (at.y - from.y) * down) / square;
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(at.x - from.x - part * across, at.y - from.y - part * down);
}

/** It is not drawn. */
registerFigure<Near>({
  name: figureName,
  checkEventOn: (at, { lines, reach: most }) =>
    lines.some(({ coordinates }) =>
      coordinates.slice(1).some((to, index) => {
        const from = coordinates[index];
        return from !== undefined && distance(at, from, to) <= most;
      }),
    ),
  draw: () => undefined,
});

/** A press beside the lines is one on them, but a drag there moves the chart. */
const near = (figures: readonly OverlayFigure[]): OverlayFigure => ({
  type: figureName,
  attrs: {
    lines: figures.filter(({ type }) => type === "line").flatMap(({ attrs }) => attrs as Line),
    reach: reach(),
  },
  ignoreEvent: ["onPressedMoveStart", "onPressedMoving", "onPressedMoveEnd"],
});

/** An overlay of klinecharts' own, which is found by presses near to it. */
export function foundNear(known: string, name: string): OverlayTemplate {
  const Known = getOverlayClass(known);
  if (!Known) throw new Error(`klinecharts has no ${known}`);
  const { totalStep, createPointFigures } = new Known();
  return {
    name,
    totalStep,
    needDefaultPointFigure: true,
    needDefaultXAxisFigure: true,
    needDefaultYAxisFigure: true,
    createPointFigures: (drawing) => {
      const figures = [createPointFigures?.(drawing) ?? []].flat();
      return [near(figures), ...figures];
    },
  };
}
