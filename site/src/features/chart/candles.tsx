// The drawn chart. This file brings klinecharts with it, so it is loaded after the page.
import { dispose, init, type Chart, type DataLoader, type Period } from "klinecharts";
import { useEffect, useRef, useState, type RefObject } from "react";
import { useBook, type Trade } from "../../lib/book";
import { fromDrawing, larger, toStep, type Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { logFailure } from "../../lib/log";
import { loadBars } from "./api";
import styles from "./chart.module.css";
import { Comparison, recolourComparison } from "./compare";
import { subscribe } from "./datafeed";
import { Drawings } from "./drawings";
import { axisTime, countdown, withTrades, type Bar, type Frame } from "./frames";
import { fitPanes, mainPane, recolourIndicators, showIndicators } from "./indicators";
import type { Chosen, Drawing, Indicator, Look, Scale, Tool } from "./kept";
import { gaps, legendHeight, legendLines } from "./legend";
import { chartStyles } from "./look";
import { LiveBars } from "./live_bars";
import { LinePlaces } from "./line_places";
import { OrderTags, type ChartOrder, type OrderActs } from "./order_tags";
import { showMarks, showOwn, type OwnFill } from "./overlays";
import { showPositions, type OwnPosition } from "./position_lines";
import { marks, type Config } from "./symbols";
import { timeTicks } from "./time_axis";
import { letPageScroll } from "./touch";

const barsAtOnce = 500;
const rightGap = 40;
/** A chart of days begins with these. */
const daysShown = 20;
const widestBar = 160;

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

const axes: Record<Scale, string> = {
  linear: "normal",
  logarithmic: "logarithm",
  percent: "percentage",
};

const axisOf = ({ scale, compared }: Pick<CandlesProps, "scale" | "compared">): string =>
  axes[compared === null ? scale : "percent"];

/** What the tools beside the chart do with it. */
export interface ChartControl {
  /** The next presses on the chart draw this. */
  draw: (tool: Tool, text?: string) => void;
  cancel: () => void;
  removeDrawings: () => void;
  undo: () => void;
  /** Of the drawing that is chosen. */
  restyle: (change: Partial<Look>) => void;
  copy: () => void;
  remove: () => void;
  /** What is kept has changed; a drawing that was begun goes. */
  reload: () => void;
}

export interface CandlesProps {
  /** "BTCUSDT" */
  pair: string;
  frame: Frame;
  pricePlaces: number;
  quantityPlaces: number;
  indicators: readonly Indicator[];
  numbers: Chosen;
  scale: Scale;
  /** The second market beside the candles, whose scale is in percent then; null: none. */
  compared: string | null;
  /** The step of prices, for what is dragged to one. */
  tick: Decimal | undefined;
  orders: readonly ChartOrder[];
  /** Without them, orders only stand there. */
  orderActs: OrderActs | undefined;
  /** Whether something else has the presses on the chart: a drawing that was begun. */
  drawing: boolean;
  /** Whether the chart is hidden beneath something. */
  covered: boolean;
  fills: readonly OwnFill[];
  positions: readonly OwnPosition[];
  control: RefObject<ChartControl | null>;
  /** What the datafeed offers; null: not known yet. */
  config: Config | null;
  /** By how many milliseconds the datafeed's clock is ahead of the browser's. */
  clockAhead: number;
  onDrawn: () => void;
  /** Of the drawing that was pressed; null: none is chosen any more. */
  onChosen: (drawing: Drawing | null) => void;
  /** Whether what is drawn goes to the prices of candles. */
  magnet: boolean;
  /** The newest bars, for the table; null: they could not be loaded. */
  onBars: (bars: readonly Bar[] | null) => void;
}

/** Colours follow the choice for up and down. */
function followColours(chart: Chart, recolour: () => void): () => void {
  const observer = new MutationObserver(() => {
    chart.setStyles(chartStyles());
    recolourIndicators(chart);
    recolourComparison(chart);
    recolour();
  });
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

function zoomToDays(chart: Chart): void {
  const width = chart.getSize(mainPane, "main")?.width ?? 0;
  if (width > rightGap) chart.setBarSpace((width - rightGap) / daysShown);
}

interface Loading {
  pair: string;
  frame: Frame;
  isOver: () => boolean;
  onFirst: (bars: readonly Bar[] | null) => void;
  onOlder: () => void;
  onSubscribe: (deliver: ((bar: Bar) => void) | null) => void;
}

/** The newest bars at once, older ones as the chart is moved. */
const loader = (loading: Loading): DataLoader => ({
  getBars: ({ type, timestamp, callback }) => {
    if (type === "backward") return callback([], { forward: true, backward: false });
    const { pair, frame, isOver, onFirst, onOlder } = loading;
    const before = type === "forward" && timestamp !== null ? timestamp : undefined;
    return loadBars(pair, frame, barsAtOnce, before).then(
      (bars) => {
        if (isOver()) return;
        callback(bars, { forward: bars.length === barsAtOnce, backward: false });
        if (type === "init") onFirst(bars);
        else onOlder();
      },
      (error) => {
        logFailure("Candles", error);
        if (isOver()) return;
        callback([], { forward: type === "forward", backward: false });
        if (type === "init") onFirst(null);
      },
    );
  },
  subscribeBar: ({ callback }) => loading.onSubscribe(callback),
  unsubscribeBar: () => loading.onSubscribe(null),
});

/**
 * The legend stands above the highest candle, its mark and the tags of orders, the countdown below
 * the lowest.
 */
function fitLegend(
  chart: Chart,
  places: LinePlaces,
  {
    indicators,
    pricePlaces,
    compared,
  }: Pick<CandlesProps, "indicators" | "pricePlaces" | "compared">,
): void {
  const size = chart.getSize(mainPane, "main");
  if (!size) return;
  const price = chart.getDataList().at(-1)?.close ?? 0;
  const digits = formatNumber(String(price), { places: pricePlaces }).length;
  const lines = legendLines(indicators, digits, size.width, compared !== null);
  const gap = gaps(lines, size.height);
  places.keepFree(legendHeight(lines));
  chart.overrideYAxis({ paneId: mainPane, gap });
}

function makeChart(element: HTMLElement, props: CandlesProps): Chart | null {
  const { pair, frame, pricePlaces, quantityPlaces } = props;
  const chart = init(element, {
    styles: chartStyles(),
    timezone: "UTC",
    layout: { barSpaceLimit: { max: widestBar } },
  });
  if (!chart) return null;
  // klinecharts takes the focus before the rest of the page; it shall have its place in it.
  element.querySelectorAll("[tabindex]").forEach((part) => part.setAttribute("tabindex", "0"));
  // "0.0{5}4998" beside "0.000004998" elsewhere on the page would be two ways to write one price.
  chart.setDecimalFold({ threshold: 40 });
  chart.setFormatter({
    formatDate: ({ timestamp, type }) => axisTime(timestamp, type === "xAxis", frame),
    formatExtendText: ({ data }) => countdown(data.timestamp, Date.now(), frame),
  });
  chart.setSymbol({ ticker: pair, pricePrecision: pricePlaces, volumePrecision: quantityPlaces });
  chart.setPeriod(periods[frame]);
  chart.overrideXAxis({ createTicks: timeTicks(chart, frame) });
  showIndicators(chart, props.indicators, props.numbers);
  chart.overrideYAxis({ paneId: mainPane, name: axisOf(props) });
  chart.setOffsetRightDistance(rightGap);
  if (frame === "1D") zoomToDays(chart);
  return chart;
}

/** What the datafeed and the client have to say of the candles that are loaded. */
function makeMarks(chart: Chart, places: LinePlaces, latest: RefObject<CandlesProps>) {
  let asked = 0;
  return {
    own: () => {
      const { frame, pricePlaces, orders, fills } = latest.current;
      showOwn(chart, { frame, pricePlaces, orders, fills, places });
    },
    positions: () => {
      const { positions, pricePlaces, quantityPlaces } = latest.current;
      showPositions(chart, { positions, pricePlaces, quantityPlaces, places });
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
        if (question === asked) showMarks(chart, frame, found);
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
  marks: ReturnType<typeof makeMarks>;
}

/** Everything of the chart's that changes with the element's size or the page's colours. */
function followPage(element: HTMLElement, chart: Chart, fit: () => void, recolour: () => void) {
  const endColours = followColours(chart, recolour);
  const size = new ResizeObserver(() => {
    chart.resize();
    fit();
  });
  size.observe(element);
  return () => {
    size.disconnect();
    endColours();
  };
}

/** Makes the chart and everything that lives as long as it does. */
function useChart(props: CandlesProps, places: LinePlaces) {
  const { pair, frame, pricePlaces, quantityPlaces, control } = props;
  const box = useRef<HTMLDivElement>(null);
  const made = useRef<Made | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = box.current;
    const chart = element && makeChart(element, latest.current);
    if (!chart) return undefined;
    // Until the bars are here the chart's axis would have numbers of its own invention.
    element.dataset["state"] = "coming";
    let over = false;
    let endPulses = () => undefined as void;
    const now = () => Date.now() + latest.current.clockAhead;
    const live = new LiveBars(chart, frame, now, () => latest.current.onBars([...live.all()]));
    const marks = makeMarks(chart, places, latest);
    made.current = { chart, live, marks };
    const drawings = new Drawings(chart, pair, {
      onDrawn: () => latest.current.onDrawn(),
      onChosen: (drawing) => latest.current.onChosen(drawing),
      magnet: () => latest.current.magnet,
    });
    control.current = {
      draw: (tool, text) => drawings.begin(tool, text),
      cancel: () => drawings.cancel(),
      removeDrawings: () => drawings.removeAll(),
      undo: () => drawings.undo(),
      restyle: (change) => drawings.restyle(change),
      copy: () => drawings.copy(),
      remove: () => drawings.removeChosen(),
      reload: () => drawings.reload(),
    };
    const markOwn = () => {
      marks.own();
      marks.positions();
    };
    // The last bars are the server's; trades only fill the time in between.
    const beginPulses = () => {
      endPulses();
      endPulses = subscribe(pair, frame, {
        lastSeen: live.newest()?.timestamp ?? null,
        now,
        // Without bars, the market's history was still being fetched when the chart opened.
        onBar: (bar) => (live.newest() ? live.take(bar) : chart.resetData()),
        onError: (error) => logFailure("Datafeed", error),
      });
    };
    chart.setDataLoader(
      loader({
        pair,
        frame,
        isOver: () => over,
        onFirst: (bars) => {
          if (live.newest()) element.dataset["state"] = "drawn";
          latest.current.onBars(bars);
          drawings.load();
          markOwn();
          marks.feed();
          fitLegend(chart, places, latest.current);
          beginPulses();
        },
        onOlder: () => {
          marks.own();
          marks.feed();
        },
        onSubscribe: (callback) => {
          live.deliver = callback;
        },
      }),
    );
    const fit = () => {
      fitPanes(chart);
      fitLegend(chart, places, latest.current);
    };
    const endFollowing = followPage(element, chart, fit, () => {
      drawings.load();
      markOwn();
    });
    // Beyond the candles are the prices, which a finger stretches.
    const isBeyond = (x: number) => x > (chart.getSize(mainPane, "main")?.width ?? 0);
    const endTouch = letPageScroll(
      element,
      ({ x }) => latest.current.drawing || drawings.held || isBeyond(x),
    );
    return () => {
      over = true;
      latest.current.onChosen(null);
      endPulses();
      endFollowing();
      endTouch();
      live.end();
      marks.end();
      made.current = null;
      control.current = null;
      dispose(element);
    };
  }, [pair, frame, pricePlaces, quantityPlaces, control, places]);
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
    withTrades(newest, fresh, frame).forEach((bar) => live?.take(bar));
  }, [trades, frame, made]);
  useEffect(() => {
    if (price !== undefined) made.current?.live.hold(price);
  }, [price, frame, made]);
}

