// The bars of a chart while they change: by the datafeed's pulses, and by the trades in between.
import type { Chart } from "klinecharts";
import { forDrawing, isZero, type Decimal } from "../../lib/decimal";
import { withTrade, type Bar, type Frame } from "./frames";

const toldMs = 1_000;

export class LiveBars {
  /** klinecharts' way in; null while it has no bars. */
  deliver: ((bar: Bar) => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private price: Decimal | null = null;

  /** `onChange` hears of changes once a second at most; `now` is the server's clock. */
  constructor(
    private readonly chart: Pick<Chart, "getDataList">,
    private readonly frame: Frame,
    private readonly now: () => number,
    private readonly onChange: () => void,
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
    this.closeAtPrice();
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.onChange();
    }, toldMs);
  }

  /** The last price that the page shows: the newest bar closes at it, whatever came first. */
  hold(price: Decimal): void {
    this.price = isZero(price) ? null : price;
    this.closeAtPrice();
  }

  private closeAtPrice(): void {
    const last = this.newest();
    if (!last || this.price === null || last.close === forDrawing(this.price)) return;
    const at = { px: this.price, sz: "0", ts: `${Math.floor(this.now())}` };
    const bar = withTrade(last, at, this.frame);
    if (bar) this.deliver?.(bar);
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
