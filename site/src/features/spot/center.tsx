// The chart, the depth of the book, or what is known of the coin: one of the three.
import { useMemo, useState, type ComponentType, type ReactNode } from "react";
import { subtract } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { Segment } from "../../ui/tabs";
import { panelProps } from "./book_and_trades";
import { DepthPanel } from "./depth_panel";
import type { Shown } from "./market";
import { OverviewPanel } from "./overview_panel";
import styles from "./spot.module.css";

/** An open order or a fill of the client's, to be drawn on the chart. */
export interface Drawn {
  id: string;
  side: "BUY" | "SELL";
  price: string;
  quantity: string;
  /** Of a fill: when, as ISO 8601. Of an order: undefined. */
  at?: string;
}

export interface ChartProps {
  pair: string;
  pricePlaces: number;
  quantityPlaces: number;
  /** At the end of its row of tools. */
  end?: ReactNode;
  orders?: readonly Drawn[] | undefined;
  fills?: readonly Drawn[] | undefined;
}

/** Another feature's; the app joins them. */
export type ChartType = ComponentType<ChartProps>;

export function ChartOf({
  shown,
  Chart,
  end,
}: {
  shown: Shown;
  Chart: ChartType;
  end?: ReactNode;
}) {
  const { orders, fills, places, pair } = shown;
  const lines = useMemo(
    () =>
      orders?.flatMap((order): Drawn[] => {
        const price =
          order.stop_price !== undefined && !order.triggered ? order.stop_price : order.price;
        const quantity = subtract(order.number_of_order, order.filled);
        return price ? [{ id: order.id, side: order.delegate_type, price, quantity }] : [];
      }),
    [orders],
  );
  const marks = useMemo(
    () =>
      fills.data?.fills.map(({ delegate_type: delegateType, ...fill }) => ({
        ...fill,
        side: delegateType,
      })),
    [fills.data],
  );
  if (!pair) return null;
  return (
    <Chart
      pair={shown.name}
      pricePlaces={places.price}
      quantityPlaces={places.quantity}
      end={end}
      orders={lines}
      fills={marks}
    />
  );
}

const views = ["chart", "depth", "overview"] as const;
type View = (typeof views)[number];

export function Center({ shown, Chart }: { shown: Shown; Chart: ChartType }) {
  const [view, setView] = useState<View>("chart");
  const choice = (
    <Segment
      label={t("spot.view")}
      items={views.map((id) => ({ id, label: t(`spot.view_${id}`) }))}
      value={view}
      onValue={setView}
      small
      className={styles.views}
    />
  );
  if (view === "chart") {
    return (
      <div className={styles.chart} data-tour="chart">
        <ChartOf shown={shown} Chart={Chart} end={choice} />
      </div>
    );
  }
  return (
    <section className={styles.center} aria-label={t(`spot.view_${view}`)}>
      <div className={styles["center-head"]}>{choice}</div>
      {view === "depth" ? (
        <DepthPanel {...panelProps(shown)} />
      ) : (
        <OverviewPanel coin={shown.coin} name={shown.pair?.full_name} image={shown.pair?.image} />
      )}
    </section>
  );
}
