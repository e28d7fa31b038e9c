// When and of what a plan of Auto Invest buys; plain rules without React.
import {
  compare,
  divide,
  larger,
  multiply,
  trimZeros,
  typedDecimal,
  whole,
  type Decimal,
} from "../../lib/decimal";
import type { Plan, Product } from "./offers_api";

export const cycles = [
  "Daily",
  "Weekly",
  "Bi-Weekly",
  "Monthly",
  "1 Hour",
  "4 Hours",
  "8 Hours",
  "12 Hours",
] as const;
export type Cycle = (typeof cycles)[number];

export const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
export type Day = (typeof days)[number];
export const dates = Array.from({ length: 31 }, (_, index) => index + 1);

export const usdtPlaces = 6;
const hundred = 100;
export const mostCoins = 10;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const hours: Partial<Record<Cycle, number>> = {
  "1 Hour": 1,
  "4 Hours": 4,
  "8 Hours": 8,
  "12 Hours": 12,
};

export const hasDay = (cycle: string): boolean => cycle === "Weekly" || cycle === "Bi-Weekly";
export const hasDate = (cycle: string): boolean => cycle === "Monthly";

export interface Schedule {
  cycle: Cycle;
  day: Day;
  date: number;
}

export const firstSchedule: Schedule = { cycle: "Daily", day: "Mon", date: 1 };

/** The date in that month of UTC, or the month's last day. */
function dateIn(year: number, month: number, date: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date, last));
}

/** The first time that a plan made at `now` buys, as the server has it. */
export function firstRun({ cycle, day, date }: Schedule, now: number): Date {
  const pause = hours[cycle];
  if (pause !== undefined) return new Date(Math.floor(now / 1000) * 1000 + pause * hourMs);
  const today = new Date(Math.floor(now / dayMs) * dayMs);
  if (cycle === "Daily") return new Date(today.getTime() + dayMs);
  if (cycle === "Monthly") {
    const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
    const here = dateIn(year, month, date);
    return new Date(here > today.getTime() ? here : dateIn(year, month + 1, date));
  }
  const ahead = (days.indexOf(day) + 1 - today.getUTCDay() + 7) % 7 || 7;
  const weeks = cycle === "Bi-Weekly" ? 7 : 0;
  return new Date(today.getTime() + (ahead + weeks) * dayMs);
}

export interface Share {
  coin: string;
  /** As it is typed: whole percents. */
  percent: string;
}

const percentOf = (share: Share): number =>
  /^\d{1,3}$/.test(share.percent) ? whole(share.percent) : 0;

export const sumOf = (shares: readonly Share[]): number =>
  shares.reduce((sum, share) => sum + percentOf(share), 0);

/** Equal shares; what does not divide goes to the first ones. */
export function equalShares(coins: readonly string[]): Share[] {
  const each = Math.floor(hundred / Math.max(1, coins.length));
  const rest = hundred - each * coins.length;
  return coins.map((coin, index) => ({
    coin,
    percent: (each + (index < rest ? 1 : 0)).toString(),
  }));
}

/** Shares by weight, at least one percent each, 100 in all: the rounding goes to the heaviest. */
export function weightedShares(weights: readonly { coin: string; weight: Decimal }[]): Share[] {
  const total = weights.reduce((sum, { weight }) => sum + whole(weight), 0);
  if (total <= 0) return equalShares(weights.map(({ coin }) => coin));
  const parts = weights.map(({ coin, weight }) => ({
    coin,
    percent: Math.max(1, Math.floor((whole(weight) * hundred) / total)),
  }));
  const rest = hundred - parts.reduce((sum, { percent }) => sum + percent, 0);
  const heaviest = parts.reduce((at, part, index) => {
    const best = parts[at];
    return best && part.percent > best.percent ? index : at;
  }, 0);
  return parts.map(({ coin, percent }, index) => ({
    coin,
    percent: (index === heaviest ? percent + rest : percent).toString(),
  }));
}

export type SharesProblem = "share" | "sum";

export function sharesProblem(shares: readonly Share[]): SharesProblem | null {
  if (shares.length < 2) return null;
  if (shares.some((share) => percentOf(share) < 1)) return "share";
  return sumOf(shares) === hundred ? null : "sum";
}

/** The coins that a plan can buy. */
export const investable = (products: readonly Product[]): Product[] =>
  products.filter(({ invest }) => invest !== null);

/** What a plan has to spend each time, so that no share is below its market's smallest order. */
export function planBounds(products: readonly Product[], shares: readonly Share[]) {
  const bounds = { minimum: "0", maximum: "0" };
  for (const share of shares) {
    const invest = products.find(({ name }) => name === share.coin)?.invest;
    if (!invest) continue;
    const percent = shares.length > 1 ? Math.max(1, percentOf(share)) : hundred;
    const least = divide(multiply(invest.minimum, "100"), percent.toString(), 2, "up");
    bounds.minimum = trimZeros(larger(bounds.minimum, least));
    bounds.maximum = compare(bounds.maximum, "0") === 0 ? invest.maximum : bounds.maximum;
  }
  return bounds;
}

/** What a plan sends, without its key. */
export const planContent = (
  products: readonly Product[],
  given: { amount: string; schedule: Schedule; shares: readonly Share[] },
) => {
  const { cycle, day, date } = given.schedule;
  const [first] = given.shares;
  const id = products.find(({ name }) => name === first?.coin)?.id;
  return {
    ...(given.shares.length > 1
      ? { coins: given.shares.map(({ coin, percent }) => `${coin}:${percent}`).join(",") }
      : { earn_id: id }),
    amount: typedDecimal(given.amount) ?? "0",
    cycles: cycle,
    ...(hasDay(cycle) && { day }),
    ...(hasDate(cycle) && { date }),
  };
};

export const coinsOf = (plan: Pick<Plan, "coins">): string =>
  plan.coins.map(({ coin }) => coin).join(", ");
