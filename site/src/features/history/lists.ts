// The five lists of the history: what of each is asked for, and what stands in its file.
import {
  readAll,
  readDeposits,
  readWithdrawals,
  type Deposit,
  type Wanted,
  type Withdrawal,
} from "../../lib/funds";
import { t } from "../../lib/i18n";
import { depositState, withdrawalState } from "../../ui/fund_lists";
import { readBuys, readOthers, readSells, type OtherMovement, type PastOrder } from "./api";

export const historyTabs = ["deposit", "withdrawal", "buy", "sell", "other"] as const;
export type HistoryTab = (typeof historyTabs)[number];

/** The states that a list can be narrowed to, as the server calls them. */
export const states = {
  deposit: ["APPROVED", "PENDING", "DECLINED"],
  withdrawal: ["PROCEED", "ONHOLD", "FLOATING", "FREEZE"],
  buy: ["PENDING", "APPROVED", "DISSAPROVED"],
  sell: ["PENDING", "APPROVED", "DECLINED"],
  /** Its kinds: all of them are done. */
  other: ["reward", "referral", "fee_refund", "transfer", "reversal", "demo"],
} as const satisfies Readonly<Record<HistoryTab, readonly string[]>>;

/** Filled, Cancelled or Pending. */
export function orderState(state: PastOrder["state"]): string {
  if (state === "PENDING") return t("history.pending");
  return t(state === "APPROVED" ? "history.filled" : "history.cancelled");
}

export const kindText = (kind: OtherMovement["kind"]): string => t(`history.kind_${kind}`);

/** "Spot wallet → Futures wallet", or the one of the client's that it came to or left. */
export const walletText = ({ from_wallet: from, to_wallet: to }: OtherMovement): string =>
  [from, to]
    .filter((wallet) => wallet !== undefined)
    .map((wallet) => t(`history.wallet_${wallet}`))
    .join(" → ");

export function stateText(tab: HistoryTab, state: string): string {
  if (tab === "deposit") return depositState(state);
  if (tab === "withdrawal") return withdrawalState(state);
  if (tab === "other") return kindText(state as OtherMovement["kind"]);
  return orderState(state as PastOrder["state"]);
}

/** What the calls of all lists take alike. A state of another list narrows nothing. */
const narrowed = <State extends string>(known: readonly State[], { status, from, to }: Wanted) => ({
  status: known.find((state) => state === status),
  from,
  to,
});

/** The parameters of each list's call: orders know coins as `name`. */
export const queryOf = {
  deposit: (wanted: Wanted) => ({ coin: wanted.coin, ...narrowed(states.deposit, wanted) }),
  withdrawal: (wanted: Wanted) => ({ coin: wanted.coin, ...narrowed(states.withdrawal, wanted) }),
  buy: (wanted: Wanted) => ({ name: wanted.coin, ...narrowed(states.buy, wanted) }),
  sell: (wanted: Wanted) => ({ name: wanted.coin, ...narrowed(states.sell, wanted) }),
  other: ({ coin, ...wanted }: Wanted) => {
    const { status: kind, from, to } = narrowed(states.other, wanted);
    return { coin, kind, from, to };
  },
};

export const isNarrowed = (wanted: Wanted): boolean =>
  Object.values(wanted).some((value) => value !== undefined);

const depositRow = (one: Deposit): string[] => [
  one.id,
  one.coin,
  one.network,
  one.date,
  depositState(one.recharge_status),
  one.recharge_amount,
];

const withdrawalRow = (one: Withdrawal): string[] => [
  one.id,
  one.client_wallet.coin.name,
  one.network,
  one.application_time,
  one.address,
  withdrawalState(one.state),
  one.withdraw_amount,
];

const orderRow = (one: PastOrder): string[] => [
  one.id,
  one.coin_pair,
  one.created_at,
  one.final_price ?? "",
  orderState(one.state),
  one.number_of_order,
  one.filled,
];

const otherRow = (one: OtherMovement): string[] => [
  one.coin,
  one.at,
  kindText(one.kind),
  walletText(one),
  one.amount,
];

const orderHeader = () => [
  t("history.number"),
  t("history.name"),
  t("history.date"),
  t("history.price"),
  t("history.status"),
  t("history.amount"),
  t("history.filled"),
];

/** All that is wanted, with exact numbers: a header and its rows. */
export async function fileOf(tab: HistoryTab, wanted: Wanted): Promise<[string[], string[][]]> {
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
        (await readAll(readDeposits, queryOf.deposit(wanted))).map(depositRow),
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
        (await readAll(readWithdrawals, queryOf.withdrawal(wanted))).map(withdrawalRow),
      ];
    case "buy":
      return [orderHeader(), (await readAll(readBuys, queryOf.buy(wanted))).map(orderRow)];
    case "sell":
      return [orderHeader(), (await readAll(readSells, queryOf.sell(wanted))).map(orderRow)];
    case "other":
      return [
        [
          t("history.name"),
          t("history.date"),
          t("history.kind"),
          t("history.wallet"),
          t("history.amount"),
        ],
        (await readAll(readOthers, queryOf.other(wanted))).map(otherRow),
      ];
  }
}