/** As an order may have it: a step of the market's, and never less than one. */
function priceAt(chart: Chart | undefined, y: number, tick: Decimal): Decimal | null {
  const at = chart?.convertFromPixel([{ y }], { paneId: mainPane });
  const value = Array.isArray(at) ? at[0]?.value : undefined;
  if (value === undefined) return null;
  return larger(toStep(fromDrawing(value), tick, "half_even"), tick);
}

export default function Candles(props: CandlesProps) {
  const { pair, tick, orders, orderActs, fills, positions, config } = props;
  const { frame, indicators, numbers, scale, compared, pricePlaces, quantityPlaces } = props;
  const [places] = useState(() => new LinePlaces());
  const { box, made } = useChart(props, places);
  useTrades(props, made);

  useEffect(() => {
    const chart = made.current?.chart;
    if (!chart) return;
    showIndicators(chart, indicators, numbers);
    // Another scale is another axis, without the room above the candles.
    chart.overrideYAxis({ paneId: mainPane, name: axisOf({ scale, compared }) });
    fitLegend(chart, places, { indicators, pricePlaces, compared });
  }, [made, places, indicators, numbers, scale, compared, pricePlaces]);

  useEffect(() => {
    const chart = made.current?.chart;
    if (!chart || compared === null) return undefined;
    const comparison = new Comparison(chart, compared, frame);
    const isGone = () => made.current?.chart !== chart;
    return () => comparison.end(isGone());
    // With each of these useChart() makes another chart.
  }, [made, compared, pair, frame, pricePlaces, quantityPlaces]);

  useEffect(() => made.current?.marks.own(), [made, orders, fills]);
  useEffect(() => made.current?.marks.positions(), [made, positions]);
  useEffect(() => made.current?.marks.feed(), [made, config]);

  return (
    <>
      <div
        ref={box}
        className={styles.canvas}
        role="group"
        aria-label={t("chart.drawn", { pair })}
      />
      {orderActs && tick && (
        <OrderTags
          orders={orders}
          places={places}
          pricePlaces={pricePlaces}
          priceAt={(y) => priceAt(made.current?.chart, y, tick)}
          acts={orderActs}
          passive={props.drawing}
          covered={props.covered}
        />
      )}
    </>
  );
}
