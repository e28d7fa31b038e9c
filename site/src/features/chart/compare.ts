// A second market beside the candles: its closes as a line, in percent since the first bar in sight.
// They are drawn and nothing else: binary numbers will do.
import { registerIndicator, type Chart, type KLineData } from "klinecharts";
import { fromDrawing } from "../../lib/decimal";
import { formatPercent } from "../../lib/format";
import { logFailure } from "../../lib/log";
import { coinOfPair } from "../../lib/pairs";
import { loadBars } from "./api";
import { spanMs, type Frame } from "./frames";
import { mainPane } from "./indicators";
import { linesOf } from "./look";

export interface Close {
  /** When its bar began, in milliseconds. */
  timestamp: number;
  close: number;
}

/** What the other market's price was at each bar: where it has none of its own, the last before. */
export function aligned(
  bars: readonly Pick<KLineData, "timestamp">[],
  closes: readonly Close[],
): (number | undefined)[] {
  let next = 0;
  let last: number | undefined;
  return bars.map(({ timestamp }) => {
    for (let one = closes[next]; one && one.timestamp <= timestamp; one = closes[next]) {
      last = one.close;
      next += 1;
    }
    return last;
  });
}

/** Of one bar; nothing where the other market had no price yet. */
export interface Compared {
  /** Since the first bar in sight, or since the other market's own first one after that. */
  percent?: number;
  /** The price at which the candles' own market would have changed by as much. */
  price?: number;
}

/** Percent = (close / close of the first bar in sight − 1) × 100. */
export function compared(
  bars: readonly Pick<KLineData, "timestamp" | "close">[],
  closes: readonly Close[],
  from: number,
): Compared[] {
  const values = aligned(bars, closes);
  const first = values.find((value, index) => index >= from && value !== undefined);
  const base = bars[from]?.close;
  return values.map((value) =>
    value === undefined || !first || !base
      ? {}
      : { percent: (value / first - 1) * 100, price: (base * value) / first },
  );
}

/** Both, by time; what came later counts. */
export function joined(closes: readonly Close[], more: readonly Close[]): Close[] {
  const all = new Map([...closes, ...more].map(({ timestamp, close }) => [timestamp, close]));
  return [...all]
    .map(([timestamp, close]) => ({ timestamp, close }))
    .sort((a, b) => a.timestamp - b.timestamp);
}

const name = "COMPARED";
registerIndicator({
  name,
  series: "price",
  figures: [{ key: "price", type: "line" }],
  calc: () => [],
});

const look = () => ({ lines: linesOf("allocation-1") });

/** After the colours changed. */
export const recolourComparison = (chart: Chart): unknown =>
  chart.overrideIndicator({ name, styles: look() });

const barsAtOnce = 500;
const everyMs = 10_000;

/** The line of a second market on a chart whose scale is in percent. */
export class Comparison {
  private closes: Close[] = [];
  /** Whether it has no older closes than these. */
  private whole = false;
  private asking = false;
  private over = false;
  private changes = 0;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly chart: Chart,
    private readonly pair: string,
    private readonly frame: Frame,
  ) {
    chart.createIndicator(
      {
        name,
        paneId: mainPane,
        styles: look(),
        calc: (bars: KLineData[]) => this.calculate(bars),
        createTooltipDataSource: ({ crosshair, indicator }) => ({
          name: "",
          calcParamsText: "",
          features: [],
          legends: [this.legend(indicator.result as Compared[], crosshair.dataIndex)],
        }),
      },
      true,
    );
    chart.subscribeAction("onVisibleRangeChange", this.draw);
    this.timer = setInterval(() => void this.load(), everyMs);
    void this.load();
  }

  /** `gone`: so is the chart. */
  end(gone: boolean): void {
    this.over = true;
    clearInterval(this.timer);
    if (gone) return;
    this.chart.unsubscribeAction("onVisibleRangeChange", this.draw);
    this.chart.removeIndicator({ name, paneId: mainPane });
  }

  private legend(result: readonly Compared[], index: number | undefined) {
    const percent = (result[index ?? -1] ?? result.at(-1))?.percent;
    const { color = "" } = look().lines[0] ?? {};
    return {
      title: { text: `${coinOfPair(this.pair)} `, color },
      value: { text: percent === undefined ? "–" : formatPercent(fromDrawing(percent)), color },
    };
  }

  private calculate(bars: KLineData[]): Compared[] {
    const [first] = bars;
    const [oldest] = this.closes;
    if (first && oldest && first.timestamp < oldest.timestamp && !this.whole)
      void this.load(oldest.timestamp);
    return compared(bars, this.closes, this.chart.getVisibleRange().from);
  }

  /** klinecharts calculates anew where the numbers are others. */
  private readonly draw = (): void => {
    const calcParams = [this.chart.getVisibleRange().from, this.changes];
    this.chart.overrideIndicator({ name, paneId: mainPane, calcParams });
  };

  /** The newest closes, or those before a moment. */
  private async load(before?: number): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const newest = this.closes.at(-1)?.timestamp ?? 0;
    const missing = Math.ceil((Date.now() - newest) / spanMs[this.frame]) + 2;
    const count = before === undefined ? Math.min(missing, barsAtOnce) : barsAtOnce;
    try {
      const bars = await loadBars(this.pair, this.frame, Math.max(count, 2), before);
      if (this.over) return;
      if (bars.length < barsAtOnce && (before !== undefined || newest === 0)) this.whole = true;
      this.closes = joined(this.closes, bars);
      this.changes += 1;
      this.draw();
    } catch (error) {
      logFailure("Comparison", error);
      if (before !== undefined) this.whole = true;
    } finally {
      this.asking = false;
    }
  }
}
