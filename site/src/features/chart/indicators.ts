// The indicators that can be chosen, in the colours of the tokens.
import type { Chart, IndicatorCreate } from "klinecharts";
import { indicators, type Indicator } from "./kept";
import { lines_of, oscillator_styles, volume_colours } from "./look";

export const main_pane = "candle_pane";

const pane_heights: Partial<Record<Indicator, number>> = { VOL: 72, RSI: 80, MACD: 88 };

const pane_of = (name: Indicator): string =>
  pane_heights[name] === undefined ? main_pane : name.toLowerCase();

const described = (name: Indicator): IndicatorCreate => {
  const create = (more: Partial<IndicatorCreate>): IndicatorCreate => ({
    name,
    paneId: pane_of(name),
    ...more,
  });
  switch (name) {
    case "MA":
      return create({ calcParams: [7, 25], styles: { lines: lines_of("text-3", "accent") } });
    case "EMA":
      return create({ calcParams: [12, 26], styles: { lines: lines_of("warning", "text-2") } });
    case "BOLL":
      return create({
        calcParams: [20, 2],
        styles: { lines: lines_of("allocation-2", "allocation-3", "allocation-2") },
      });
    case "RSI":
      return create({ calcParams: [14], styles: { lines: lines_of("accent") } });
    case "MACD":
      return create({ calcParams: [12, 26, 9], styles: oscillator_styles() });
    case "VOL":
      return create({
        calcParams: [],
        styles: { bars: [volume_colours()] },
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
export function show_indicators(chart: Chart, chosen: readonly Indicator[]): void {
  for (const name of indicators) {
    const paneId = pane_of(name);
    const shown = chart.getIndicators({ name, paneId }).length > 0;
    if (!chosen.includes(name)) {
      if (shown) chart.removeIndicator({ name, paneId });
      continue;
    }
    if (shown) continue;
    chart.createIndicator(described(name), paneId === main_pane);
    const height = pane_heights[name];
    if (height === undefined) continue;
    chart.setPaneOptions({ id: paneId, height, minHeight: 48, dragEnabled: false });
    if (name === "VOL") chart.overrideYAxis({ paneId, createTicks: () => [], gap: { top: 0.1 } });
  }
}

/** After the colours changed. */
export function recolour_indicators(chart: Chart): void {
  for (const { name } of chart.getIndicators()) {
    const known = indicators.find((one) => one === name);
    if (known) chart.overrideIndicator({ name: known, styles: described(known).styles });
  }
}
