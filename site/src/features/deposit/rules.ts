// What a deposit's state means to its owner; plain rules without React.
import type { Deposit } from "../../lib/funds";
import type { Network, NetworkCoin } from "../../lib/networks";
import type { TextKey } from "../../text/catalogue";

export const firstCoin = "USDT";

export type Shown = "COMPLETED" | "PENDING" | "DROPPED" | "REVERSED" | "IGNORED";

type Progress = Pick<Deposit, "state" | "recharge_status" | "unlocked">;

/** What the chip says. A credited deposit is completed, even while it cannot be withdrawn yet. */
export function shownState({ state, recharge_status: rechargeStatus }: Progress): Shown {
  if (state === "ORPHANED") return "DROPPED";
  if (state === "REVERSED" || state === "IGNORED") return state;
  return rechargeStatus === "APPROVED" ? "COMPLETED" : "PENDING";
}

export const tones = {
  COMPLETED: "up",
  PENDING: "warning",
  DROPPED: "neutral",
  REVERSED: "down",
  IGNORED: "down",
} as const satisfies Record<Shown, string>;

const isOnItsWay = ({ state }: Pick<Deposit, "state">): boolean =>
  state === "SEEN" || state === "CONFIRMING";

/** The newest deposit that is not finished: on its way, or credited and not to be withdrawn yet. */
export const incoming = (deposits: readonly Deposit[] | undefined): Deposit | undefined =>
  deposits?.find((one) => isOnItsWay(one) || (one.state === "CREDITED" && !one.unlocked));

/** Confirmations and how many there have to be: for the credit, then for withdrawing. */
export function progressOf(deposit: Deposit): { done: number; needed: number; credited: boolean } {
  const credited = deposit.state === "CREDITED";
  const needed = Math.max(
    1,
    credited ? deposit.unlock_confirmations : deposit.confirmations_needed,
  );
  return { done: Math.min(deposit.confirmations, needed), needed, credited };
}

/** Why a deposit brought nothing; null where it did, or may still. */
export function reasonKey({ state, reason }: Pick<Deposit, "state" | "reason">): TextKey | null {
  if (state === "ORPHANED") return "deposit.reason_dropped";
  if (state === "REVERSED") return "deposit.reason_reversed";
  if (state !== "IGNORED") return null;
  return reason === "below_minimum" ? "deposit.reason_below_minimum" : "deposit.reason_other";
}

/** The coin of the address if it can be deposited, else the first one. */
export const coinOf = (
  coins: readonly NetworkCoin[],
  wanted: string | null,
): NetworkCoin | undefined =>
  coins.find(({ coin }) => coin === wanted) ??
  coins.find(({ coin }) => coin === firstCoin) ??
  coins[0];

/** The chosen network where the coin has it, else its first open one, else its first. */
export const networkOf = (coin: NetworkCoin, wanted: string | null): Network | undefined =>
  coin.networks.find(({ value }) => value === wanted) ??
  coin.networks.find(({ deposit_open: depositOpen }) => depositOpen) ??
  coin.networks[0];
