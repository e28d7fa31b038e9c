// The client's open orders beside their lines on the chart: what each is, a price to drag it to, and
// its end.
import { X } from "lucide-react";
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type MouseEvent,
  type PointerEvent,
} from "react";
import { cx } from "../../lib/cx";
import type { Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { tagPlaces, type LinePlace, type LinePlaces } from "./line_places";
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
  /** Presses go through them to the chart. */
  passive: boolean;
  /** Something stands over the chart, and over them. */
  covered: boolean;
}

/** As high as a tag, and air, so that none touches the next (order_tags.module.css). */
const tagSize = 28;
/** A hand that trembles does not move an order. */
const leastMove = 4;

interface Drag {
  id: string;
  pointer: number;
  /** Where it began and where it is, down the screen. */
  from: number;
  to: number;
  /** Where line and tag were, in a pane of this height. */
  line: number;
  tag: number;
  height: number;
  /** Once it has left its place, letting go of it there means no. */
  moved: boolean;
}

const isAway = ({ from, to }: Drag): boolean => Math.abs(to - from) >= leastMove;
const moveTo = (drag: Drag, to: number): Drag => ({
  ...drag,
  to,
  moved: drag.moved || isAway({ ...drag, to }),
});

/** Which tag is being dragged, and where it and its line would be. */
function useDrag({ orders, places, priceAt, acts }: TagsProps, lines: readonly LinePlace[]) {
  const [begun, setDrag] = useState<Drag | null>(null);
  // The press that ends a drag, however it ended, is no press on the button.
  const wasMoved = useRef(false);
  const lasts =
    begun !== null &&
    begun.height === places.paneHeight &&
    lines.some(({ id }) => id === begun.id) &&
    orders.some(({ id }) => id === begun.id);
  // The order has ended, its line has left the pane, or the pane is another one.
  if (begun !== null && !lasts) setDrag(null);
  const drag = lasts ? begun : null;

  const inPane = (y: number) => Math.min(Math.max(y, 0), places.paneHeight);
  const lineOf = ({ line, from, to }: Drag) => inPane(line + to - from);
  const isOf = (id: string, { pointerId }: PointerEvent) =>
    drag?.id === id && drag.pointer === pointerId;
  const handlers = ({ id, price }: ChartOrder, line: number, tag: number) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || drag) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      wasMoved.current = false;
      const [from, to] = [event.clientY, event.clientY];
      const height = places.paneHeight;
      setDrag({ id, pointer: event.pointerId, from, to, line, tag, height, moved: false });
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag || !isOf(id, event)) return;
      const next = moveTo(drag, event.clientY);
      wasMoved.current = next.moved;
      setDrag(next);
    },
    onPointerUp: (event: PointerEvent) => {
      if (!drag || !isOf(id, event)) return;
      setDrag(null);
      const last = moveTo(drag, event.clientY);
      wasMoved.current = last.moved;
      const wanted = isAway(last) ? priceAt(lineOf(last)) : null;
      if (wanted !== null) acts.onMove(id, wanted);
    },
    onLostPointerCapture: (event: PointerEvent) => {
      if (isOf(id, event)) setDrag(null);
    },
    onClick: ({ detail }: MouseEvent) => {
      // By the keyboard it has no detail, and no drag before it.
      if (detail === 0 || !wasMoved.current) acts.onMove(id, price);
    },
  });
  useEscape(drag !== null, () => {
    wasMoved.current = true;
    setDrag(null);
  });
  const held = drag?.moved
    ? { id: drag.id, line: lineOf(drag), tag: inPane(drag.tag + drag.to - drag.from) }
    : null;
  return { held, handlers };
}

/** Keeps the focus among the tags when the one that had it is gone. */
function useFocusAmong() {
  const layer = useRef<HTMLDivElement>(null);
  const within = useRef(false);
  useEffect(() => {
    if (!within.current || document.activeElement !== document.body) return;
    (layer.current?.querySelector("button") ?? layer.current)?.focus({ preventScroll: true });
  });
  return {
    ref: layer,
    onFocus: () => {
      within.current = true;
    },
    // Not told of a tag that is taken away.
    onBlur: () => {
      within.current = false;
    },
  };
}

interface TagProps {
  order: ChartOrder;
  line: number;
  top: number;
  /** Where it is being dragged to. */
  wanted: string | null;
  shown: (price: Decimal) => string;
  handlers: ReturnType<ReturnType<typeof useDrag>["handlers"]>;
  onCancel: () => void;
}

function Tag({ order, line, top, wanted, shown, handlers, onCancel }: TagProps) {
  const side = t(order.side === "BUY" ? "chart.buy" : "chart.sell");
  const quantity = formatNumber(order.quantity);
  const words = { kind: order.kind, side, quantity, price: shown(order.price) };
  const what = (
    <>
      <span className={styles.side}>
        {side} {quantity}
      </span>
      {wanted === null && <span className={styles.kind}>{order.kind}</span>}
      <span className={styles.price}>{wanted ?? words.price}</span>
    </>
  );
  return (
    <div className={order.side === "BUY" ? styles.buy : styles.sell}>
      {wanted !== null && <span className={styles.line} style={{ top: line }} />}
      <svg className={styles.leader} aria-hidden="true">
        <line x1="0" y1={line} x2="100%" y2={top} />
      </svg>
      <div className={cx(styles.tag, wanted !== null && styles.held)} style={{ top }}>
        {order.movable ? (
          <button
            type="button"
            className={styles.what}
            aria-label={t("chart.move_order", words)}
            {...handlers}
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
          onClick={onCancel}
        >
          <X size={12} strokeWidth={1.5} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

export function OrderTags(props: TagsProps) {
  const { orders, places, pricePlaces, priceAt, acts } = props;
  const lines = useSyncExternalStore(places.subscribe, places.all);
  const { held, handlers } = useDrag(props, lines);
  const focus = useFocusAmong();
  const room = { least: places.legendHeight, most: places.paneHeight };
  const tops = tagPlaces(
    lines.filter(({ id }) => id !== held?.id),
    tagSize,
    room,
  );
  const shown = (price: Decimal) => formatNumber(price, { places: pricePlaces });
  return (
    <div
      {...(lines.length > 0 && { role: "group", "aria-label": t("chart.own_orders") })}
      {...focus}
      tabIndex={-1}
      inert={props.covered}
      className={cx(styles.layer, props.passive && styles.passive)}
      style={{ height: places.paneHeight }}
    >
      {lines.map(({ id, y }) => {
        const order = orders.find((other) => other.id === id);
        if (!order) return null;
        const isHeld = held?.id === id;
        const line = isHeld ? held.line : y;
        const top = isHeld ? held.tag : (tops.get(id) ?? y);
        const wanted = isHeld ? priceAt(line) : null;
        return (
          <Tag
            key={id}
            order={order}
            line={line}
            top={top}
            wanted={wanted === null ? null : shown(wanted)}
            shown={shown}
            handlers={handlers(order, y, top)}
            onCancel={() => acts.onCancel(id)}
          />
        );
      })}
    </div>
  );
}
