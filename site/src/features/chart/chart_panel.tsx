// The chart of a pair: time frames, candles, and the same figures as a table.
import { useQuery } from "@tanstack/react-query";
import { ChartCandlestick, Maximize, Minimize, Table2 } from "lucide-react";
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import type { Decimal } from "../../lib/decimal";
import { formatNumber, formatTime } from "../../lib/format";
import { t } from "../../lib/i18n";
import { lazyCode } from "../../lib/lazy_part";
import { IconButton } from "../../ui/button";
import { LazyBoundary } from "../../ui/lazy_boundary";
import { ErrorState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import type { CandlesProps, ChartControl } from "./candles";
import styles from "./chart.module.css";
import { DrawingMenu, ScaleMenu } from "./chart_tools";
import { DrawingBar } from "./drawing_bar";
import { Frames } from "./frame_choice";
import { IndicatorMenu } from "./indicator_menu";
import { frames, keepFrame, keptFrame, type Bar } from "./frames";
import {
  keepCompared,
  keepIndicators,
  keepMagnet,
  keepParameters,
  keepScale,
  keptCompared,
  keptIndicators,
  keptMagnet,
  keptParameters,
  keptScale,
  type Drawing,
  type Look,
  type Tool,
} from "./kept";
import { SymbolSearch } from "./symbol_search";
import { clockAhead, isUnknown, loadConfig, offers, resolve } from "./symbols";
import { useSynced } from "./synced";
import { useEscape } from "./use_escape";
import type { ChartOrder, OrderActs } from "./order_tags";
import type { OwnFill } from "./overlays";
import type { OwnPosition } from "./position_lines";

const Candles = lazyCode(() => import("./candles"));
const rowsShown = 20;
const retryMs = 10_000;

export interface ChartPanelProps {
  /** "BTCUSDT" */
  pair: string;
  pricePlaces: number;
  quantityPlaces: number;
  /** Shows another symbol; without it there is no search. */
  onSymbol?: (symbol: string) => void;
  /** At the end of the row of tools. */
  end?: ReactNode;
  /** The step of prices, for what is dragged to one. */
  tick?: Decimal | undefined;
  /** The client's open orders and fills, drawn on the candles. */
  orders?: readonly ChartOrder[] | undefined;
  orderActs?: OrderActs | undefined;
  fills?: readonly OwnFill[] | undefined;
  positions?: readonly OwnPosition[] | undefined;
}

const figure = (value: number, places: number) =>
  formatNumber(value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 18 }), {
    places,
    rounding: "half_even",
  });

const columns = (props: ChartPanelProps): Column<Bar>[] => [
  {
    id: "time",
    header: t("chart.time"),
    cell: (bar) => formatTime(new Date(bar.timestamp), "table"),
  },
  ...(["open", "high", "low", "close"] as const).map((name): Column<Bar> => ({
    id: name,
    header: t(`chart.${name}`),
    cell: (bar) => figure(bar[name], props.pricePlaces),
    align: "right",
  })),
  {
    id: "volume",
    header: t("chart.volume"),
    cell: (bar) => figure(bar.volume, props.quantityPlaces),
    align: "right",
  },
];

function CandleTable(props: ChartPanelProps & { bars: readonly Bar[] }) {
  const rows = useMemo(() => props.bars.slice(-rowsShown).reverse(), [props.bars]);
  return (
    <Table
      label={t("chart.table_of", { pair: props.pair })}
      columns={columns(props)}
      rows={rows}
      rowKey={(bar) => bar.timestamp.toString()}
      density="orders"
    />
  );
}

const nothing: readonly never[] = [];

/** The element alone on the screen; nothing where the browser cannot do it. */
function useFullscreen(ref: RefObject<HTMLElement | null>) {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const changed = () => setOn(ref.current !== null && document.fullscreenElement === ref.current);
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, [ref]);
  const toggle = () => void (on ? document.exitFullscreen() : ref.current?.requestFullscreen());
  return document.fullscreenEnabled ? { on, toggle } : null;
}

