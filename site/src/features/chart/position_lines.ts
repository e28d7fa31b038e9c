// The client's open positions on the candles: where each was opened, what it makes, and where it
// would be liquidated.
import { registerOverlay, type Chart, type OverlayTemplate } from "klinecharts";
import { forDrawing, sign, type Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { positionColours } from "./look";
import { lineAcross, priceOnAxis, tag, tagLeft } from "./overlays";

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

interface Line {
  colour: string;
  surface: string;
  font: string;
  text: string;
  price: string;
}

/** A line across the chart, its tag at the left, and the price at the axis. */
const positionLine: OverlayTemplate<Line> = {
  name: "cambio_position",
  totalStep: 2,
  lock: true,
  createPointFigures: ({ overlay, coordinates: [at], bounding }) => {
    if (!at || at.y < 0 || at.y > bounding.height) return [];
    const { colour, surface, font, text } = overlay.extendData;
    return [
      lineAcross(at.y, bounding.width, colour),
      tag({ x: tagLeft, y: at.y }, text, font, {
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
  positions: readonly OwnPosition[],
  pricePlaces: number,
  quantityPlaces: number,
): void {
  chart.removeOverlay({ groupId: group });
  const { up, down, warning, surface, font } = positionColours();
  const draw = (price: Decimal, colour: string, text: string) =>
    chart.createOverlay({
      name: positionLine.name,
      groupId: group,
      lock: true,
      points: [{ value: forDrawing(price) }],
      extendData: {
        colour,
        surface,
        font,
        text,
        price: formatNumber(price, { places: pricePlaces }),
      },
    });
  for (const { side, entry, quantity, coin, profit, liquidation } of positions) {
    const size = `${formatNumber(quantity, { places: quantityPlaces })} ${coin}`;
    const made = formatNumber(profit, { places: profitPlaces, signed: true });
    draw(entry, sign(profit) < 0 ? down : up, `${t(`chart.${side}`)} ${size} ${made} ${quote}`);
    if (liquidation) draw(liquidation, warning, t("chart.liquidation"));
  }
}
