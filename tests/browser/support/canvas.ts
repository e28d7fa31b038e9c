// What a page draws on its canvases, written down while it draws.
import type { Page } from "@playwright/test";

export interface Text {
  text: string;
  y: number;
}

/** A path that was stroked or filled. */
export interface Path {
  points: [number, number][];
  /** As the canvas has it: "#1fbf75". */
  colour: string;
  /** Of a stroke; empty where it is solid. */
  dash: number[];
}

export interface Drawn {
  texts: Text[];
  strokes: Path[];
  fills: Path[];
}

/** From the next load on; only the newest of each kind are kept. */
export async function watchCanvases(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const most = 20_000;
    const drawn: Drawn = { texts: [], strokes: [], fills: [] };
    Object.assign(globalThis, { drawn });
    const keep = <Item>(list: Item[], item: Item) => {
      if (list.push(item) > most) list.shift();
    };
    const paths = new WeakMap<object, [number, number][]>();
    const context = CanvasRenderingContext2D.prototype;
    const { beginPath, moveTo, lineTo, stroke, fill, fillText } = context;
    const of = (canvas: object) => paths.get(canvas) ?? [];
    context.beginPath = function () {
      paths.set(this, []);
      beginPath.call(this);
    };
    context.moveTo = function (x, y) {
      of(this).push([x, y]);
      moveTo.call(this, x, y);
    };
    context.lineTo = function (x, y) {
      of(this).push([x, y]);
      lineTo.call(this, x, y);
    };
    context.stroke = function () {
      const colour = String(this.strokeStyle);
      keep(drawn.strokes, {
        points: of(this),
        colour,
        dash: this.getLineDash(),
      });
      stroke.call(this);
    };
    context.fill = function () {
      keep(drawn.fills, {
        points: of(this),
        colour: String(this.fillStyle),
        dash: [],
      });
      fill.call(this);
    };
    context.fillText = function (text, x, y) {
      keep(drawn.texts, { text, y });
      fillText.call(this, text, x, y);
    };
  });
}

export const drawn = (page: Page): Promise<Drawn> =>
  page.evaluate(() => (globalThis as unknown as { drawn: Drawn }).drawn);

/** A colour of the page's design as a canvas has it. */
export const canvasColour = (page: Page, token: string): Promise<string> =>
  page.evaluate((name) => {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) throw new Error("no canvas");
    context.fillStyle = getComputedStyle(document.documentElement)
      .getPropertyValue(`--${name}`)
      .trim();
    return context.fillStyle;
  }, token);
