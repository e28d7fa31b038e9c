// The columns of the client's lists.
import { cx } from "../../lib/cx";
import { add, compare, forDrawing, isZero, multiply, type Decimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { Chip } from "../../ui/chip";
import { CoinIcon, PairName } from "../../ui/coin";
import { Amount, Price, Time, Triangle } from "../../ui/number";
import type { Column } from "../../ui/table";
import type { Fill, Fund, Order } from "./api";
import { atMarket, filledPercent } from "./order";
import { states, trailText, typeText } from "./order_text";
import { refusalOf } from "./targets";
import styles from "./orders.module.css";

/** Of coins' and of USDT's fees, so that the points stand below each other. */
const feePlaces = 8;

/** How many places prices and amounts of a pair have; undefined where the pair is not known. */
export type PlacesOf = (pair: string) => { price: number; quantity: number } | undefined;

interface Sided {
  delegate_type: "BUY" | "SELL";
  coin_pair: { pair_name: string };
}

const nameOf = (row: Sided): string => row.coin_pair.pair_name;

function Side({ side }: { side: Sided["delegate_type"] }) {
  const buy = side === "BUY";
  return (
    <span className={cx(styles.side, buy ? styles.buy : styles.sell)}>
      <Triangle direction={buy ? 1 : -1} />
      {t(buy ? "market.buy" : "market.sell")}
    </span>
  );
}

const pairColumn = <Row extends Sided>(): Column<Row> => ({
  id: "pair",
  header: t("spot.pair"),
  sortable: true,
  cell: (row) => <PairName name={row.coin_pair.pair_name} />,
});

const sideColumn = <Row extends Sided>(): Column<Row> => ({
  id: "side",
  header: t("spot.side"),
  sortable: true,
  cell: (row) => <Side side={row.delegate_type} />,
  skeleton: 32,
});

function Filled({ order }: { order: Order }) {
  const percent = filledPercent(order.number_of_order, order.filled);
  return (
    <span className={styles.filled}>
      <span className={styles.progress} aria-hidden="true">
        <span style={{ width: `${forDrawing(percent)}%` }} />
      </span>
      <span className={styles.percent}>{percent}%</span>
    </span>
  );
}

const orderColumns = (): Column<Order>[] => [
  {
    id: "time",
    header: t("market.time"),
    sortable: true,
    cell: (order) => <Time at={order.created_at} style="table" className={styles.quiet} />,
    show: "not-phone",
    skeleton: 88,
  },
  pairColumn<Order>(),
  {
    id: "type",
    header: t("spot.type"),
    sortable: true,
    cell: (order) => <span className={styles.quiet}>{typeText(order)}</span>,
    show: "wide",
    skeleton: 40,
  },
  sideColumn<Order>(),
];

/** One by total has no amount before it trades. */
const amountOf = (order: Order): Decimal | null =>
  isZero(order.number_of_order) ? null : order.number_of_order;

const amountColumns = (places: PlacesOf): Column<Order>[] => [
  {
    id: "amount",
    header: t("spot.amount"),
    sortable: true,
    cell: (order) => <Amount value={amountOf(order)} places={places(nameOf(order))?.quantity} />,
    align: "right",
  },
  {
    id: "filled",
    header: t("spot.filled"),
    sortable: true,
    cell: (order) => <Filled order={order} />,
    align: "right",
    show: "not-phone",
  },
];

/** What an open order is worth, or what was paid for one that is done with. */
const totalColumn = (totalOf: (order: Order) => Decimal | null): Column<Order> => ({
  id: "total",
  header: t("spot.total"),
  sortable: true,
  cell: (order) => <Price value={totalOf(order)} places={2} />,
  align: "right",
  show: "wide",
});

const limitOrMarket = (price: string | undefined, order: Order, places: PlacesOf) =>
  atMarket(order.type) && (!price || isZero(price)) ? (
    t("spot.MARKET")
  ) : (
    <Price value={price ?? null} places={places(nameOf(order))?.price} />
  );

/** Why its take-profit and stop-loss were not placed for what it has filled; null: nothing to say. */
function unplaced(order: Order) {
  if (order.bracket_state === "REFUSED") return refusalOf(order.bracket_reason ?? "");
  return order.bracket_state === "CANCELLED" && !isZero(order.filled) ? "cancelled" : null;
}

/**
 * The last price that a stop waits for, grey once it has come, and the take-profit and stop-loss of
 * what the order will have filled, with why they were not placed.
 */
function Conditions({ order, places }: { order: Order; places: PlacesOf }) {
  const show = (price: Decimal | undefined) => (
    <Price value={price ?? null} places={places(nameOf(order))?.price} />
  );
  const { stop_price: stop, trailing_delta: delta, take_profit: target } = order;
  const why = unplaced(order);
  return (
    <>
      {stop !== undefined && (
        <span className={styles.condition}>
          {t("spot.trigger")}{" "}
          <span className={order.triggered ? undefined : styles.waits}>{show(stop)}</span>
          {delta !== undefined && ` · ${trailText(delta)}`}
          {order.triggered && <span className="hidden-but-read"> {t("spot.triggered")}</span>}
        </span>
      )}
      {target !== undefined && (
        <span className={styles.condition}>
          {t("spot.targets")} {show(target)} / {show(order.stop_loss)}
        </span>
      )}
      {why && <span className={styles.condition}>{t(`spot.bracket_${why}`)}</span>}
    </>
  );
}

/** The price, with what the order waits for below it: columns of their own would not fit. */
const priceColumn = (
  header: string,
  priceOf: (order: Order) => Decimal | undefined,
  places: PlacesOf,
): Column<Order> => ({
  id: "price",
  header,
  sortable: true,
  cell: (order) => (
    <span className={styles.lines}>
      {limitOrMarket(priceOf(order), order, places)}
      <Conditions order={order} places={places} />
    </span>
  ),
  align: "right",
});

/** One order in one line, for questions about it. */
export function OrderLine({ order, places }: { order: Order; places: PlacesOf }) {
  return (
    <>
      <Side side={order.delegate_type} />{" "}
      {amountOf(order) ? (
        <Amount value={amountOf(order)} places={places(nameOf(order))?.quantity} />
      ) : (
        <Price value={order.total} places={2} unit="USDT" />
      )}{" "}
      <PairName name={nameOf(order)} /> · {typeText(order)} ·{" "}
      {limitOrMarket(order.price, order, places)}
    </>
  );
}

const stateColumn = (): Column<Order> => ({
  id: "state",
  header: t("spot.state"),
  cell: (order) => <Chip tone={states[order.state].tone}>{t(states[order.state].text)}</Chip>,
  align: "right",
  skeleton: 48,
});

export const openColumns = (places: PlacesOf): Column<Order>[] => [
  ...orderColumns(),
  priceColumn(t("market.price"), (order) => order.price, places),
  ...amountColumns(places),
  // What a quantity will cost without a limit is not known.
  totalColumn((order) => (isZero(order.total) ? null : order.total)),
  { ...stateColumn(), show: "wide" },
];

export const historyColumns = (places: PlacesOf): Column<Order>[] => [
  ...orderColumns(),
  priceColumn(t("market.average_price"), (order) => order.final_price, places),
  ...amountColumns(places),
  totalColumn((order) => order.filled_total),
  stateColumn(),
];

export const fillColumns = (places: PlacesOf): Column<Fill>[] => [
  {
    id: "time",
    header: t("market.time"),
    sortable: true,
    cell: (fill) => <Time at={fill.at} style="table" className={styles.quiet} />,
    show: "not-phone",
    skeleton: 88,
  },
  pairColumn<Fill>(),
  sideColumn<Fill>(),
  {
    id: "price",
    header: t("market.price"),
    sortable: true,
    cell: (fill) => <Price value={fill.price} places={places(nameOf(fill))?.price} />,
    align: "right",
  },
  {
    id: "amount",
    header: t("spot.amount"),
    sortable: true,
    cell: (fill) => <Amount value={fill.quantity} places={places(nameOf(fill))?.quantity} />,
    align: "right",
  },
  {
    id: "total",
    header: t("spot.total"),
    sortable: true,
    cell: (fill) => <Price value={multiply(fill.price, fill.quantity)} places={2} />,
    align: "right",
    show: "wide",
  },
  {
    id: "fee",
    header: t("spot.fee_column"),
    cell: (fill) => <Amount value={fill.fee} places={feePlaces} unit={fill.fee_asset} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "role",
    header: t("spot.role"),
    cell: (fill) => <span className={styles.quiet}>{t(`spot.role_${fill.role}`)}</span>,
    align: "right",
    show: "wide",
  },
];

const owned = (fund: Fund) => add(fund.wallet_balance, fund.freeze_balance);

export const fundColumns = (): Column<Fund>[] => [
  {
    id: "coin",
    header: t("spot.coin"),
    cell: ({ coin }) => (
      <span className={styles.coin}>
        <CoinIcon name={coin.name} image={coin.image} size={20} />
        {coin.name}
      </span>
    ),
    compare: (a, b) => a.coin.name.localeCompare(b.coin.name, "en"),
  },
  {
    id: "total",
    header: t("spot.balance"),
    cell: (fund) => <Amount value={owned(fund)} places={8} />,
    align: "right",
    show: "wide",
    compare: (a, b) => compare(owned(a), owned(b)),
  },
  {
    id: "available",
    header: t("spot.available"),
    cell: (fund) => <Amount value={fund.wallet_balance} places={8} />,
    align: "right",
    compare: (a, b) => compare(a.wallet_balance, b.wallet_balance),
  },
  {
    id: "held",
    header: t("spot.in_orders"),
    cell: (fund) => <Amount value={fund.freeze_balance} places={8} />,
    align: "right",
    show: "not-phone",
    compare: (a, b) => compare(a.freeze_balance, b.freeze_balance),
  },
  {
    id: "value",
    header: t("spot.value"),
    cell: (fund) => <Price value={fund.usdt_value} places={2} />,
    align: "right",
    compare: (a, b) => compare(a.usdt_value, b.usdt_value),
  },
];
