// Canvases for jsdom, which has none: they draw nothing and keep what they were asked to draw.
import { vi } from "vitest";

interface Text {
  text: string;
  y: number;
}

/** A path that was stroked or filled. */
interface Path {
  points: [x: number, y: number][];
  colour: string;
  /** Of a stroke; empty where it is solid. */
  dash: number[];
}

export interface Drawn {
  texts: Text[];
  strokes: Path[];
  fills: Path[];
}

/** As wide as the chart's own estimate (legend.ts). */
const letter = 6.4;

function contextOf(drawn: Drawn) {
  let points: Path["points"] = [];
  let dash: number[] = [];
  const styles = { strokeStyle: "", fillStyle: "" };
  const path = (colour: string): Path => ({ points, colour, dash });
  const acts = {
    ...styles,
    beginPath: () => (points = []),
    moveTo: (x: number, y: number) => points.push([x, y]),
    lineTo: (x: number, y: number) => points.push([x, y]),
    setLineDash: (next: number[]) => (dash = next),
    getLineDash: () => dash,
    stroke: () => drawn.strokes.push(path(acts.strokeStyle)),
    fill: () => drawn.fills.push({ ...path(acts.fillStyle), dash: [] }),
    fillText: (text: string, _x: number, y: number) => drawn.texts.push({ text, y }),
    measureText: (text: string) => ({ width: text.length * letter }),
  };
  // What else a canvas can do leaves no trace here.
  return new Proxy<Record<string, unknown>>(acts, {
    get: (known, name: string) => (name in known ? known[name] : () => undefined),
  });
}

/** From now on every element is so large, and every canvas keeps what is drawn on it. */
export function serveCanvases(width: number, height: number): Drawn {
  const drawn: Drawn = { texts: [], strokes: [], fills: [] };
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(height);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(
    () => contextOf(drawn) as never,
  );
  return drawn;
}