function FullscreenButton({ on, toggle }: { on: boolean; toggle: () => void }) {
  const Icon = on ? Minimize : Maximize;
  return (
    <IconButton
      label={t(on ? "chart.small" : "chart.full")}
      className={styles.act}
      onClick={toggle}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  );
}

/** What a person chose, also for the next visit; it is read again with each `revision`. */
function useKept<Value>(kept: () => Value, keep: (value: Value) => void, revision = 0) {
  const [value, set] = useState(kept);
  const [seen, see] = useState(revision);
  if (seen !== revision) {
    see(revision);
    set(kept());
  }
  const choose = (next: Value) => {
    keep(next);
    set(next);
  };
  return [value, choose] as const;
}

/** What a person chose for all pairs, as it came to this browser. */
function useLayout(pair: string) {
  const revision = useSynced(pair);
  const [shown, show] = useKept(keptIndicators, keepIndicators, revision);
  const [numbers, setNumbers] = useKept(keptParameters, keepParameters, revision);
  const [scale, setScale] = useKept(keptScale, keepScale, revision);
  const [wanted, setCompared] = useKept(keptCompared, keepCompared, revision);
  const [magnet, setMagnet] = useKept(keptMagnet, keepMagnet, revision);
  return {
    revision,
    ...{ shown, show, numbers, setNumbers, scale, setScale, magnet, setMagnet },
    // No market stands beside itself.
    compared: wanted === pair ? null : wanted,
    setCompared,
  };
}

/** What the datafeed offers, its clock, and what it says of this symbol. */
function useFeed(pair: string) {
  const config = useQuery({
    queryKey: ["udf", "config"],
    queryFn: () => loadConfig(),
    staleTime: Infinity,
  }).data;
  const clock = useQuery({
    queryKey: ["udf", "time"],
    queryFn: () => clockAhead(),
    enabled: config?.supports_time === true,
    staleTime: Infinity,
  });
  const symbol = useQuery({
    queryKey: ["udf", "symbol", pair, config],
    queryFn: () => (config ? resolve(pair, config) : null),
    enabled: config !== undefined,
    staleTime: Infinity,
    retry: (count, error) => !isUnknown(error) && count < 2,
    // A datafeed that does not answer may know the symbol: it is asked again.
    refetchInterval: ({ state: { error } }) => (error && !isUnknown(error) ? retryMs : false),
  });
  return {
    config: config ?? null,
    clockAhead: clock.data ?? 0,
    symbol: symbol.data ?? null,
    unknown: isUnknown(symbol.error),
  };
}

function Body(
  props: ChartPanelProps &
    Omit<
      CandlesProps,
      "onBars" | "covered" | "tick" | "orders" | "orderActs" | "fills" | "positions"
    > & {
      table: boolean;
      unknown: boolean;
    },
) {
  const [bars, setBars] = useState<readonly Bar[] | null>([]);
  const [tries, setTries] = useState(0);
  const take = useCallback((loaded: readonly Bar[] | null) => setBars(loaded), []);
  return (
    <div className={styles.body}>
      {props.unknown && (
        <div className={styles.over}>
          <ErrorState
            title={t("chart.unknown", { pair: props.pair })}
            text={t("chart.unknown_text")}
          />
        </div>
      )}
      {bars === null && !props.unknown && (
        <div className={styles.over}>
          <ErrorState
            title={t("chart.failed")}
            text={t("chart.failed_text")}
            onRetry={() => {
              setBars([]);
              setTries(tries + 1);
            }}
          />
        </div>
      )}
      {props.table && bars !== null && (
        <div
          role="group"
          aria-label={t("chart.table_of", { pair: props.pair })}
          className={styles.over}
          tabIndex={0}
        >
          <CandleTable {...props} bars={bars} />
        </div>
      )}
      <LazyBoundary fallback={null}>
        <Candles
          key={tries}
          pair={props.pair}
          frame={props.frame}
          pricePlaces={props.pricePlaces}
          quantityPlaces={props.quantityPlaces}
          indicators={props.indicators}
          numbers={props.numbers}
          scale={props.scale}
          compared={props.compared}
          tick={props.tick}
          orders={props.orders ?? nothing}
          orderActs={props.orderActs}
          fills={props.fills ?? nothing}
          positions={props.positions ?? nothing}
          control={props.control}
          config={props.config}
          clockAhead={props.clockAhead}
          onDrawn={props.onDrawn}
          onChosen={props.onChosen}
          drawing={props.drawing}
          magnet={props.magnet}
          covered={props.table || bars === null || props.unknown}
          onBars={take}
        />
      </LazyBoundary>
    </div>
  );
}

