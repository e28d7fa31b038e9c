// The client's open positions on the candles: where each was opened, what it makes, and where it
// would be liquidated.
import { registerOverlay, type Chart, type OverlayTemplate } from "klinecharts";
import { for_drawing, sign, type Decimal } from "../../lib/decimal";
import { format_number } from "../../lib/format";
import { t } from "../../lib/i18n";
import { position_colours } from "./look";
import { line_across, tag, tag_left } from "./overlays";

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
const profit_places = 2;
const quote = "USDT";

interface Line {
  colour: string;
  surface: string;
  font: string;
  text: string;
  price: string;
}

/** With the tag's padding the price stands where those of the axis do. */
const axis_left = 2;

/** The last price and the countdown below it stay readable: in pixels, down from that price. */
const meets_last_price = (down: number): boolean => down > -18 && down < 36;

/** A line across the chart, its tag at the left, and the price at the axis. */
const position_line: OverlayTemplate<Line> = {
  name: "cambio_position",
  totalStep: 2,
  lock: true,
  createPointFigures: ({ overlay, coordinates: [at], bounding }) => {
    if (!at || at.y < 0 || at.y > bounding.height) return [];
    const { colour, surface, font, text } = overlay.extendData;
    return [
      line_across(at.y, bounding.width, colour),
      tag({ x: tag_left, y: at.y }, text, font, {
        color: colour,
        backgroundColor: surface,
        borderColor: colour,
      }),
    ];
  },
  createYAxisFigures: ({ chart, overlay, coordinates: [at], bounding, yAxis }) => {
    const last = chart.getDataList().at(-1);
    if (!at || !last || !yAxis || at.y < 0 || at.y > bounding.height) return [];
    if (meets_last_price(at.y - yAxis.convertToPixel(last.close))) return [];
    const { colour, surface, font, price } = overlay.extendData;
    return tag({ x: axis_left, y: at.y }, price, font, { color: colour, backgroundColor: surface });
  },
};

registerOverlay(position_line as OverlayTemplate);

/** Draws the client's positions; what was drawn before goes. */
export function show_positions(
  chart: Chart,
  positions: readonly OwnPosition[],
  price_places: number,
  quantity_places: number,
): void {
  chart.removeOverlay({ groupId: group });
  const { up, down, warning, surface, font } = position_colours();
  const draw = (price: Decimal, colour: string, text: string) =>
    chart.createOverlay({
      name: position_line.name,
      groupId: group,
      lock: true,
      points: [{ value: for_drawing(price) }],
      extendData: {
        colour,
        surface,
        font,
        text,
        price: format_number(price, { places: price_places }),
      },
    });
  for (const { side, entry, quantity, coin, profit, liquidation } of positions) {
    const size = `${format_number(quantity, { places: quantity_places })} ${coin}`;
    const made = format_number(profit, { places: profit_places, signed: true });
    draw(entry, sign(profit) < 0 ? down : up, `${t(`chart.${side}`)} ${size} ${made} ${quote}`);
    if (liquidation) draw(liquidation, warning, t("chart.liquidation"));
  }
}
