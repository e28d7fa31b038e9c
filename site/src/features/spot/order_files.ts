// The lists as files: all pages of what is chosen, with exact numbers.
import { add } from "../../lib/decimal";
import { get } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { t } from "../../lib/i18n";
import { all_fills, all_open, all_past, type Fill, type Fund, type Order } from "./api";
import { csv, save_csv } from "../../lib/csv";
import { total_of, type Wanted } from "./list";
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

const order_row = (order: Order): string[] => [
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
  order.total,
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

const files = {
  open: async (wanted: Wanted) => csv(order_header(), (await all_open(wanted)).map(order_row)),
  history: async (wanted: Wanted) => csv(order_header(), (await all_past(wanted)).map(order_row)),
  trades: async (wanted: Wanted) => csv(fill_header(), (await all_fills(wanted)).map(fill_row)),
  funds: async () => {
    const { funds } = await get<Schemas["Funds"]>("/api/v3/trades/funds", {});
    return csv(fund_header(), funds.map(fund_row));
  },
};

const names = {
  open: "open-orders",
  history: "order-history",
  trades: "trade-history",
  funds: "funds",
} as const;

/** Fetches everything that is chosen and gives it to the browser as a file. */
export async function save_list(tab: keyof typeof files, wanted: Wanted): Promise<void> {
  const text = await files[tab](wanted);
  const day = new Date().toISOString().slice(0, 10);
  save_csv(`cambio-${names[tab]}-${day}.csv`, text);
}
