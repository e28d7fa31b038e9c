// The four lists of the history: what of each is asked for, and what stands in its file.
import type { Parameters } from "../../lib/api";
import {
  read_all,
  read_deposits,
  read_withdrawals,
  type Deposit,
  type Wanted,
  type Withdrawal,
} from "../../lib/funds";
import { t } from "../../lib/i18n";
import { deposit_state, withdrawal_state } from "../../ui/fund_lists";
import { read_buys, read_sells, type PastOrder } from "./api";

export const history_tabs = ["deposit", "withdrawal", "buy", "sell"] as const;
export type HistoryTab = (typeof history_tabs)[number];

/** The states that a list can be narrowed to, as the server calls them. */
export const states: Readonly<Record<HistoryTab, readonly string[]>> = {
  deposit: ["APPROVED", "PENDING", "DECLINED"],
  withdrawal: ["PROCEED", "ONHOLD", "FLOATING", "FREEZE"],
  buy: ["PENDING", "APPROVED", "DISSAPROVED"],
  sell: ["PENDING", "APPROVED", "DECLINED"],
};

/** Filled, Cancelled or Pending. */
export function order_state(state: PastOrder["state"]): string {
  if (state === "PENDING") return t("history.pending");
  return t(state === "APPROVED" ? "history.filled" : "history.cancelled");
}

export function state_text(tab: HistoryTab, state: string): string {
  if (tab === "deposit") return deposit_state(state);
  if (tab === "withdrawal") return withdrawal_state(state);
  return order_state(state as PastOrder["state"]);
}

/** The parameters of a list's call: orders know coins as `name`. */
export function query_of(tab: HistoryTab, { coin, status, from, to }: Wanted): Parameters {
  const orders = tab === "buy" || tab === "sell";
  return { ...(orders ? { name: coin } : { coin }), status, from, to };
}

export const is_narrowed = (wanted: Wanted): boolean =>
  Object.values(wanted).some((value) => value !== undefined);

const deposit_row = (one: Deposit): string[] => [
  one.id,
  one.coin,
  one.network,
  one.date,
  deposit_state(one.recharge_status),
  one.recharge_amount,
];

const withdrawal_row = (one: Withdrawal): string[] => [
  one.id,
  one.client_wallet.coin.name,
  one.network,
  one.application_time,
  one.address,
  withdrawal_state(one.state),
  one.withdraw_amount,
];

const order_row = (one: PastOrder): string[] => [
  one.id,
  one.coin_pair,
  one.created_at,
  one.final_price ?? "",
  order_state(one.state),
  one.number_of_order,
  one.filled,
];

const order_header = () => [
  t("history.number"),
  t("history.name"),
  t("history.date"),
  t("history.price"),
  t("history.status"),
  t("history.amount"),
  t("history.filled"),
];

/** All that is wanted, with exact numbers: a header and its rows. */
export async function file_of(tab: HistoryTab, wanted: Wanted): Promise<[string[], string[][]]> {
  const query = query_of(tab, wanted);
  switch (tab) {
    case "deposit":
      return [
        [
          t("history.number"),
          t("history.name"),
          t("history.network"),
          t("history.date"),
          t("history.status"),
          t("history.amount"),
        ],
        (await read_all(read_deposits, query)).map(deposit_row),
      ];
    case "withdrawal":
      return [
        [
          t("history.number"),
          t("history.name"),
          t("history.network"),
          t("history.date"),
          t("history.address"),
          t("history.status"),
          t("history.amount"),
        ],
        (await read_all(read_withdrawals, query)).map(withdrawal_row),
      ];
    case "buy":
      return [order_header(), (await read_all(read_buys, query)).map(order_row)];
    case "sell":
      return [order_header(), (await read_all(read_sells, query)).map(order_row)];
  }
}