/** What a begun drawing waits for, or what can be done with the one that is chosen. */
function Over(props: {
  tool: Tool | null;
  chosen: Drawing | null;
  control: RefObject<ChartControl | null>;
}) {
  const { tool, chosen, control } = props;
  if (tool) {
    return (
      <p className={styles.hint} role="status">
        {t(`chart.hint_${tool}`)}
      </p>
    );
  }
  if (!chosen) return null;
  const acts = {
    restyle: (change: Partial<Look>) => control.current?.restyle(change),
    copy: () => control.current?.copy(),
    remove: () => control.current?.remove(),
  };
  return <DrawingBar drawing={chosen} acts={acts} />;
}

export function ChartPanel(props: ChartPanelProps) {
  const [frame, choose] = useKept(keptFrame, keepFrame);
  const feed = useFeed(props.pair);
  const { config, symbol } = feed;
  const [table, setTable] = useState(false);
  const { revision, shown, show, numbers, setNumbers, ...layout } = useLayout(props.pair);
  const { scale, setScale, compared, setCompared, magnet, setMagnet } = layout;
  const [tool, setTool] = useState<Tool | null>(null);
  const [chosen, setChosen] = useState<Drawing | null>(null);
  const control = useRef<ChartControl | null>(null);
  const panel = useRef<HTMLElement>(null);
  const full = useFullscreen(panel);
  const draw = (next: Tool, text?: string) => {
    setTable(false);
    setTool(next);
    control.current?.draw(next, text);
  };
  const drawn = useCallback(() => setTool(null), []);
  useEscape(tool !== null, () => {
    control.current?.cancel();
    setTool(null);
  });
  useEffect(() => {
    if (revision > 0) control.current?.reload();
  }, [revision]);
  const Icon = table ? ChartCandlestick : Table2;
  return (
    <section
      ref={panel}
      className={styles.panel}
      aria-label={t("chart.title", { pair: props.pair })}
    >
      <div className={styles.tools}>
        <Frames
          offered={frames.filter((id) => !config || offers(config, id))}
          frame={frame}
          choose={choose}
          leastPx={props.end === undefined ? 632 : 1012}
        />
        <div className={styles.acts}>
          {props.onSymbol && config && (
            <SymbolSearch
              config={config}
              description={symbol?.description ?? props.pair}
              choose={({ ticker }) => props.onSymbol?.(ticker)}
            />
          )}
          <IndicatorMenu chosen={shown} choose={show} numbers={numbers} setNumbers={setNumbers} />
          <ScaleMenu
            scale={scale}
            choose={setScale}
            compared={compared}
            compare={setCompared}
            config={config}
          />
          <DrawingMenu
            tool={tool}
            draw={draw}
            undo={() => control.current?.undo()}
            removeAll={() => control.current?.removeDrawings()}
            magnet={magnet}
            setMagnet={setMagnet}
          />
          <IconButton
            label={t(table ? "chart.show_chart" : "chart.show_table")}
            className={styles.act}
            onClick={() => setTable(!table)}
          >
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
          {full && <FullscreenButton {...full} />}
        </div>
        {props.end}
      </div>
      <Over tool={tool} chosen={table ? null : chosen} control={control} />
      <Body
        // Another frame is another chart with other bars.
        key={frame}
        {...props}
        frame={frame}
        indicators={shown}
        numbers={numbers}
        scale={scale}
        compared={compared}
        magnet={magnet}
        control={control}
        onDrawn={drawn}
        onChosen={setChosen}
        drawing={tool !== null}
        config={config}
        clockAhead={feed.clockAhead}
        unknown={feed.unknown}
        table={table}
      />
    </section>
  );
}
