// What stands on the candles: what people draw, and the client's own orders and fills.
import {
  registerOverlay,
  type Chart,
  type DeepPartial,
  type Overlay,
  type OverlayFigure,
  type OverlayStyle,
  type OverlayTemplate,
} from "klinecharts";
import { forDrawing, whole, type Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { beginOf, type Frame } from "./frames";
import { keepDrawings, keptDrawings, type Drawing, type Tool } from "./kept";
import { drawingStyles, ownColours } from "./look";
import type { Mark } from "./symbols";

/** An open order or a fill of the client's. */
export interface Own {
  id: string;
  side: "BUY" | "SELL";
  price: Decimal;
  quantity: Decimal;
  /** Of a fill: when, as ISO 8601. */
  at?: string;
}

const drawn = "drawings";
const own = "own";
const marked = "marks";

const names: Record<Tool, string> = {
  trend: "segment",
  horizontal: "horizontalStraightLine",
  ray: "rayLine",
  fibonacci: "fibonacciLine",
  rectangle: "cambio_rectangle",
  note: "cambio_note",
};

const rectangle: OverlayTemplate = {
  name: names.rectangle,
  totalStep: 3,
  needDefaultPointFigure: true,
  createPointFigures: ({ coordinates: [from, to] }) => {
    if (!from || !to) return [];
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
    const attrs = { x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
    return { type: "rect", attrs, styles: { style: "stroke_fill" } };
  },
};

const note: OverlayTemplate<string> = {
  name: names.note,
  totalStep: 2,
  needDefaultPointFigure: true,
  createPointFigures: ({ overlay, coordinates: [at] }) =>
    at
      ? {
          type: "text",
          attrs: { x: at.x + 6, y: at.y, text: overlay.extendData ?? "", baseline: "middle" },
        }
      : [],
};

interface OwnLook {
  colour: string;
  ink: string;
  text: string;
  font: string;
}

/** A dashed line across the chart. */
export const lineAcross = (y: number, width: number, color: string): OverlayFigure => ({
  type: "line",
  attrs: {
    coordinates: [
      { x: 0, y },
      { x: width, y },
    ],
  },
  styles: { style: "dashed", dashedValue: [6, 4], size: 1, color },
  ignoreEvent: true,
});

/** How far from the chart's edge the tags of lines stand. */
export const tagLeft = 8;

/** What stands on such a line or at its price; a tag without a border has that of its own colour. */
export const tag = (
  { x, y }: { x: number; y: number },
  text: string,
  font: string,
  colours: { color: string; backgroundColor: string; borderColor?: string },
): OverlayFigure => ({
  type: "text",
  attrs: { x, y, text, baseline: "middle" },
  styles: {
    style: "stroke_fill",
    size: 11,
    family: font,
    weight: 500,
    borderColor: colours.backgroundColor,
    borderSize: 1,
    borderRadius: 3,
    paddingLeft: 6,
    paddingRight: 6,
    paddingTop: 2,
    paddingBottom: 2,
    ...colours,
  },
  ignoreEvent: true,
});

const orderLine: OverlayTemplate<OwnLook> = {
  name: "cambio_order",
  totalStep: 2,
  lock: true,
  createPointFigures: ({ overlay, coordinates: [at], bounding }) => {
    if (!at || at.y < 0 || at.y > bounding.height) return [];
    const { colour, ink, text, font } = overlay.extendData;
    return [
      lineAcross(at.y, bounding.width, colour),
      tag({ x: tagLeft, y: at.y }, text, font, { color: ink, backgroundColor: colour }),
    ];
  },
};

const markSize = 5;

/** A triangle at the price: a purchase from below, a sale from above. */
const fillMark: OverlayTemplate<OwnLook> = {
  name: "cambio_fill",
  totalStep: 2,
  lock: true,
  createPointFigures: ({ overlay, coordinates: [at] }) => {
    if (!at) return [];
    const { colour, ink, text } = overlay.extendData;
    const away = text === "BUY" ? markSize * 2 : -markSize * 2;
    return {
      type: "polygon",
      attrs: {
        coordinates: [
          { x: at.x, y: at.y },
          { x: at.x - markSize, y: at.y + away },
          { x: at.x + markSize, y: at.y + away },
        ],
      },
      styles: { style: "stroke_fill", color: colour, borderColor: ink, borderSize: 1 },
      ignoreEvent: true,
    };
  },
};

[rectangle, orderLine, fillMark, note].forEach((template) =>
  registerOverlay(template as OverlayTemplate),
);

const toolOf = (name: string): Tool | undefined =>
  (Object.keys(names) as Tool[]).find((tool) => names[tool] === name);

function drawingOf({ name, points, extendData }: Overlay): Drawing | null {
  const tool = toolOf(name);
  if (!tool) return null;
  return {
    tool,
    points: points.map(({ timestamp, value }) => ({ timestamp, value })),
    ...(typeof extendData === "string" && extendData !== "" ? { text: extendData } : {}),
  };
}

/** The drawings of one pair: made, moved, removed by a right click, and kept. */
export class Drawings {
  private loading = false;

  constructor(
    private readonly chart: Chart,
    private readonly pair: string,
    private readonly onDrawn: () => void,
  ) {}

  load(): void {
    this.loading = true;
    this.chart.removeOverlay({ groupId: drawn });
    keptDrawings(this.pair).forEach((drawing) => this.add(drawing));
    this.loading = false;
  }

  /** The next presses on the chart set the points. */
  begin(tool: Tool, text?: string): void {
    this.cancel();
    this.add({ tool, points: [], ...(text === undefined ? {} : { text }) });
  }

  /** What was begun and is not finished goes. */
  cancel(): void {
    this.chart
      .getOverlays({ groupId: drawn })
      .filter(({ currentStep }) => currentStep !== finished)
      .forEach(({ id }) => this.chart.removeOverlay({ id }));
  }

  removeAll(): void {
    this.chart.removeOverlay({ groupId: drawn });
    keepDrawings(this.pair, []);
  }

  private add({ tool, points, text }: Drawing): void {
    this.chart.createOverlay({
      name: names[tool],
      groupId: drawn,
      points,
      extendData: text ?? "",
      styles: drawingStyles(),
      onDrawEnd: () => {
        this.keep();
        this.onDrawn();
      },
      onPressedMoveEnd: () => this.keep(),
      onRemoved: ({ overlay }) => this.keep(overlay.id),
    });
  }

  private keep(without?: string): void {
    if (this.loading) return;
    const drawings = this.chart
      .getOverlays({ groupId: drawn })
      .filter(({ id, currentStep }) => id !== without && currentStep === finished)
      .map(drawingOf)
      .filter((drawing) => drawing !== null);
    keepDrawings(this.pair, drawings);
  }
}

/** In the datafeed's colours where it names some. */
function markStyles({ color, labelFontColor }: Mark): DeepPartial<OverlayStyle> {
  const [border, background] =
    typeof color === "object" ? [color.border, color.background] : [color, color];
  return {
    line: border === undefined ? {} : { color: border },
    polygon: background === undefined ? {} : { color: background },
    text: {
      ...(background === undefined ? {} : { backgroundColor: background }),
      ...(border === undefined ? {} : { borderColor: border }),
      ...(labelFontColor === undefined ? {} : { color: labelFontColor }),
    },
  };
}

/** Draws what the datafeed marks, above the candle of that time. */
export function showMarks(chart: Chart, frame: Frame, marks: readonly Mark[]): void {
  chart.removeOverlay({ groupId: marked });
  const bars = chart.getDataList();
  for (const mark of marks) {
    const begin = beginOf(frame, mark.time);
    const bar = bars.find(({ timestamp }) => timestamp === begin);
    if (!bar) continue;
    chart.createOverlay({
      name: "simpleAnnotation",
      groupId: marked,
      lock: true,
      points: [{ timestamp: begin, value: bar.high }],
      extendData: mark.text,
      styles: markStyles(mark),
    });
  }
}

/** The step of an overlay that has all its points. */
const finished = -1;

/** Draws the client's orders and fills; what was drawn before goes. */
export function showOwn(
  chart: Chart,
  frame: Frame,
  orders: readonly Own[],
  fills: readonly Own[],
): void {
  chart.removeOverlay({ groupId: own });
  const { up, down, font } = ownColours();
  const of = (side: Own["side"]) => (side === "BUY" ? up : down);
  const first = chart.getDataList()[0]?.timestamp;
  for (const order of orders) {
    const { colour, ink } = of(order.side);
    const side = t(order.side === "BUY" ? "chart.buy" : "chart.sell");
    chart.createOverlay({
      name: orderLine.name,
      groupId: own,
      lock: true,
      points: [{ value: forDrawing(order.price) }],
      extendData: { colour, ink, font, text: `${side} ${formatNumber(order.quantity)}` },
    });
  }
  for (const fill of fills) {
    const at = beginOf(frame, whole(Date.parse(fill.at ?? "").toString()));
    if (first === undefined || !(at >= first)) continue;
    chart.createOverlay({
      name: fillMark.name,
      groupId: own,
      lock: true,
      points: [{ timestamp: at, value: forDrawing(fill.price) }],
      extendData: { ...of(fill.side), font, text: fill.side },
    });
  }
}
