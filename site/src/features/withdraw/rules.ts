// What makes a withdrawal possible; plain rules without React.
import { addressProblem, type AddressProblem, type SavedAddress } from "../../lib/addresses";
import {
  compare,
  isZero,
  round,
  subtract,
  trimZeros,
  typedDecimal,
  type Decimal,
} from "../../lib/decimal";
import type { Network, NetworkCoin } from "../../lib/networks";
import type { TextKey } from "../../text/catalogue";
import type { Limits } from "./api";

export const firstCoin = "USDT";
export const firstNetwork = "TRC20";

const coarse: readonly string[] = ["USDT", "USDC"];
const usualPlaces = 8;
const coarsePlaces = 6;

/** What people may type after the point: tokens of dollars have six places on most networks. */
export const placesOfCoin = (coin: string): number =>
  coarse.includes(coin) ? coarsePlaces : usualPlaces;

export interface Draft {
  coin: string;
  network: string;
  address: string;
  amount: string;
}

export const emptyDraft = (coin = firstCoin): Draft => ({
  coin,
  network: "",
  address: "",
  amount: "",
});

type Way = Network & { withdrawal: NonNullable<Network["withdrawal"]> };

/** The networks that a coin leaves over, open or closed. */
export const waysOut = (coin: NetworkCoin | undefined): Way[] =>
  (coin?.networks ?? []).filter((one): one is Way => one.withdrawal !== null);

export const wayOf = (coin: NetworkCoin | undefined, wanted: string): Way | undefined => {
  const ways = waysOut(coin);
  return (
    ways.find(({ value }) => value === wanted) ??
    ways.find(({ value, withdrawal }) => value === firstNetwork && withdrawal.open) ??
    ways.find(({ withdrawal }) => withdrawal.open) ??
    ways[0]
  );
};

export const addressTexts: Readonly<Record<AddressProblem, TextKey>> = {
  empty: "withdraw.address_empty",
  format: "withdraw.address_format",
  checksum: "withdraw.address_format",
  network: "withdraw.address_network",
};

/** Whether the button cannot be pressed: there is no address, or one of another network. */
export const keepsButton = (problem: AddressProblem | null): boolean =>
  problem === "empty" || problem === "network";

export interface AmountProblem {
  code: "required" | "minimum" | "balance" | "limit";
  limit: Decimal;
}

export function amountProblem(
  typed: string,
  way: Way | undefined,
  available: Decimal | undefined,
): AmountProblem | null {
  const amount = typedDecimal(typed);
  if (amount === null || isZero(amount)) return { code: "required", limit: "0" };
  const minimum = way?.withdrawal.minimum ?? "0";
  if (compare(amount, minimum) < 0) return { code: "minimum", limit: trimZeros(minimum) };
  if (available !== undefined && compare(amount, available) > 0) {
    return { code: "balance", limit: trimZeros(available) };
  }
  return null;
}

/** What arrives; zero where the fee takes all. */
export function receivable(typed: string, way: Way | undefined): Decimal {
  const amount = typedDecimal(typed) ?? "0";
  const left = subtract(amount, way?.withdrawal.fee ?? "0");
  return compare(left, "0") > 0 ? trimZeros(left) : "0";
}

/** All that can be taken, as it is typed. */
export const most = (coin: string, available: Decimal | undefined): string =>
  trimZeros(round(available ?? "0", placesOfCoin(coin), "down"));

export const savedFor = (
  saved: readonly SavedAddress[] | undefined,
  { coin, network }: Pick<Draft, "coin" | "network">,
): SavedAddress[] => (saved ?? []).filter((one) => one.coin === coin && one.network === network);

/** Addresses of Ethereum's kind may be written in capitals or not. */
export const sameAddress = (a: string, b: string): boolean =>
  a === b || (a.startsWith("0x") && a.toLowerCase() === b.toLowerCase());

/** What keeps every withdrawal back, the gravest first. */
export type Obstacle = "restricted" | "audit" | "paused" | "resting" | "closed" | "not_saved";

/** What is said as an alert at a press. */
export type Alert = Obstacle | "fraudulent";

/** The server's refusals that are such. */
export const alerts: Readonly<Record<string, Alert | undefined>> = {
  address_fraudulent: "fraudulent",
  withdrawals_restricted: "restricted",
  withdrawals_resting: "resting",
  address_not_saved: "not_saved",
  network_closed: "closed",
  // By the audit or by the operator: the server does not say which.
  withdrawals_paused: "paused",
};

/** `paused`: by the operator. */
export function obstacle(
  limits: Limits | undefined,
  way: Way | undefined,
  paused: boolean,
  now: number,
): Exclude<Obstacle, "not_saved"> | null {
  if (limits?.restricted) return "restricted";
  if (limits?.frozen_by_audit) return "audit";
  if (paused) return "paused";
  if (limits?.rests_until && Date.parse(limits.rests_until) > now) return "resting";
  if (way && !way.withdrawal.open) return "closed";
  return null;
}

/** Whether a code by mail is needed; `worth` in USDT, undefined where no price is known. */
export function needsCode(limits: Limits | undefined, worth: Decimal | undefined): boolean {
  const oneStep = limits?.one_step;
  if (!oneStep?.on || worth === undefined) return true;
  return compare(worth, oneStep.left) > 0;
}

/** `worth` in USDT, undefined where no price is known: the server then says whether it is too much. */
export function problemsOf(
  draft: Draft,
  way: Way | undefined,
  limits: Limits | undefined,
  worth: Decimal | undefined,
): { address: AddressProblem | null; amount: AmountProblem | null } {
  const above = limits && worth !== undefined && compare(worth, limits.left) > 0;
  return {
    address: addressProblem(way?.kind ?? "", draft.address),
    amount:
      amountProblem(draft.amount, way, limits?.available[draft.coin]) ??
      (above ? { code: "limit", limit: trimZeros(limits.left) } : null),
  };
}
