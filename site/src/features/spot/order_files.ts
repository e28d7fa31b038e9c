// The lists as files: all pages of what is chosen, with exact numbers.
import { add, type Decimal } from "../../lib/decimal";
import { get } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { t } from "../../lib/i18n";
import {
  all_fills,
  all_open,
  all_past,
  most_in_a_file,
  type Fill,
  type Fund,
  type Order,
} from "./api";
import { csv, save_csv } from "../../lib/csv";
import { is_of, total_of, type Wanted } from "./list";
import { state_text, type_text } from "./order_text";

const side_of = ({ delegate_type }: { delegate_type: "BUY" | "SELL" }) =>
  t(delegate_type === "BUY" ? "spot.buy" : "spot.sell");

const order_header = () => [
  t("spot.order_number"),
  t("spot.time_utc"),
  t("spot.pair"),
  t("spot.type"),
  t("spot.side"),
  t("spot.stop"),
  t("spot.price"),
  t("spot.average_price"),
  t("spot.amount"),
  t("spot.filled"),
  t("spot.total"),
  t("spot.fee_column"),
  t("spot.fee_asset"),
  t("spot.state"),
];

const order_row = (order: Order, total: Decimal): string[] => [
  order.id,
  order.created_at,
  order.coin_pair.pair_name,
  type_text(order),
  side_of(order),
  order.stop_price ?? "",
  order.price ?? "",
  order.final_price,
  order.number_of_order,
  order.filled,
  total,
  order.fee,
  order.fee_asset,
  state_text(order),
];

const fill_header = () => [
  t("spot.order_number"),
  t("spot.time_utc"),
  t("spot.pair"),
  t("spot.side"),
  t("spot.price"),
  t("spot.amount"),
  t("spot.total"),
  t("spot.fee_column"),
  t("spot.fee_asset"),
  t("spot.role"),
];

const fill_row = (fill: Fill): string[] => [
  fill.order_id,
  fill.at,
  fill.coin_pair.pair_name,
  side_of(fill),
  fill.price,
  fill.quantity,
  total_of(fill),
  fill.fee,
  fill.fee_asset,
  t(`spot.role_${fill.role}`),
];

const fund_header = () => [
  t("spot.coin"),
  t("spot.balance"),
  t("spot.available"),
  t("spot.in_orders"),
  t("spot.value"),
];

const fund_row = (fund: Fund): string[] => [
  fund.coin.name,
  add(fund.wallet_balance, fund.freeze_balance),
  fund.wallet_balance,
  fund.freeze_balance,
  fund.usdt_value,
];

interface File {
  header: string[];
  rows: string[][];
  /** How many rows there are to be had. */
  total: number;
}

type Read = (wanted: Wanted, coin: string) => Promise<File>;

/** Of the funds those are taken that have `coin` in their name. */
const files: Record<"open" | "history" | "trades" | "funds", Read> = {
  open: async (wanted) => {
    const { rows, total } = await all_open(wanted);
    return { header: order_header(), rows: rows.map((o) => order_row(o, o.total)), total };
  },
  history: async (wanted) => {
    const { rows, total } = await all_past(wanted);
    return { header: order_header(), rows: rows.map((o) => order_row(o, o.filled_total)), total };
  },
  trades: async (wanted) => {
    const { rows, total } = await all_fills(wanted);
    return { header: fill_header(), rows: rows.map(fill_row), total };
  },
  funds: async (_, coin) => {
    const { funds } = await get<Schemas["Funds"]>("/api/v3/trades/funds", {});
    const rows = funds.filter(is_of(coin)).map(fund_row);
    return { header: fund_header(), rows, total: rows.length };
  },
};

const names = {
  open: "open-orders",
  history: "order-history",
  trades: "trade-history",
  funds: "funds",
} as const;

/** Gives what is chosen to the browser as a file; true when it has all there is of it. */
export async function save_list(
  tab: keyof typeof files,
  wanted: Wanted,
  coin: string,
): Promise<boolean> {
  const { header, rows, total } = await files[tab](wanted, coin);
  const day = new Date().toISOString().slice(0, 10);
  save_csv(`cambio-${names[tab]}-${day}.csv`, csv(header, rows));
  return total <= most_in_a_file;
}
