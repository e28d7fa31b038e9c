// The little game: is the price higher or lower in a minute? Nothing is at stake but a streak.
import { compare, type Decimal } from "../../lib/decimal";

export const roundMs = 60_000;

export type Side = "higher" | "lower";

export interface Round {
  side: Side;
  price: Decimal;
  /** When it ends, in milliseconds of this browser's clock. */
  ends_at: number;
}

/** even: the price is where it was, and the streak stays. void: there was no fresh price. */
export type Verdict = "right" | "wrong" | "even" | "void";

export interface Streak {
  now: number;
  best: number;
}

export const noStreak: Streak = { now: 0, best: 0 };

export function settle(round: Round, last: Decimal, stale: boolean): Verdict {
  if (stale) return "void";
  const moved = compare(last, round.price);
  if (moved === 0) return "even";
  return moved > 0 === (round.side === "higher") ? "right" : "wrong";
}

export function after(streak: Streak, verdict: Verdict): Streak {
  if (verdict === "even" || verdict === "void") return streak;
  const now = verdict === "right" ? streak.now + 1 : 0;
  return { now, best: Math.max(now, streak.best) };
}

const count = /^(\d{1,6})\/(\d{1,6})$/;

/** A streak as it is kept in the browser, "3/7"; what cannot be read is none. */
export function readStreak(kept: string | null): Streak {
  const found = count.exec(kept ?? "");
  if (!found) return noStreak;
  const [now, best] = [Number.parseInt(found[1] ?? "", 10), Number.parseInt(found[2] ?? "", 10)];
  return { now, best: Math.max(now, best) };
}

export const writtenStreak = ({ now, best }: Streak): string => `${now}/${best}`;

/** Whole seconds that are left, for the clock. */
export const secondsLeft = (round: Round, now: number): number =>
  Math.min(roundMs / 1000, Math.max(0, Math.ceil((round.ends_at - now) / 1000)));
