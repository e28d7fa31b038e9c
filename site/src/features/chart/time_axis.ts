// The labels of the chart's time axis, as klinecharts draws them.
import { utils, type AxisCreateTicksCallback, type Chart } from "klinecharts";
import { roundBars, timesOf } from "./axis_ticks";
import { axisTime, spanMs, type Frame } from "./frames";
import { mainPane } from "./indicators";

/** Between two labels of the time axis. */
const labelGapPx = 28;
const sampleDate = Date.UTC(2026, 10, 28);
const sampleClock = sampleDate + spanMs["30min"];

/** Labels at round times. One that the edge would cut is left out, its line stays. */
export const timeTicks =
  (chart: Chart, frame: Frame): AxisCreateTicksCallback =>
  ({ range, bounding }) => {
    const { size, weight, family } = chart.getStyles().xAxis.tickText;
    const widthOf = (text: string) => utils.calcTextWidth(text, size, weight, family);
    const textOf = (time: number) => axisTime(time, true, frame);
    const { bar } = chart.getBarSpace();
    const least = (time: number) => Math.ceil((widthOf(textOf(time)) + labelGapPx) / bar);
    const timeOf = timesOf(frame, chart.getDataList());
    const [from, to] = [range.realFrom, range.realTo];
    const bars = roundBars({
      ...{ frame, timeOf, from, to },
      least: { date: least(sampleDate), clock: least(sampleClock) },
    });
    const points = chart.convertToPixel(
      bars.map((dataIndex) => ({ dataIndex })),
      { paneId: mainPane },
    );
    return bars.map((index, place) => {
      const value = timeOf(index) ?? 0;
      const coord = (Array.isArray(points) ? points[place]?.x : undefined) ?? 0;
      const text = textOf(value);
      const half = widthOf(text) / 2;
      return { value, coord, text: coord < half || coord + half > bounding.width ? "" : text };
    });
  };
