// The drawn chart. This file brings klinecharts with it, so it is loaded after the page.
import { dispose, init, type Chart, type Period } from "klinecharts";
import { useEffect, useRef } from "react";
import { useBook } from "../../lib/book";
import { t } from "../../lib/i18n";
import { load_bars } from "./api";
import styles from "./chart.module.css";
import { axis_time, countdown, with_trade, type Bar, type Frame } from "./frames";
import { average_lines, chart_styles, volume_colours } from "./look";

const bars_at_once = 500;
const look_again_ms = 10_000;
const volume_pane = "volume";
const main_pane = "candle_pane";

const periods: Record<Frame, Period> = {
  "1min": { type: "minute", span: 1 },
  "5min": { type: "minute", span: 5 },
  "1hr": { type: "hour", span: 1 },
  "4hr": { type: "hour", span: 4 },
  "1D": { type: "day", span: 1 },
};

export interface CandlesProps {
  /** "BTCUSDT" */
  pair: string;
  frame: Frame;
  price_places: number;
  quantity_places: number;
  /** The newest bars, for the table; null: they could not be loaded. */
  on_bars: (bars: readonly Bar[] | null) => void;
}

function draw_indicators(chart: Chart) {
  chart.createIndicator(
    {
      name: "MA",
      paneId: main_pane,
      calcParams: [7, 25],
      styles: { lines: average_lines() },
    },
    true,
  );
  chart.createIndicator({
    name: "VOL",
    paneId: volume_pane,
    calcParams: [],
    styles: { bars: [volume_colours()] },
    createTooltipDataSource: () => ({ name: "", calcParamsText: "", features: [], legends: [] }),
  });
  chart.setPaneOptions({ id: volume_pane, height: 72, minHeight: 48, dragEnabled: false });
  chart.overrideYAxis({ paneId: volume_pane, createTicks: () => [], gap: { top: 0.1 } });
  chart.overrideYAxis({ paneId: main_pane, gap: { top: 0.2, bottom: 0.06 } });
}

/** Colours follow the choice for up and down. */
function follow_colours(chart: Chart): () => void {
  const observer = new MutationObserver(() => {
    chart.setStyles(chart_styles());
    chart.overrideIndicator({ name: "VOL", styles: { bars: [volume_colours()] } });
  });
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

export default function Candles(props: CandlesProps) {
  const { pair, frame, price_places, quantity_places } = props;
  const box = useRef<HTMLDivElement>(null);
  const deliver = useRef<((bar: Bar) => void) | null>(null);
  const newest = useRef<Bar | null>(null);
  const on_bars = useRef(props.on_bars);
  useEffect(() => {
    on_bars.current = props.on_bars;
  });

  useEffect(() => {
    const element = box.current;
    const chart = element && init(element, { styles: chart_styles(), timezone: "UTC" });
    if (!chart) return undefined;
    // klinecharts takes the focus before the rest of the page; it shall have its place in it.
    element.querySelectorAll("[tabindex]").forEach((part) => part.setAttribute("tabindex", "0"));
    let over = false;
    chart.setFormatter({
      formatDate: ({ timestamp, type }) => axis_time(timestamp, type === "xAxis"),
      formatExtendText: ({ data }) => countdown(data.timestamp, Date.now(), frame),
    });
    chart.setSymbol({
      ticker: pair,
      pricePrecision: price_places,
      volumePrecision: quantity_places,
    });
    chart.setPeriod(periods[frame]);
    draw_indicators(chart);
    chart.setOffsetRightDistance(40);
    chart.setDataLoader({
      getBars: ({ type, timestamp, callback }) => {
        if (type === "backward") return callback([], { forward: true, backward: false });
        const before = type === "forward" && timestamp !== null ? timestamp : undefined;
        return load_bars(pair, frame, bars_at_once, before).then(
          (bars) => {
            if (over) return;
            if (type === "init") {
              newest.current = bars.at(-1) ?? null;
              on_bars.current(bars);
            }
            callback(bars, { forward: bars.length === bars_at_once, backward: false });
          },
          () => {
            if (over) return;
            if (type === "init") on_bars.current(null);
            callback([], { forward: type === "forward", backward: false });
          },
        );
      },
      subscribeBar: ({ callback }) => {
        deliver.current = callback;
      },
      unsubscribeBar: () => {
        deliver.current = null;
      },
    });
    const colours = follow_colours(chart);
    const size = new ResizeObserver(() => chart.resize());
    size.observe(element);
    // The last bars are the server's; trades only fill the time in between.
    const timer = setInterval(() => {
      void load_bars(pair, frame, 2).then(
        (bars) => {
          if (over) return;
          // A market whose history was still being fetched when the chart opened.
          if (!newest.current && bars.length > 0) return chart.resetData();
          bars.forEach((bar) => deliver.current?.(bar));
          newest.current = bars.at(-1) ?? newest.current;
        },
        () => undefined,
      );
    }, look_again_ms);
    return () => {
      over = true;
      clearInterval(timer);
      size.disconnect();
      colours();
      deliver.current = null;
      newest.current = null;
      dispose(element);
    };
  }, [pair, frame, price_places, quantity_places]);

  const last = useBook(pair).data?.trades[0];
  useEffect(() => {
    const next = newest.current && last && with_trade(newest.current, last, frame);
    if (!next) return;
    newest.current = next;
    deliver.current?.(next);
  }, [last, frame]);

  return (
    <div ref={box} className={styles.canvas} role="group" aria-label={t("chart.drawn", { pair })} />
  );
}
