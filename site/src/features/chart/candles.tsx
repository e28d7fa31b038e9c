// The drawn chart. This file brings klinecharts with it, so it is loaded after the page.
import { dispose, init, type Chart, type DataLoader, type Period } from "klinecharts";
import { useEffect, useRef, type RefObject } from "react";
import { useBook, type Trade } from "../../lib/book";
import { format_number } from "../../lib/format";
import { t } from "../../lib/i18n";
import { load_bars } from "./api";
import styles from "./chart.module.css";
import { subscribe } from "./datafeed";
import { axis_time, countdown, with_trades, type Bar, type Frame } from "./frames";
import { main_pane, recolour_indicators, show_indicators } from "./indicators";
import type { Indicator, Tool } from "./kept";
import { gaps, legend_lines } from "./legend";
import { chart_styles } from "./look";
import { Drawings, show_marks, show_own, type Own } from "./overlays";
import { marks, type Config } from "./symbols";

const bars_at_once = 500;
const right_gap = 40;
/** A chart of days begins with these. */
const days_shown = 20;
const widest_bar = 160;

const periods: Record<Frame, Period> = {
  "1min": { type: "minute", span: 1 },
  "5min": { type: "minute", span: 5 },
  "1hr": { type: "hour", span: 1 },
  "4hr": { type: "hour", span: 4 },
  "1D": { type: "day", span: 1 },
};

/** What the tools beside the chart do with it. */
export interface ChartControl {
  /** The next presses on the chart draw this. */
  draw: (tool: Tool, text?: string) => void;
  cancel: () => void;
  remove_drawings: () => void;
}

export interface CandlesProps {
  /** "BTCUSDT" */
  pair: string;
  frame: Frame;
  price_places: number;
  quantity_places: number;
  indicators: readonly Indicator[];
  orders: readonly Own[];
  fills: readonly Own[];
  control: RefObject<ChartControl | null>;
  /** What the datafeed offers; null: not known yet. */
  config: Config | null;
  on_drawn: () => void;
  /** The newest bars, for the table; null: they could not be loaded. */
  on_bars: (bars: readonly Bar[] | null) => void;
}

