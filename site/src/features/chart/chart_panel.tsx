// The chart of a pair: time frames, candles, and the same figures as a table.
import { ChartCandlestick, Table2 } from "lucide-react";
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from "react";
import { format_number, format_time } from "../../lib/format";
import { t } from "../../lib/i18n";
import { IconButton } from "../../ui/button";
import { ErrorState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { Segment } from "../../ui/tabs";
import styles from "./chart.module.css";
import { frames, keep_frame, kept_frame, type Bar, type Frame } from "./frames";

const Candles = lazy(() => import("./candles"));
const rows_shown = 20;

export interface ChartPanelProps {
  /** "BTCUSDT" */
  pair: string;
  price_places: number;
  quantity_places: number;
  /** At the end of the row of tools. */
  end?: ReactNode;
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

export function ChartPanel(props: ChartPanelProps) {
  const [frame, set_frame] = useState(kept_frame);
  const [table, set_table] = useState(false);
  const [bars, set_bars] = useState<readonly Bar[] | null>([]);
  const [tries, set_tries] = useState(0);
  const take = useCallback((loaded: readonly Bar[] | null) => set_bars(loaded), []);
  const choose = (next: Frame) => {
    keep_frame(next);
    set_bars([]);
    set_frame(next);
  };
  const Icon = table ? ChartCandlestick : Table2;
  return (
    <section className={styles.panel} aria-label={t("chart.title", { pair: props.pair })}>
      <div className={styles.tools}>
        <Segment
          label={t("chart.frames")}
          items={frames.map((id) => ({ id, label: t(`chart.frame_${id}`) }))}
          value={frame}
          on_value={choose}
          small
          className={styles.frames}
        />
        <IconButton
          label={t(table ? "chart.show_chart" : "chart.show_table")}
          onClick={() => set_table(!table)}
        >
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        {props.end}
      </div>
      <div className={styles.body}>
        {bars === null && (
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
        {table && bars !== null && (
          <div className={styles.over} tabIndex={0}>
            <CandleTable {...props} bars={bars} />
          </div>
        )}
        <Suspense fallback={null}>
          <Candles key={tries} {...props} frame={frame} on_bars={take} />
        </Suspense>
      </div>
    </section>
  );
}
