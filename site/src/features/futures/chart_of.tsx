// The chart of a contract with what the client has there: open positions with their targets, and the
// orders that wait for their price, which are cancelled there.
import { useMemo, useState, type ComponentType } from "react";
import { divide, multiply, placesOf, trimZeros, type Decimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { useDrawnOrders, useMargin } from "./api";
import { CancelClosing } from "./closing_order_lists";
import { closeTypeOf, type ClosingOrder } from "./closing_orders";
import type { Contract, FuturesOrder, OpenPosition } from "./contract";
import { CancelOrder } from "./order_lists";
import { TargetsDialog } from "./position_dialogs";
import { targetFields, type TargetField } from "./rules";

export interface MarketProps {
  /** "BTCUSDT" */
  pair: string;
  coin: string;
  pricePlaces: number;
  quantityPlaces: number;
}

/** An open position of the client's, to be drawn on the chart. */
export interface DrawnPosition {
  id: string;
  side: "long" | "short";
  entry: Decimal;
  quantity: Decimal;
  coin: string;
  profit: Decimal;
  liquidation: Decimal | null;
}

/** What waits for a price: an order, or a position's target. */
export interface DrawnOrder {
  id: string;
  side: "BUY" | "SELL";
  kind: string;
  price: Decimal;
  /** What it opens at that price, or closes. */
  quantity: Decimal;
  movable: boolean;
}

export interface ChartProps extends MarketProps {
  tick: Decimal;
  positions?: readonly DrawnPosition[] | undefined;
  orders?: readonly DrawnOrder[] | undefined;
  orderActs: {
    onMove: (id: string, price: Decimal) => void;
    onCancel: (id: string) => void;
  };
}

/** Another feature's; the app joins them. */
export type ChartType = ComponentType<ChartProps>;

/** What a tag stands for. */
type Waiting =
  | { of: "order"; order: FuturesOrder }
  | { of: "closing"; order: ClosingOrder }
  | { of: "target"; position: OpenPosition; target: TargetField };

interface Line {
  drawn: DrawnOrder;
  waiting: Waiting;
}

const opens = ({ delegate_type: side }: Pick<OpenPosition, "delegate_type">) =>
  side === "BUY_MORE" ? "BUY" : "SELL";
const closes = ({ delegate_type: side }: Pick<OpenPosition, "delegate_type">) =>
  side === "BUY_MORE" ? "SELL" : "BUY";

const lineOfOrder = (order: FuturesOrder, lot: Decimal): Line => ({
  drawn: {
    id: order.id,
    side: opens(order),
    kind: t(`futures.type_${order.order_type}`),
    price: order.price,
    quantity: trimZeros(
      divide(multiply(order.margin, order.leverage.toString()), order.price, placesOf(lot), "down"),
    ),
    movable: false,
  },
  waiting: { of: "order", order },
});

const lineOfClosing = (order: ClosingOrder): Line => ({
  drawn: {
    id: order.id,
    side: closes(order),
    kind: `${t(`futures.type_${closeTypeOf(order)}`)} · ${t("futures.reduce_only")}`,
    price: order.price,
    quantity: trimZeros(order.quantity),
    movable: false,
  },
  waiting: { of: "closing", order },
});

const linesOfTargets = (position: OpenPosition): Line[] =>
  targetFields.flatMap((target): Line[] => {
    const price = position[target];
    // What is being closed has none any more.
    if (price === null || position.state !== "OPEN") return [];
    const drawn = {
      id: `${position.id} ${target}`,
      side: closes(position),
      kind: t(`futures.type_${target === "take_profit" ? "TAKE_PROFIT" : "STOP_LOSS"}`),
      price,
      quantity: trimZeros(position.quantity),
      movable: false,
    } as const;
    return [{ drawn, waiting: { of: "target", position, target } }];
  });

const drawnPosition = (position: OpenPosition, coin: string): DrawnPosition => ({
  id: position.id,
  side: position.delegate_type === "BUY_MORE" ? "long" : "short",
  entry: position.opening_price,
  quantity: position.quantity,
  coin,
  profit: position.unrealised,
  liquidation: position.liquidation_price,
});

/** What the client has in the contract. */
function useOwn(pair: string) {
  const margins = useMargin().data;
  const { opening, closing } = useDrawnOrders(pair);
  const own = useMemo(
    () => margins?.margin.filter((position) => position.coin_pair.pair_name === pair),
    [margins, pair],
  );
  return { own, opening, closing, available: margins?.account.available ?? "0" };
}

interface AskedProps {
  waiting: Waiting;
  contract: Contract;
  available: Decimal;
  onClose: () => void;
}

/** The question before what waits is taken back. */
function Asked({ waiting, contract, available, onClose }: AskedProps) {
  if (waiting.of === "order") return <CancelOrder order={waiting.order} onClose={onClose} />;
  if (waiting.of === "closing") return <CancelClosing order={waiting.order} onClose={onClose} />;
  const { position, target } = waiting;
  const without = { ...position, [target]: null };
  return (
    <TargetsDialog position={without} contract={contract} available={available} onClose={onClose} />
  );
}

interface ChartOfProps {
  market: MarketProps;
  contract: Contract;
  Chart: ChartType;
}

export function ChartOf({ market, contract, Chart }: ChartOfProps) {
  const { pair, coin } = market;
  const { own, opening, closing, available } = useOwn(pair);
  const { lot } = contract;
  const [asked, ask] = useState<Waiting | null>(null);
  const positions = useMemo(
    () => own?.map((position) => drawnPosition(position, coin)),
    [own, coin],
  );
  const lines = useMemo(
    () => [
      ...(opening ?? []).map((order) => lineOfOrder(order, lot)),
      ...(closing ?? []).map(lineOfClosing),
      ...(own ?? []).flatMap(linesOfTargets),
    ],
    [opening, closing, own, lot],
  );
  const orders = useMemo(() => lines.map(({ drawn }) => drawn), [lines]);
  return (
    <>
      <Chart
        {...market}
        tick={contract.tick}
        positions={positions}
        orders={orders}
        orderActs={{
          // None is changed: an order for futures keeps its price.
          onMove: () => undefined,
          onCancel: (id) => ask(lines.find(({ drawn }) => drawn.id === id)?.waiting ?? null),
        }}
      />
      {asked && (
        <Asked
          waiting={asked}
          contract={contract}
          available={available}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}