/** Colours follow the choice for up and down. */
function follow_colours(chart: Chart, recolour: () => void): () => void {
  const observer = new MutationObserver(() => {
    chart.setStyles(chart_styles());
    recolour_indicators(chart);
    recolour();
  });
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

function zoom_to_days(chart: Chart): void {
  const width = chart.getSize(main_pane, "main")?.width ?? 0;
  if (width > right_gap) chart.setBarSpace((width - right_gap) / days_shown);
}

interface Loading {
  pair: string;
  frame: Frame;
  is_over: () => boolean;
  on_first: (bars: readonly Bar[] | null) => void;
  on_subscribe: (deliver: ((bar: Bar) => void) | null) => void;
}

/** The newest bars at once, older ones as the chart is moved. */
const loader = ({ pair, frame, is_over, on_first, on_subscribe }: Loading): DataLoader => ({
  getBars: ({ type, timestamp, callback }) => {
    if (type === "backward") return callback([], { forward: true, backward: false });
    const before = type === "forward" && timestamp !== null ? timestamp : undefined;
    return load_bars(pair, frame, bars_at_once, before).then(
      (bars) => {
        if (is_over()) return;
        callback(bars, { forward: bars.length === bars_at_once, backward: false });
        if (type === "init") on_first(bars);
      },
      () => {
        if (is_over()) return;
        callback([], { forward: type === "forward", backward: false });
        if (type === "init") on_first(null);
      },
    );
  },
  subscribeBar: ({ callback }) => on_subscribe(callback),
  unsubscribeBar: () => on_subscribe(null),
});

/** The legend stands above the highest candle and its mark, the countdown below the lowest. */
function fit_legend(
  chart: Chart,
  { indicators, price_places }: Pick<CandlesProps, "indicators" | "price_places">,
): void {
  const size = chart.getSize(main_pane, "main");
  if (!size) return;
  const price = chart.getDataList().at(-1)?.close ?? 0;
  const digits = format_number(String(price), { places: price_places }).length;
  const gap = gaps(legend_lines(indicators, digits, size.width), size.height);
  chart.overrideYAxis({ paneId: main_pane, gap });
}

function make_chart(element: HTMLElement, props: CandlesProps): Chart | null {
  const { pair, frame, price_places, quantity_places } = props;
  const chart = init(element, {
    styles: chart_styles(),
    timezone: "UTC",
    layout: { barSpaceLimit: { max: widest_bar } },
  });
  if (!chart) return null;
  // klinecharts takes the focus before the rest of the page; it shall have its place in it.
  element.querySelectorAll("[tabindex]").forEach((part) => part.setAttribute("tabindex", "0"));
  chart.setFormatter({
    formatDate: ({ timestamp, type }) => axis_time(timestamp, type === "xAxis"),
    formatExtendText: ({ data }) => countdown(data.timestamp, Date.now(), frame),
  });
  chart.setSymbol({ ticker: pair, pricePrecision: price_places, volumePrecision: quantity_places });
  chart.setPeriod(periods[frame]);
  show_indicators(chart, props.indicators);
  chart.setOffsetRightDistance(right_gap);
  if (frame === "1D") zoom_to_days(chart);
  return chart;
}

/** Makes the chart and everything that lives as long as it does. */
function useChart(props: CandlesProps) {
  const { pair, frame, price_places, quantity_places, control } = props;
  const box = useRef<HTMLDivElement>(null);
  const made = useRef<Chart | null>(null);
  const deliver = useRef<((bar: Bar) => void) | null>(null);
  const newest = useRef<Bar | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = box.current;
    const chart = element && make_chart(element, latest.current);
    if (!chart) return undefined;
    made.current = chart;
    // Until the bars are here the chart's axis would have numbers of its own invention.
    element.dataset["state"] = "coming";
    let over = false;
    const drawings = new Drawings(chart, pair, () => latest.current.on_drawn());
    control.current = {
      draw: (tool, text) => drawings.begin(tool, text),
      cancel: () => drawings.cancel(),
      remove_drawings: () => drawings.remove_all(),
    };
    const own = () => show_own(chart, frame, latest.current.orders, latest.current.fills);
    const mark = (bars: readonly Bar[] | null) => {
      const [first, last] = [bars?.[0], bars?.at(-1)];
      const { config } = latest.current;
      if (!first || !last || !config) return;
      const range = { symbol: pair, frame, from: first.timestamp, to: last.timestamp };
      void marks(config, range).then((found) => {
        if (!over) show_marks(chart, frame, found);
      });
    };
    chart.setDataLoader(
      loader({
        pair,
        frame,
        is_over: () => over,
        on_first: (bars) => {
          newest.current = bars?.at(-1) ?? null;
          if (newest.current) element.dataset["state"] = "drawn";
          latest.current.on_bars(bars);
          drawings.load();
          own();
          mark(bars);
          fit_legend(chart, latest.current);
        },
        on_subscribe: (callback) => {
          deliver.current = callback;
        },
      }),
    );
    const colours = follow_colours(chart, () => {
      drawings.load();
      own();
    });
    const size = new ResizeObserver(() => {
      chart.resize();
      fit_legend(chart, latest.current);
    });
    size.observe(element);
    // The last bars are the server's; trades only fill the time in between.
    const end = subscribe(pair, frame, {
      on_bar: (bar) => {
        // A market whose history was still being fetched when the chart opened.
        if (!newest.current) return chart.resetData();
        deliver.current?.(bar);
        newest.current = bar;
      },
      on_error: () => undefined,
    });
    return () => {
      over = true;
      end();
      size.disconnect();
      colours();
      deliver.current = null;
      newest.current = null;
      made.current = null;
      control.current = null;
      dispose(element);
    };
  }, [pair, frame, price_places, quantity_places, control]);
  return { box, made, deliver, newest };
}

export default function Candles(props: CandlesProps) {
  const { pair, frame, orders, fills, indicators, price_places } = props;
  const { box, made, deliver, newest } = useChart(props);

  useEffect(() => {
    if (!made.current) return;
    show_indicators(made.current, indicators);
    fit_legend(made.current, { indicators, price_places });
  }, [made, indicators, price_places]);

  useEffect(() => {
    if (made.current) show_own(made.current, frame, orders, fills);
  }, [made, frame, orders, fills]);

  const trades = useBook(pair).data?.trades;
  const seen = useRef<Trade | undefined>(undefined);
  useEffect(() => {
    const known = trades?.findIndex((trade) => trade === seen.current) ?? -1;
    // After a new snapshot it is not known which of its trades are news: only the newest counts.
    const fresh = trades?.slice(0, known < 0 ? 1 : known);
    seen.current = trades?.[0];
    const next = newest.current && fresh && with_trades(newest.current, fresh, frame);
    next?.forEach((bar) => deliver.current?.(bar));
    newest.current = next?.at(-1) ?? newest.current;
  }, [trades, frame, newest, deliver]);

  return (
    <div ref={box} className={styles.canvas} role="group" aria-label={t("chart.drawn", { pair })} />
  );
}
