// What the page draws on the candles: the client's own orders and fills, and the datafeed's marks.
import {
  registerOverlay,
  type Chart,
  type DeepPartial,
  type OverlayCreateFiguresCallbackParams,
  type OverlayFigure,
  type OverlayStyle,
  type OverlayTemplate,
  type YAxis,
} from "klinecharts";
import { forDrawing, whole, type Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { beginOf, type Frame } from "./frames";
import { apart, type LinePlace, type LinePlaces } from "./line_places";
import { ownColours } from "./look";
import type { ChartOrder } from "./order_tags";
import type { Mark } from "./symbols";

/** A trade of the client's. */
export interface OwnFill {
  id: string;
  side: "BUY" | "SELL";
  price: Decimal;
  /** ISO 8601. */
  at: string;
}

const own = "own";
const marked = "marks";

interface FillLook {
  colour: string;
  ink: string;
  side: OwnFill["side"];
}

/** A line at a price. */
export interface PricedLine {
  id: string;
  value: number;
}

/** How the price of such a line is shown at the axis. */
export interface AxisPrice {
  id: string;
  /** It and its neighbours: what of them has no room at the axis is the last. */
  lines: () => readonly PricedLine[];
  colour: string;
  surface: string;
  font: string;
  price: string;
}

interface OrderLine extends AxisPrice {
  /** klinecharts copies this object and all objects in it, but no function. */
  drawnAt: (y: number | null, height: number) => void;
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

/** With the tag's padding the price stands where those of the axis do. */
const axisLeft = 2;
/** As high as such a price, and air. */
const axisSize = 20;

/** The last price and the countdown below it stay readable: in pixels, down from that price. */
const meetsLastPrice = (down: number): boolean => down > -18 && down < 36;

/** Where they are on the screen, those that are in sight. */
export const inSight = (
  lines: readonly PricedLine[],
  yAxis: YAxis,
  { height }: { height: number },
): LinePlace[] =>
  lines
    .map(({ id, value }) => ({ id, y: yAxis.convertToPixel(value) }))
    .filter(({ y }) => y >= 0 && y <= height);

/** The price of a line, at the axis, unless another stands there. */
export function priceOnAxis(
  {
    chart,
    coordinates: [at],
    bounding,
    yAxis,
  }: Pick<
    OverlayCreateFiguresCallbackParams<unknown>,
    "chart" | "coordinates" | "bounding" | "yAxis"
  >,
  { id, lines, colour, surface, font, price }: AxisPrice,
): OverlayFigure[] {
  const last = chart.getDataList().at(-1);
  if (!at || !last || !yAxis) return [];
  const lastY = yAxis.convertToPixel(last.close);
  const free = inSight(lines(), yAxis, bounding).filter(({ y }) => !meetsLastPrice(y - lastY));
  if (!apart(free, axisSize).has(id)) return [];
  return [tag({ x: axisLeft, y: at.y }, price, font, { color: colour, backgroundColor: surface })];
}

/** A line across the chart and its price at the axis; its tag is the page's (order_tags.tsx). */
const orderLine: OverlayTemplate<OrderLine> = {
  name: "cambio_order",
  totalStep: 2,
  lock: true,
  createPointFigures: ({ chart, overlay, coordinates: [at], bounding }) => {
    const { colour, drawnAt } = overlay.extendData;
    // Without bars the axis has prices of klinecharts' own invention.
    const seen =
      at !== undefined && at.y >= 0 && at.y <= bounding.height && chart.getDataList().length > 0;
    drawnAt(seen ? at.y : null, bounding.height);
    return seen ? [lineAcross(at.y, bounding.width, colour)] : [];
  },
  createYAxisFigures: (drawing) => priceOnAxis(drawing, drawing.overlay.extendData),
};

const markSize = 5;

/** A triangle at the price: a purchase from below, a sale from above. */
const fillMark: OverlayTemplate<FillLook> = {
  name: "cambio_fill",
  totalStep: 2,
  lock: true,
  createPointFigures: ({ overlay, coordinates: [at] }) => {
    if (!at) return [];
    const { colour, ink, side } = overlay.extendData;
    const away = side === "BUY" ? markSize * 2 : -markSize * 2;
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

[orderLine, fillMark].forEach((template) => registerOverlay(template as OverlayTemplate));

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

/** Draws the client's orders and fills; what was drawn before goes. `places` hears of the lines. */
export function showOwn(
  chart: Chart,
  shown: {
    frame: Frame;
    pricePlaces: number;
    orders: readonly ChartOrder[];
    fills: readonly OwnFill[];
    places: LinePlaces;
  },
): void {
  const { frame, pricePlaces, orders, fills, places } = shown;
  chart.removeOverlay({ groupId: own });
  places.keep(orders.map(({ id }) => id));
  const { up, down, surface, font } = ownColours();
  const of = (side: OwnFill["side"]) => (side === "BUY" ? up : down);
  const first = chart.getDataList()[0]?.timestamp;
  const lines = orders.map(({ id, price }) => ({ id, value: forDrawing(price) }));
  for (const { id, side, price } of orders) {
    chart.createOverlay({
      name: orderLine.name,
      groupId: own,
      lock: true,
      points: [{ value: forDrawing(price) }],
      extendData: {
        id,
        lines: () => lines,
        colour: of(side).colour,
        surface,
        font,
        price: formatNumber(price, { places: pricePlaces }),
        drawnAt: (y: number | null, height: number) => places.set(id, y, height),
      },
    });
  }
  for (const { side, price, at: filledAt } of fills) {
    const at = beginOf(frame, whole(Date.parse(filledAt).toString()));
    if (first === undefined || !(at >= first)) continue;
    chart.createOverlay({
      name: fillMark.name,
      groupId: own,
      lock: true,
      points: [{ timestamp: at, value: forDrawing(price) }],
      extendData: { ...of(side), side },
    });
  }
}
