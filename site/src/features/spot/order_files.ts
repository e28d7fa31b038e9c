// The lists as files: all pages of what is chosen, with exact numbers.
import { add, type Decimal } from "../../lib/decimal";
import { get } from "../../lib/api";
import { t } from "../../lib/i18n";
import { allFills, allOpen, allPast, mostInAFile, type Fill, type Fund, type Order } from "./api";
import { csv, saveCsv } from "../../lib/csv";
import { isOf, totalOf, type Wanted } from "./list";
import { stateText, typeText } from "./order_text";

const sideOf = ({ delegate_type: delegateType }: { delegate_type: "BUY" | "SELL" }) =>
  t(delegateType === "BUY" ? "market.buy" : "market.sell");

const orderHeader = () => [
  t("spot.order_number"),
  t("spot.time_utc"),
  t("spot.pair"),
  t("spot.type"),
  t("spot.side"),
  t("spot.stop"),
  t("spot.take_profit"),
  t("spot.stop_loss"),
  t("market.price"),
  t("market.average_price"),
  t("spot.amount"),
  t("spot.filled"),
  t("spot.total"),
  t("spot.fee_column"),
  t("spot.fee_asset"),
  t("spot.state"),
];

const orderRow = (order: Order, total: Decimal): string[] => [
  order.id,
  order.created_at,
  order.coin_pair.pair_name,
  typeText(order),
  sideOf(order),
  order.stop_price ?? "",
  order.take_profit ?? "",
  order.stop_loss ?? "",
  order.price ?? "",
  order.final_price,
  order.number_of_order,
  order.filled,
  total,
  order.fee,
  order.fee_asset,
  stateText(order),
];

const fillHeader = () => [
  t("spot.order_number"),
  t("spot.time_utc"),
  t("spot.pair"),
  t("spot.side"),
  t("market.price"),
  t("spot.amount"),
  t("spot.total"),
  t("spot.fee_column"),
  t("spot.fee_asset"),
  t("spot.role"),
];

const fillRow = (fill: Fill): string[] => [
  fill.order_id,
  fill.at,
  fill.coin_pair.pair_name,
  sideOf(fill),
  fill.price,
  fill.quantity,
  totalOf(fill),
  fill.fee,
  fill.fee_asset,
  t(`spot.role_${fill.role}`),
];

const fundHeader = () => [
  t("spot.coin"),
  t("spot.balance"),
  t("spot.available"),
  t("spot.in_orders"),
  t("spot.value"),
];

const fundRow = (fund: Fund): string[] => [
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
    const { rows, total } = await allOpen(wanted);
    return { header: orderHeader(), rows: rows.map((o) => orderRow(o, o.total)), total };
  },
  history: async (wanted) => {
    const { rows, total } = await allPast(wanted);
    return { header: orderHeader(), rows: rows.map((o) => orderRow(o, o.filled_total)), total };
  },
  trades: async (wanted) => {
    const { rows, total } = await allFills(wanted);
    return { header: fillHeader(), rows: rows.map(fillRow), total };
  },
  funds: async (_, coin) => {
    const { funds } = await get("/api/v3/trades/funds");
    const rows = funds.filter(isOf(coin)).map(fundRow);
    return { header: fundHeader(), rows, total: rows.length };
  },
};

const names = {
  open: "open-orders",
  history: "order-history",
  trades: "trade-history",
  funds: "funds",
} as const;

/** Gives what is chosen to the browser as a file; true when it has all there is of it. */
export async function saveList(
  tab: keyof typeof files,
  wanted: Wanted,
  coin: string,
): Promise<boolean> {
  const { header, rows, total } = await files[tab](wanted, coin);
  const day = new Date().toISOString().slice(0, 10);
  saveCsv(`cambio-${names[tab]}-${day}.csv`, csv(header, rows));
  return total <= mostInAFile;
}
