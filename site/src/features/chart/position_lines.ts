// The client's open positions on the candles: where each was opened, what it makes, and where it
// would be liquidated.
import { registerOverlay, type Chart, type OverlayFigure, type OverlayTemplate } from "klinecharts";
import { forDrawing, sign, type Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { positionColours } from "./look";
import { tagPlaces, type LinePlaces } from "./line_places";
import {
  inSight,
  lineAcross,
  priceOnAxis,
  tag,
  tagLeft,
  type AxisPrice,
  type PricedLine,
} from "./overlays";

export interface OwnPosition {
  id: string;
  side: "long" | "short";
  entry: Decimal;
  quantity: Decimal;
  /** "BTC" */
  coin: string;
  /** Unrealised, in USDT. */
  profit: Decimal;
  liquidation: Decimal | null;
}

const group = "positions";
const profitPlaces = 2;
const quote = "USDT";

interface Line extends AxisPrice {
  text: string;
  /** Where the figures in the chart's corner end. */
  legend: () => number;
}

/** As high as a tag, and air, so that none touches the next. */
const tagSize = 20;

/** From the line to its tag, which neighbours may have moved away. */
const leader = (from: number, to: number, color: string): OverlayFigure => ({
  type: "line",
  attrs: {
    coordinates: [
      { x: 0, y: from },
      { x: tagLeft, y: to },
    ],
  },
  styles: { style: "solid", size: 1, color },
  ignoreEvent: true,
});

/** A line across the chart, its tag at the left, and the price at the axis. */
const positionLine: OverlayTemplate<Line> = {
  name: "cambio_position",
  totalStep: 2,
  lock: true,
  createPointFigures: ({ overlay, coordinates: [at], bounding, yAxis }) => {
    if (!at || !yAxis || at.y < 0 || at.y > bounding.height) return [];
    const { id, lines, colour, surface, font, text, legend } = overlay.extendData;
    const seen = inSight(lines(), yAxis, bounding).sort((a, b) => a.y - b.y);
    const room = { least: legend(), most: bounding.height };
    const y = tagPlaces(seen, tagSize, room).get(id) ?? at.y;
    return [
      lineAcross(at.y, bounding.width, colour),
      leader(at.y, y, colour),
      tag({ x: tagLeft, y }, text, font, {
        color: colour,
        backgroundColor: surface,
        borderColor: colour,
      }),
    ];
  },
  createYAxisFigures: (drawing) => priceOnAxis(drawing, drawing.overlay.extendData),
};

registerOverlay(positionLine as OverlayTemplate);

/** Draws the client's positions; what was drawn before goes. */
export function showPositions(
  chart: Chart,
  shown: {
    positions: readonly OwnPosition[];
    pricePlaces: number;
    quantityPlaces: number;
    places: LinePlaces;
  },
): void {
  const { positions, pricePlaces, quantityPlaces, places } = shown;
  chart.removeOverlay({ groupId: group });
  const { up, down, warning, surface, font } = positionColours();
  const lines: PricedLine[] = [];
  const draw = (id: string, price: Decimal, colour: string, text: string) => {
    const value = forDrawing(price);
    lines.push({ id, value });
    chart.createOverlay({
      name: positionLine.name,
      groupId: group,
      lock: true,
      points: [{ value }],
      extendData: {
        id,
        lines: () => lines,
        legend: () => places.legendHeight,
        colour,
        surface,
        font,
        text,
        price: formatNumber(price, { places: pricePlaces }),
      },
    });
  };
  for (const { id, side, entry, quantity, coin, profit, liquidation } of positions) {
    const size = `${formatNumber(quantity, { places: quantityPlaces })} ${coin}`;
    const made = formatNumber(profit, { places: profitPlaces, signed: true });
    const colour = sign(profit) < 0 ? down : up;
    draw(`${id} entry`, entry, colour, `${t(`chart.${side}`)} ${size} ${made} ${quote}`);
    if (liquidation) draw(`${id} liquidation`, liquidation, warning, t("chart.liquidation"));
  }
}
