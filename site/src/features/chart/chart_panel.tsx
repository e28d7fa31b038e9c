// The chart of a pair: time frames, candles, and the same figures as a table.
import { useQuery } from "@tanstack/react-query";
import { ChartCandlestick, Maximize, Minimize, Table2 } from "lucide-react";
import {
  lazy,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { format_number, format_time } from "../../lib/format";
import { t } from "../../lib/i18n";
import { IconButton } from "../../ui/button";
import { LazyBoundary } from "../../ui/lazy_boundary";
import { ErrorState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import type { CandlesProps, ChartControl } from "./candles";
import styles from "./chart.module.css";
import { DrawingMenu, IndicatorMenu } from "./chart_tools";
import { Frames } from "./frame_choice";
import { frames, keep_frame, kept_frame, type Bar, type Frame } from "./frames";
import { keep_indicators, kept_indicators, type Tool } from "./kept";
import { SymbolSearch } from "./symbol_search";
import { clock_ahead, is_unknown, load_config, offers, resolve } from "./symbols";
import type { Own } from "./overlays";
import type { OwnPosition } from "./position_lines";

const Candles = lazy(() => import("./candles"));
const rows_shown = 20;
const retry_ms = 10_000;

export interface ChartPanelProps {
  /** "BTCUSDT" */
  pair: string;
  price_places: number;
  quantity_places: number;
  /** Shows another symbol; without it there is no search. */
  on_symbol?: (symbol: string) => void;
  /** At the end of the row of tools. */
  end?: ReactNode;
  /** The client's open orders and fills, drawn on the candles. */
  orders?: readonly Own[] | undefined;
  fills?: readonly Own[] | undefined;
  positions?: readonly OwnPosition[] | undefined;
}

const figure = (value: number, places: number) =>
  format_number(value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 18 }), {
    places,
    rounding: "half_even",
  });

const columns = (props: ChartPanelProps): Column<Bar>[] => [
  {
    id: "time",
    header: t("chart.time"),
    cell: (bar) => format_time(new Date(bar.timestamp), "table"),
  },
  ...(["open", "high", "low", "close"] as const).map((name): Column<Bar> => ({
    id: name,
    header: t(`chart.${name}`),
    cell: (bar) => figure(bar[name], props.price_places),
    align: "right",
  })),
  {
    id: "volume",
    header: t("chart.volume"),
    cell: (bar) => figure(bar.volume, props.quantity_places),
    align: "right",
  },
];

function CandleTable(props: ChartPanelProps & { bars: readonly Bar[] }) {
  const rows = useMemo(() => props.bars.slice(-rows_shown).reverse(), [props.bars]);
  return (
    <Table
      label={t("chart.table_of", { pair: props.pair })}
      columns={columns(props)}
      rows={rows}
      row_key={(bar) => bar.timestamp.toString()}
      density="orders"
    />
  );
}

const nothing: readonly never[] = [];

/** The element alone on the screen; nothing where the browser cannot do it. */
function useFullscreen(ref: RefObject<HTMLElement | null>) {
  const [on, set_on] = useState(false);
  useEffect(() => {
    const changed = () =>
      set_on(ref.current !== null && document.fullscreenElement === ref.current);
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

/** Wherever the focus is: the menu that had it is gone. */
function useEscape(active: boolean, act: () => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!active) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [active]);
}

/** What the datafeed offers, its clock, and what it says of this symbol. */
function useFeed(pair: string) {
  const config = useQuery({
    queryKey: ["udf", "config"],
    queryFn: () => load_config(),
    staleTime: Infinity,
  }).data;
  const clock = useQuery({
    queryKey: ["udf", "time"],
    queryFn: () => clock_ahead(),
    enabled: config?.supports_time === true,
    staleTime: Infinity,
  });
  const symbol = useQuery({
    queryKey: ["udf", "symbol", pair, config],
    queryFn: () => (config ? resolve(pair, config) : null),
    enabled: config !== undefined,
    staleTime: Infinity,
    retry: (count, error) => !is_unknown(error) && count < 2,
    // A datafeed that does not answer may know the symbol: it is asked again.
    refetchInterval: ({ state: { error } }) => (error && !is_unknown(error) ? retry_ms : false),
  });
  return {
    config: config ?? null,
    clock_ahead: clock.data ?? 0,
    symbol: symbol.data ?? null,
    unknown: is_unknown(symbol.error),
  };
}

function Body(
  props: ChartPanelProps &
    Omit<CandlesProps, "on_bars" | "orders" | "fills" | "positions"> & {
      table: boolean;
      unknown: boolean;
    },
) {
  const [bars, set_bars] = useState<readonly Bar[] | null>([]);
  const [tries, set_tries] = useState(0);
  const take = useCallback((loaded: readonly Bar[] | null) => set_bars(loaded), []);
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
            on_retry={() => {
              set_bars([]);
              set_tries(tries + 1);
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
          price_places={props.price_places}
          quantity_places={props.quantity_places}
          indicators={props.indicators}
          orders={props.orders ?? nothing}
          fills={props.fills ?? nothing}
          positions={props.positions ?? nothing}
          control={props.control}
          config={props.config}
          clock_ahead={props.clock_ahead}
          on_drawn={props.on_drawn}
          on_bars={take}
        />
      </LazyBoundary>
    </div>
  );
}

export function ChartPanel(props: ChartPanelProps) {
  const [frame, set_frame] = useState(kept_frame);
  const feed = useFeed(props.pair);
  const { config, symbol } = feed;
  const [table, set_table] = useState(false);
  const [shown, show] = useState(kept_indicators);
  const [tool, set_tool] = useState<Tool | null>(null);
  const control = useRef<ChartControl | null>(null);
  const panel = useRef<HTMLElement>(null);
  const full = useFullscreen(panel);
  const choose = (next: Frame) => {
    keep_frame(next);
    set_frame(next);
  };
  const draw = (next: Tool, text?: string) => {
    set_table(false);
    set_tool(next);
    control.current?.draw(next, text);
  };
  const drawn = useCallback(() => set_tool(null), []);
  useEscape(tool !== null, () => {
    control.current?.cancel();
    set_tool(null);
  });
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
          least_px={props.end === undefined ? 600 : 980}
        />
        <div className={styles.acts}>
          {props.on_symbol && config && (
            <SymbolSearch
              config={config}
              description={symbol?.description ?? props.pair}
              choose={({ ticker }) => props.on_symbol?.(ticker)}
            />
          )}
          <IndicatorMenu
            chosen={shown}
            choose={(next) => {
              keep_indicators(next);
              show(next);
            }}
          />
          <DrawingMenu
            tool={tool}
            draw={draw}
            remove_all={() => control.current?.remove_drawings()}
          />
          <IconButton
            label={t(table ? "chart.show_chart" : "chart.show_table")}
            className={styles.act}
            onClick={() => set_table(!table)}
          >
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
          {full && <FullscreenButton {...full} />}
        </div>
        {props.end}
      </div>
      {tool && (
        <p className={styles.hint} role="status">
          {t(`chart.hint_${tool}`)}
        </p>
      )}
      <Body
        // Another frame is another chart with other bars.
        key={frame}
        {...props}
        frame={frame}
        indicators={shown}
        control={control}
        on_drawn={drawn}
        config={config}
        clock_ahead={feed.clock_ahead}
        unknown={feed.unknown}
        table={table}
      />
    </section>
  );
}
