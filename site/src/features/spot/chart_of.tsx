// The chart of the market with the client's open orders and trades on it: an order is changed where
// it is dragged to, and cancelled there.
import { useMemo, useState, type ComponentType, type ReactNode } from "react";
import { divide, isZero, subtract, type Decimal } from "../../lib/decimal";
import { mayChange, waits } from "./amend";
import { AmendOrder } from "./amend_order";
import type { Order } from "./api";
import { CancelOrder } from "./cancel_order";
import type { Shown } from "./market";
import { typeText } from "./order_text";

/** An open order of the client's, to be drawn at the price that it waits for. */
export interface DrawnOrder {
  id: string;
  side: "BUY" | "SELL";
  kind: string;
  price: Decimal;
  /** What is left of it; of one by total, what it buys at that price. */
  quantity: Decimal;
  movable: boolean;
}

export interface DrawnFill {
  id: string;
  side: "BUY" | "SELL";
  price: Decimal;
  /** ISO 8601. */
  at: string;
}

export interface ChartProps {
  pair: string;
  pricePlaces: number;
  quantityPlaces: number;
  tick: Decimal;
  /** At the end of its row of tools. */
  end?: ReactNode;
  orders?: readonly DrawnOrder[] | undefined;
  orderActs: {
    onMove: (id: string, price: Decimal) => void;
    onCancel: (id: string) => void;
  };
  fills?: readonly DrawnFill[] | undefined;
}

/** Another feature's; the app joins them. */
export type ChartType = ComponentType<ChartProps>;

function drawnOrder(order: Order): DrawnOrder[] {
  const price = waits(order) ? order.stop_price : order.price;
  if (!price) return [];
  return [
    {
      id: order.id,
      side: order.delegate_type,
      kind: typeText(order),
      price,
      quantity: isZero(order.number_of_order)
        ? divide(order.total, price, 18, "down")
        : subtract(order.number_of_order, order.filled),
      movable: mayChange(order),
    },
  ];
}

/** What a tag on the chart asks for. */
type Asked = { act: "move"; order: Order; price: Decimal } | { act: "cancel"; order: Order };

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
  const [asked, ask] = useState<Asked | null>(null);
  const lines = useMemo(() => orders?.flatMap(drawnOrder), [orders]);
  const marks = useMemo(
    () =>
      fills.data?.fills.map(({ id, price, at, delegate_type: side }) => ({ id, side, price, at })),
    [fills.data],
  );
  if (!pair) return null;
  const openOrder = (id: string) => orders?.find((order) => order.id === id);
  const close = () => ask(null);
  const dialog = asked && { order: asked.order, places: () => places, onClose: close };
  return (
    <>
      <Chart
        pair={shown.name}
        pricePlaces={places.price}
        quantityPlaces={places.quantity}
        tick={pair.tick}
        end={end}
        orders={lines}
        orderActs={{
          onMove: (id, price) => {
            const order = openOrder(id);
            if (order) ask({ act: "move", order, price });
          },
          onCancel: (id) => {
            const order = openOrder(id);
            if (order) ask({ act: "cancel", order });
          },
        }}
        fills={marks}
      />
      {dialog && asked.act === "move" && (
        <AmendOrder {...dialog} price={asked.price} last={shown.market?.price} />
      )}
      {dialog && asked.act === "cancel" && <CancelOrder {...dialog} />}
    </>
  );
}
