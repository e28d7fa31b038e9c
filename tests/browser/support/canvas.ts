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
    const colour = (style: unknown) => (typeof style === "string" ? style : "");
    // eslint-disable-next-line @typescript-eslint/unbound-method -- each is called on its context
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
    context.stroke = function (...path: unknown[]) {
      keep(drawn.strokes, {
        points: of(this),
        colour: colour(this.strokeStyle),
        dash: this.getLineDash(),
      });
      Reflect.apply(stroke, this, path);
    };
    context.fill = function (...path: unknown[]) {
      keep(drawn.fills, {
        points: of(this),
        colour: colour(this.fillStyle),
        dash: [],
      });
      Reflect.apply(fill, this, path);
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
