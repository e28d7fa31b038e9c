// The bars of a chart while they change: by the datafeed's pulses, and by the trades in between.
import type { Chart } from "klinecharts";
import type { Bar } from "./frames";

const told_ms = 1_000;

export class LiveBars {
  /** klinecharts' way in; null while it has no bars. */
  deliver: ((bar: Bar) => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `on_change` hears of changes once a second at most. */
  constructor(
    private readonly chart: Pick<Chart, "getDataList">,
    private readonly on_change: () => void,
  ) {}

  all(): Bar[] {
    return this.chart.getDataList() as Bar[];
  }

  newest(): Bar | null {
    return this.all().at(-1) ?? null;
  }

  take(bar: Bar): void {
    const last = this.newest();
    if (!last || bar.timestamp >= last.timestamp) this.deliver?.(bar);
    else this.correct(bar, last);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.on_change();
    }, told_ms);
  }

  end(): void {
    this.deliver = null;
    clearTimeout(this.timer);
  }

  /**
   * klinecharts drops a bar that is older than its last one. It is put in its place, and the last
   * one is delivered once more, so that everything is computed and drawn anew.
   */
  private correct(bar: Bar, last: Bar): void {
    const bars = this.all();
    const at = bars.findLastIndex(({ timestamp }) => timestamp <= bar.timestamp);
    const known = bars[at]?.timestamp === bar.timestamp;
    bars.splice(known ? at : at + 1, known ? 1 : 0, bar);
    this.deliver?.(last);
  }
}
