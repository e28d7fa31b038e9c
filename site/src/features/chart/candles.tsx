// The drawn chart. This file brings klinecharts with it, so it is loaded after the page.
import { dispose, init, type Chart, type DataLoader, type Period } from "klinecharts";
import { useEffect, useRef, type RefObject } from "react";
import { useBook, type Trade } from "../../lib/book";
import { format_number } from "../../lib/format";
import { t } from "../../lib/i18n";
import { log_failure } from "../../lib/log";
import { load_bars } from "./api";
import styles from "./chart.module.css";
import { subscribe } from "./datafeed";
import { axis_time, countdown, with_trades, type Bar, type Frame } from "./frames";
import { main_pane, recolour_indicators, show_indicators } from "./indicators";
import type { Indicator, Tool } from "./kept";
import { gaps, legend_lines } from "./legend";
import { chart_styles } from "./look";
import { LiveBars } from "./live_bars";
import { Drawings, show_marks, show_own, type Own } from "./overlays";
import { show_positions, type OwnPosition } from "./position_lines";
import { marks, type Config } from "./symbols";

const bars_at_once = 500;
const right_gap = 40;
/** A chart of days begins with these. */
const days_shown = 20;
const widest_bar = 160;

const periods: Record<Frame, Period> = {
  "1min": { type: "minute", span: 1 },
  "5min": { type: "minute", span: 5 },
  "15min": { type: "minute", span: 15 },
  "30min": { type: "minute", span: 30 },
  "1hr": { type: "hour", span: 1 },
  "4hr": { type: "hour", span: 4 },
  "1D": { type: "day", span: 1 },
  "1W": { type: "week", span: 1 },
  "1M": { type: "month", span: 1 },
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
  positions: readonly OwnPosition[];
  control: RefObject<ChartControl | null>;
  /** What the datafeed offers; null: not known yet. */
  config: Config | null;
  /** By how many milliseconds the datafeed's clock is ahead of the browser's. */
  clock_ahead: number;
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
  on_older: () => void;
  on_subscribe: (deliver: ((bar: Bar) => void) | null) => void;
}

