// The columns of the client's lists.
import { cx } from "../../lib/cx";
import { add, compare, for_drawing, multiply, type Decimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { Chip } from "../../ui/chip";
import { CoinIcon, PairName } from "../../ui/coin";
import { Amount, Price, Time, Triangle } from "../../ui/number";
import type { Column } from "../../ui/table";
import type { Fill, Fund, Order } from "./api";
import { filled_percent } from "./order";
import { states, type_text } from "./order_text";
import styles from "./orders.module.css";

/** Of coins' and of USDT's fees, so that the points stand below each other. */
const fee_places = 8;

/** How many places prices and amounts of a pair have; undefined where the pair is not known. */
export type PlacesOf = (pair: string) => { price: number; quantity: number } | undefined;

interface Sided {
  delegate_type: "BUY" | "SELL";
  coin_pair: { pair_name: string };
}

const name_of = (row: Sided): string => row.coin_pair.pair_name;

function Side({ side }: { side: Sided["delegate_type"] }) {
  const buy = side === "BUY";
  return (
    <span className={cx(styles.side, buy ? styles.buy : styles.sell)}>
      <Triangle direction={buy ? 1 : -1} />
      {t(buy ? "spot.buy" : "spot.sell")}
    </span>
  );
}

const pair_column = <Row extends Sided>(): Column<Row> => ({
  id: "pair",
  header: t("spot.pair"),
  sortable: true,
  cell: (row) => <PairName name={row.coin_pair.pair_name} />,
});

const side_column = <Row extends Sided>(): Column<Row> => ({
  id: "side",
  header: t("spot.side"),
  sortable: true,
  cell: (row) => <Side side={row.delegate_type} />,
  skeleton: 32,
});

function Filled({ order }: { order: Order }) {
  const percent = filled_percent(order.number_of_order, order.filled);
  return (
    <span className={styles.filled}>
      <span className={styles.progress} aria-hidden="true">
        <span style={{ width: `${for_drawing(percent)}%` }} />
      </span>
      <span className={styles.percent}>{percent}%</span>
    </span>
  );
}

const order_columns = (): Column<Order>[] => [
  {
    id: "time",
    header: t("spot.time"),
    sortable: true,
    cell: (order) => <Time at={order.created_at} style="table" className={styles.quiet} />,
    show: "not-phone",
    skeleton: 88,
  },
  pair_column<Order>(),
  {
    id: "type",
    header: t("spot.type"),
    sortable: true,
    cell: (order) => <span className={styles.quiet}>{type_text(order)}</span>,
    show: "wide",
    skeleton: 40,
  },
  side_column<Order>(),
];

const amount_columns = (places: PlacesOf): Column<Order>[] => [
  {
    id: "amount",
    header: t("spot.amount"),
    sortable: true,
    cell: (order) => (
      <Amount value={order.number_of_order} places={places(name_of(order))?.quantity} />
    ),
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
const total_column = (total_of: (order: Order) => Decimal): Column<Order> => ({
  id: "total",
  header: t("spot.total"),
  sortable: true,
  cell: (order) => <Price value={total_of(order)} places={2} />,
  align: "right",
  show: "wide",
});

const limit_or_market = (price: string | undefined, order: Order, places: PlacesOf) =>
  order.type === "MARKET" && !price ? (
    t("spot.MARKET")
  ) : (
    <Price value={price ?? null} places={places(name_of(order))?.price} />
  );

/** The last price that a stop waits for; grey once it has come. */
function Trigger({ order, places }: { order: Order; places: PlacesOf }) {
  if (order.stop_price === undefined) return <span className={styles.quiet}>—</span>;
  return (
    <span className={order.triggered ? styles.quiet : undefined}>
      <Price value={order.stop_price} places={places(name_of(order))?.price} />
      {order.triggered && <span className="hidden-but-read"> {t("spot.triggered")}</span>}
    </span>
  );
}

const trigger_column = (places: PlacesOf): Column<Order> => ({
  id: "trigger",
  header: t("spot.trigger"),
  cell: (order) => <Trigger order={order} places={places} />,
  align: "right",
  show: "wide",
});

/** One order in one line, for questions about it. */
export function OrderLine({ order, places }: { order: Order; places: PlacesOf }) {
  return (
    <>
      <Side side={order.delegate_type} />{" "}
      <Amount value={order.number_of_order} places={places(name_of(order))?.quantity} />{" "}
      <PairName name={name_of(order)} /> · {type_text(order)} ·{" "}
      {limit_or_market(order.price, order, places)}
    </>
  );
}

const state_column = (): Column<Order> => ({
  id: "state",
  header: t("spot.state"),
  cell: (order) => <Chip tone={states[order.state].tone}>{t(states[order.state].text)}</Chip>,
  align: "right",
  skeleton: 48,
});

export const open_columns = (places: PlacesOf): Column<Order>[] => [
  ...order_columns(),
  {
    id: "price",
    header: t("spot.price"),
    sortable: true,
    cell: (order) => limit_or_market(order.price, order, places),
    align: "right",
  },
  trigger_column(places),
  ...amount_columns(places),
  total_column((order) => order.total),
  { ...state_column(), show: "wide" },
];

export const history_columns = (places: PlacesOf): Column<Order>[] => [
  ...order_columns(),
  {
    id: "price",
    header: t("spot.average_price"),
    sortable: true,
    cell: (order) => limit_or_market(order.final_price, order, places),
    align: "right",
  },
  ...amount_columns(places),
  total_column((order) => order.filled_total),
  state_column(),
];

export const fill_columns = (places: PlacesOf): Column<Fill>[] => [
  {
    id: "time",
    header: t("spot.time"),
    sortable: true,
    cell: (fill) => <Time at={fill.at} style="table" className={styles.quiet} />,
    show: "not-phone",
    skeleton: 88,
  },
  pair_column<Fill>(),
  side_column<Fill>(),
  {
    id: "price",
    header: t("spot.price"),
    sortable: true,
    cell: (fill) => <Price value={fill.price} places={places(name_of(fill))?.price} />,
    align: "right",
  },
  {
    id: "amount",
    header: t("spot.amount"),
    sortable: true,
    cell: (fill) => <Amount value={fill.quantity} places={places(name_of(fill))?.quantity} />,
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
    cell: (fill) => <Amount value={fill.fee} places={fee_places} unit={fill.fee_asset} />,
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

export const fund_columns = (): Column<Fund>[] => [
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
