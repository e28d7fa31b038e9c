// The indicators that can be chosen, in the colours of the tokens.
import {
  registerIndicator,
  type Chart,
  type IndicatorCreate,
  type IndicatorFigure,
  type IndicatorTemplate,
  type KLineData,
} from "klinecharts";
import { indicators, type Chosen, type Indicator } from "./kept";
import { levelColour, linesOf, oscillatorStyles, volumeColours } from "./look";
import { atr, stochastic, superTrend, vwap } from "./studies";

export const mainPane = "candle_pane";

const paneHeights: Partial<Record<Indicator, number>> = {
  VOL: 72,
  RSI: 80,
  STOCH: 80,
  MACD: 88,
  ATR: 72,
};

const paneOf = (name: Indicator): string =>
  paneHeights[name] === undefined ? mainPane : name.toLowerCase();

const line = (key: string, title: string): IndicatorFigure => ({ key, title, type: "line" });

/** `calc` gets the person's numbers. */
const study = (
  name: Indicator,
  figures: IndicatorFigure[],
  calc: (bars: KLineData[], numbers: number[]) => object[],
): IndicatorTemplate => ({
  name,
  series: name === "STOCH" ? "normal" : "price",
  figures,
  calc: (bars, { calcParams }) => calc(bars, calcParams as number[]),
});

const studies: readonly IndicatorTemplate[] = [
  study("VWAP", [line("vwap", "VWAP: ")], vwap),
  study("ATR", [line("atr", "ATR: ")], (bars, [length = 1]) => atr(bars, length)),
  study(
    "STOCH",
    [line("k", "%K: "), line("d", "%D: ")],
    (bars, [length = 1, smooth = 1, signal = 1]) => stochastic(bars, length, smooth, signal),
  ),
  study(
    "SUPERTREND",
    // Of two lines one has no value: no legend.
    [
      { key: "up", type: "line" },
      { key: "down", type: "line" },
    ],
    (bars, [length = 1, factor = 1]) => superTrend(bars, length, factor),
  ),
];
studies.forEach((template) => registerIndicator(template));

/** Lines across a pane of percentages; the indicator is drawn over them. */
const levels = (...percents: number[]): Partial<IndicatorCreate> => ({
  minValue: 0,
  maxValue: 100,
  precision: 2,
  draw: ({ ctx, bounding, yAxis }) => {
    ctx.save();
    ctx.strokeStyle = levelColour();
    ctx.lineWidth = 1;
    ctx.setLineDash([3, 3]);
    for (const percent of percents) {
      const y = Math.round(yAxis.convertToPixel(percent)) + 0.5;
      ctx.beginPath();
      ctx.moveTo(0, y);
      ctx.lineTo(bounding.width, y);
      ctx.stroke();
    }
    ctx.restore();
    return false;
  },
});

/** Such a pane says where its levels are. */
const ticksAt: Partial<Record<Indicator, readonly number[]>> = { RSI: [30, 70], STOCH: [20, 80] };

const looks: Readonly<Record<Indicator, () => Partial<IndicatorCreate>>> = {
  MA: () => ({ styles: { lines: linesOf("text-3", "accent") } }),
  EMA: () => ({ styles: { lines: linesOf("warning", "text-2") } }),
  BOLL: () => ({ styles: { lines: linesOf("allocation-2", "allocation-3", "allocation-2") } }),
  VWAP: () => ({ styles: { lines: linesOf("warning") } }),
  SUPERTREND: () => ({ styles: { lines: linesOf("up", "dn") } }),
  RSI: () => ({
    styles: { lines: linesOf("accent") },
    regenerateFigures: () => [line("rsi1", "RSI: ")],
    ...levels(30, 70),
  }),
  STOCH: () => ({ styles: { lines: linesOf("accent", "text-2") }, ...levels(20, 80) }),
  MACD: () => ({ styles: oscillatorStyles() }),
  ATR: () => ({ styles: { lines: linesOf("accent") } }),
  VOL: () => ({
    styles: { bars: [volumeColours()] },
    createTooltipDataSource: () => ({
      name: "",
      calcParamsText: "",
      features: [],
      legends: [],
    }),
  }),
};

/** What is beside the lines of an indicator in a pane of its own. */
function fitAxis(chart: Chart, name: Indicator, paneId: string): void {
  if (name === "VOL") chart.overrideYAxis({ paneId, createTicks: () => [], gap: { top: 0.1 } });
  const ticks = ticksAt[name];
  if (!ticks) return;
  chart.overrideYAxis({
    paneId,
    gap: { top: 0.25, bottom: 0.05 },
    createTicks: ({ range, bounding }) =>
      ticks.map((percent) => ({
        value: percent,
        text: String(percent),
        coord: bounding.height * (1 - (percent - range.from) / range.range),
      })),
  });
}

const isShown = (chart: Chart, name: Indicator): boolean =>
  chart.getIndicators({ name, paneId: paneOf(name) }).length > 0;

/** Of the chart: what the panes below the candles take at most. */
const mostForPanes = 0.5;
const leastPane = 28;

/** The candles keep their half, however many panes there are. */
export function fitPanes(chart: Chart): void {
  const shown = indicators.flatMap((name) => {
    const height = paneHeights[name];
    return height !== undefined && isShown(chart, name) ? [{ id: paneOf(name), height }] : [];
  });
  const whole = chart.getSize()?.height ?? 0;
  const wanted = shown.reduce((sum, { height }) => sum + height, 0);
  const share = Math.min(1, (whole * mostForPanes) / Math.max(wanted, 1));
  for (const { id, height } of shown) {
    const fitting = Math.max(Math.floor(height * share), leastPane);
    chart.setPaneOptions({ id, height: fitting, minHeight: leastPane, dragEnabled: false });
  }
}

/** Draws the chosen ones and takes the others away; those that stay take the numbers. */
export function showIndicators(chart: Chart, chosen: readonly Indicator[], numbers: Chosen): void {
  for (const name of indicators) {
    const paneId = paneOf(name);
    const shown = isShown(chart, name);
    const calcParams = [...numbers[name]];
    if (!chosen.includes(name)) {
      if (shown) chart.removeIndicator({ name, paneId });
      continue;
    }
    if (shown) {
      chart.overrideIndicator({ name, paneId, calcParams });
      continue;
    }
    chart.createIndicator({ name, paneId, calcParams, ...looks[name]() }, paneId === mainPane);
    if (paneHeights[name] !== undefined) fitAxis(chart, name, paneId);
  }
  fitPanes(chart);
}

/** After the colours changed. */
export function recolourIndicators(chart: Chart): void {
  for (const name of indicators)
    if (isShown(chart, name)) chart.overrideIndicator({ name, styles: looks[name]().styles });
}