/** The newest bars at once, older ones as the chart is moved. */
const loader = (loading: Loading): DataLoader => ({
  getBars: ({ type, timestamp, callback }) => {
    if (type === "backward") return callback([], { forward: true, backward: false });
    const { pair, frame, is_over, on_first, on_older } = loading;
    const before = type === "forward" && timestamp !== null ? timestamp : undefined;
    return load_bars(pair, frame, bars_at_once, before).then(
      (bars) => {
        if (is_over()) return;
        callback(bars, { forward: bars.length === bars_at_once, backward: false });
        if (type === "init") on_first(bars);
        else on_older();
      },
      (error) => {
        log_failure("Candles", error);
        if (is_over()) return;
        callback([], { forward: type === "forward", backward: false });
        if (type === "init") on_first(null);
      },
    );
  },
  subscribeBar: ({ callback }) => loading.on_subscribe(callback),
  unsubscribeBar: () => loading.on_subscribe(null),
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
  // "0.0{5}4998" beside "0.000004998" elsewhere on the page would be two ways to write one price.
  chart.setDecimalFold({ threshold: 40 });
  chart.setFormatter({
    formatDate: ({ timestamp, type }) => axis_time(timestamp, type === "xAxis", frame),
    formatExtendText: ({ data }) => countdown(data.timestamp, Date.now(), frame),
  });
  chart.setSymbol({ ticker: pair, pricePrecision: price_places, volumePrecision: quantity_places });
  chart.setPeriod(periods[frame]);
  show_indicators(chart, props.indicators);
  chart.setOffsetRightDistance(right_gap);
  if (frame === "1D") zoom_to_days(chart);
  return chart;
}

/** What the datafeed and the client have to say of the candles that are loaded. */
function make_marks(chart: Chart, latest: RefObject<CandlesProps>) {
  let asked = 0;
  return {
    own: () => {
      const { frame, orders, fills } = latest.current;
      show_own(chart, frame, orders, fills);
    },
    positions: () => {
      const { positions, price_places, quantity_places } = latest.current;
      show_positions(chart, positions, price_places, quantity_places);
    },
    /** Only the answer to the newest question counts: older ones are of fewer candles. */
    feed: () => {
      const { config, pair, frame } = latest.current;
      const bars = chart.getDataList();
      const [first, last] = [bars[0], bars.at(-1)];
      if (!first || !last || !config) return;
      asked += 1;
      const question = asked;
      const range = { symbol: pair, frame, from: first.timestamp, to: last.timestamp };
      void marks(config, range).then((found) => {
        if (question === asked) show_marks(chart, frame, found);
      });
    },
    end: () => {
      asked += 1;
    },
  };
}

interface Made {
  chart: Chart;
  live: LiveBars;
  marks: ReturnType<typeof make_marks>;
}

/** Everything of the chart's that changes with the element's size or the page's colours. */
function follow_page(element: HTMLElement, chart: Chart, fit: () => void, recolour: () => void) {
  const end_colours = follow_colours(chart, recolour);
  const size = new ResizeObserver(() => {
    chart.resize();
    fit();
  });
  size.observe(element);
  return () => {
    size.disconnect();
    end_colours();
  };
}

/** Makes the chart and everything that lives as long as it does. */
function useChart(props: CandlesProps) {
  const { pair, frame, price_places, quantity_places, control } = props;
  const box = useRef<HTMLDivElement>(null);
  const made = useRef<Made | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = box.current;
    const chart = element && make_chart(element, latest.current);
    if (!chart) return undefined;
    // Until the bars are here the chart's axis would have numbers of its own invention.
    element.dataset["state"] = "coming";
    let over = false;
    let end_pulses = () => undefined as void;
    const now = () => Date.now() + latest.current.clock_ahead;
    const live = new LiveBars(chart, frame, now, () => latest.current.on_bars([...live.all()]));
    const marks = make_marks(chart, latest);
    made.current = { chart, live, marks };
    const drawings = new Drawings(chart, pair, () => latest.current.on_drawn());
    control.current = {
      draw: (tool, text) => drawings.begin(tool, text),
      cancel: () => drawings.cancel(),
      remove_drawings: () => drawings.remove_all(),
    };
    const mark_own = () => {
      marks.own();
      marks.positions();
    };
    // The last bars are the server's; trades only fill the time in between.
    const begin_pulses = () => {
      end_pulses();
      end_pulses = subscribe(pair, frame, {
        last_seen: live.newest()?.timestamp ?? null,
        now,
        // Without bars, the market's history was still being fetched when the chart opened.
        on_bar: (bar) => (live.newest() ? live.take(bar) : chart.resetData()),
        on_error: (error) => log_failure("Datafeed", error),
      });
    };
    chart.setDataLoader(
      loader({
        pair,
        frame,
        is_over: () => over,
        on_first: (bars) => {
          if (live.newest()) element.dataset["state"] = "drawn";
          latest.current.on_bars(bars);
          drawings.load();
          mark_own();
          marks.feed();
          fit_legend(chart, latest.current);
          begin_pulses();
        },
        on_older: () => {
          marks.own();
          marks.feed();
        },
        on_subscribe: (callback) => {
          live.deliver = callback;
        },
      }),
    );
    const fit = () => fit_legend(chart, latest.current);
    const end_following = follow_page(element, chart, fit, () => {
      drawings.load();
      mark_own();
    });
    return () => {
      over = true;
      end_pulses();
      end_following();
      live.end();
      marks.end();
      made.current = null;
      control.current = null;
      dispose(element);
    };
  }, [pair, frame, price_places, quantity_places, control]);
  return { box, made };
}

/** The trades between two pulses, and the last price, which is the book's. */
function useTrades({ pair, frame }: CandlesProps, made: RefObject<Made | null>) {
  const { trades, price } = useBook(pair).data ?? {};
  const seen = useRef<Trade | undefined>(undefined);
  useEffect(() => {
    const known = trades?.findIndex((trade) => trade === seen.current) ?? -1;
    // After a new snapshot it is not known which of its trades are news: only the newest counts.
    const fresh = trades?.slice(0, known < 0 ? 1 : known);
    seen.current = trades?.[0];
    const live = made.current?.live;
    const newest = live?.newest();
    if (!newest || !fresh) return;
    with_trades(newest, fresh, frame).forEach((bar) => live?.take(bar));
  }, [trades, frame, made]);
  useEffect(() => {
    if (price !== undefined) made.current?.live.hold(price);
  }, [price, frame, made]);
}

export default function Candles(props: CandlesProps) {
  const { pair, orders, fills, positions, config, indicators, price_places } = props;
  const { box, made } = useChart(props);
  useTrades(props, made);

  useEffect(() => {
    if (!made.current) return;
    show_indicators(made.current.chart, indicators);
    fit_legend(made.current.chart, { indicators, price_places });
  }, [made, indicators, price_places]);

  useEffect(() => made.current?.marks.own(), [made, orders, fills]);
  useEffect(() => made.current?.marks.positions(), [made, positions]);
  useEffect(() => made.current?.marks.feed(), [made, config]);

  return (
    <div ref={box} className={styles.canvas} role="group" aria-label={t("chart.drawn", { pair })} />
  );
}
