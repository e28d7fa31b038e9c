// The client's open orders beside their lines on the chart: what each is, a price to drag it to, and
// its end.
import { X } from "lucide-react";
import { useRef, useState, useSyncExternalStore, type PointerEvent } from "react";
import { cx } from "../../lib/cx";
import type { Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { tagPlaces, type LinePlaces } from "./line_places";
import styles from "./order_tags.module.css";
import { useEscape } from "./use_escape";

export interface ChartOrder {
  id: string;
  side: "BUY" | "SELL";
  /** "Stop limit" */
  kind: string;
  /** That it waits for. */
  price: Decimal;
  /** What is left of it. */
  quantity: Decimal;
  /** Whether its price may be changed. */
  movable: boolean;
}

/** What a press on a tag asks for; who draws the chart asks the client. */
export interface OrderActs {
  /** To another price, or to be chosen where that is the order's own. */
  onMove: (id: string, price: Decimal) => void;
  onCancel: (id: string) => void;
}

interface TagsProps {
  orders: readonly ChartOrder[];
  places: LinePlaces;
  pricePlaces: number;
  /** The price at that many pixels from the top of the candles' pane, as an order may have it. */
  priceAt: (y: number) => Decimal | null;
  acts: OrderActs;
}

/** As high as a tag, so that none touches the next (order_tags.module.css). */
const tagSize = 26;
/** A hand that trembles does not move an order. */
const leastMove = 4;

interface Drag {
  id: string;
  /** Where it began and where it is, down the screen. */
  from: number;
  to: number;
  /** The line's, in the pane. */
  line: number;
}

const isMoved = ({ from, to }: Drag): boolean => Math.abs(to - from) >= leastMove;

/** Which tag is being dragged, and where its line would be. */
function useDrag({ places, priceAt, acts }: TagsProps) {
  const [drag, setDrag] = useState<Drag | null>(null);
  // A press that ends a drag is no press on the button.
  const wasMoved = useRef(false);
  const yOf = ({ line, from, to }: Drag) =>
    Math.min(Math.max(line + to - from, 0), places.paneHeight);
  const handlers = ({ id, price }: ChartOrder, line: number) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      wasMoved.current = false;
      setDrag({ id, line, from: event.clientY, to: event.clientY });
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag?.id === id) setDrag({ ...drag, to: event.clientY });
    },
    onPointerUp: (event: PointerEvent) => {
      if (drag?.id !== id) return;
      setDrag(null);
      const last = { ...drag, to: event.clientY };
      if (!isMoved(last)) return;
      wasMoved.current = true;
      const wanted = priceAt(yOf(last));
      if (wanted !== null) acts.onMove(id, wanted);
    },
    onPointerCancel: () => setDrag(null),
    onClick: () => {
      if (!wasMoved.current) acts.onMove(id, price);
      wasMoved.current = false;
    },
  });
  useEscape(drag !== null, () => {
    wasMoved.current = true;
    setDrag(null);
  });
  const moved = drag && isMoved(drag) ? { id: drag.id, y: yOf(drag) } : null;
  return { moved, handlers };
}

function What({ order, price }: { order: ChartOrder; price?: string | undefined }) {
  return (
    <>
      <span className={styles.side}>
        {t(order.side === "BUY" ? "chart.buy" : "chart.sell")} {formatNumber(order.quantity)}
      </span>
      <span className={styles.kind}>{price ?? order.kind}</span>
    </>
  );
}

export function OrderTags(props: TagsProps) {
  const { orders, places, pricePlaces, priceAt, acts } = props;
  const lines = useSyncExternalStore(places.subscribe, places.all);
  const { moved, handlers } = useDrag(props);
  const room = { least: places.legendHeight, most: places.paneHeight };
  const tops = tagPlaces(lines, tagSize, room);
  const shown = (price: Decimal | null) =>
    price === null ? undefined : formatNumber(price, { places: pricePlaces });
  return (
    <div
      role="group"
      aria-label={t("chart.own_orders")}
      className={styles.layer}
      style={{ height: places.paneHeight }}
    >
      {lines.map(({ id, y }) => {
        const order = orders.find((other) => other.id === id);
        if (!order) return null;
        const held = moved?.id === id;
        const top = held ? moved.y : (tops.get(id) ?? y);
        const words = {
          kind: order.kind,
          side: t(order.side === "BUY" ? "chart.buy" : "chart.sell"),
          quantity: formatNumber(order.quantity),
          price: shown(order.price) ?? "",
        };
        const what = <What order={order} price={held ? shown(priceAt(moved.y)) : undefined} />;
        return (
          <div key={id} className={order.side === "BUY" ? styles.buy : styles.sell}>
            {held && <span className={styles.line} style={{ top: moved.y }} />}
            <svg className={styles.leader} aria-hidden="true">
              <line x1="0" y1={held ? top : y} x2="100%" y2={top} />
            </svg>
            <div className={cx(styles.tag, held && styles.held)} style={{ top }}>
              {order.movable ? (
                <button
                  type="button"
                  className={styles.what}
                  aria-label={t("chart.move_order", words)}
                  {...handlers(order, y)}
                >
                  {what}
                </button>
              ) : (
                <span className={styles.what}>{what}</span>
              )}
              <button
                type="button"
                className={styles.end}
                aria-label={t("chart.cancel_order", words)}
                onClick={() => acts.onCancel(id)}
              >
                <X size={12} strokeWidth={1.5} aria-hidden="true" />
              </button>
            </div>
          </div>
        );
      })}
    </div>
  );
}
