// The indicators that can be chosen, in the colours of the tokens.
import type { Chart, IndicatorCreate } from "klinecharts";
import { indicators, type Indicator } from "./kept";
import { linesOf, oscillatorStyles, volumeColours } from "./look";

export const mainPane = "candle_pane";

const paneHeights: Partial<Record<Indicator, number>> = { VOL: 72, RSI: 80, MACD: 88 };

const paneOf = (name: Indicator): string =>
  paneHeights[name] === undefined ? mainPane : name.toLowerCase();

const described = (name: Indicator): IndicatorCreate => {
  const create = (more: Partial<IndicatorCreate>): IndicatorCreate => ({
    name,
    paneId: paneOf(name),
    ...more,
  });
  switch (name) {
    case "MA":
      return create({ calcParams: [7, 25], styles: { lines: linesOf("text-3", "accent") } });
    case "EMA":
      return create({ calcParams: [12, 26], styles: { lines: linesOf("warning", "text-2") } });
    case "BOLL":
      return create({
        calcParams: [20, 2],
        styles: { lines: linesOf("allocation-2", "allocation-3", "allocation-2") },
      });
    case "RSI":
      return create({ calcParams: [14], styles: { lines: linesOf("accent") } });
    case "MACD":
      return create({ calcParams: [12, 26, 9], styles: oscillatorStyles() });
    case "VOL":
      return create({
        calcParams: [],
        styles: { bars: [volumeColours()] },
        createTooltipDataSource: () => ({
          name: "",
          calcParamsText: "",
          features: [],
          legends: [],
        }),
      });
  }
};

/** Draws the chosen ones and takes the others away; those that stay are drawn anew. */
export function showIndicators(chart: Chart, chosen: readonly Indicator[]): void {
  for (const name of indicators) {
    const paneId = paneOf(name);
    const shown = chart.getIndicators({ name, paneId }).length > 0;
    if (!chosen.includes(name)) {
      if (shown) chart.removeIndicator({ name, paneId });
      continue;
    }
    if (shown) continue;
    chart.createIndicator(described(name), paneId === mainPane);
    const height = paneHeights[name];
    if (height === undefined) continue;
    chart.setPaneOptions({ id: paneId, height, minHeight: 48, dragEnabled: false });
    if (name === "VOL") chart.overrideYAxis({ paneId, createTicks: () => [], gap: { top: 0.1 } });
  }
}

/** After the colours changed. */
export function recolourIndicators(chart: Chart): void {
  for (const { name } of chart.getIndicators()) {
    const known = indicators.find((one) => one === name);
    if (known) chart.overrideIndicator({ name: known, styles: described(known).styles });
  }
}
