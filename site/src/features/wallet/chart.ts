// Where the lines of the portfolio's chart go. Shares of its height and width, not pixels.
import { forDrawing, round, type Decimal } from "../../lib/decimal";
import type { PortfolioDay } from "./api";

export interface ChartPoint {
  /** From 0 (left) to 100. */
  x: number;
  /** From 0 (top) to 100. */
  y: number;
  day: PortfolioDay;
}

export interface Chart {
  points: readonly ChartPoint[];
  /** When the first and the last were, in milliseconds. */
  from: number;
  to: number;
  /** Values that a line is drawn at, from the top. */
  ticks: readonly { y: number; value: Decimal }[];
}

/** Round steps, and how many places each needs more than its power of ten. */
const steps = [
  [1, 0],
  [2, 0],
  [2.5, 1],
  [5, 0],
  [10, -1],
] as const;
const lines = 4;

/** A round distance between lines, so that about four of them span the range, and its places. */
function stepFor(range: number): [step: number, places: number] {
  const rough = range / lines;
  const exponent = Math.floor(Math.log10(rough));
  const power = 10 ** exponent;
  const [step, more] = steps.find(([one]) => one * power >= rough) ?? [10, -1];
  return [step * power, Math.max(0, more - exponent)];
}

/** Null where there are fewer than two points: they make no line. */
export function chartOf(days: readonly PortfolioDay[]): Chart | null {
  if (days.length < 2) return null;
  const values = days.map(({ total }) => forDrawing(total));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // A worth that never changed is a line in the middle.
  const range = most - least || Math.max(most, 1) * 0.02;
  const [step, places] = stepFor(range);
  const low = Math.max(0, Math.floor((most === least ? least - range / 2 : least) / step) * step);
  const high = Math.max(Math.ceil(most / step) * step, low + step);
  const yOf = (value: number) => 100 - ((value - low) / (high - low)) * 100;
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => {
    const value = high - index * step;
    return { y: yOf(value), value: round(value.toString(), places, "half_even") };
  });
  const times = days.map(({ at }) => Date.parse(at));
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  const points = days.map((day, index) => ({
    x: (((times[index] ?? from) - from) / Math.max(to - from, 1)) * 100,
    y: yOf(values[index] ?? low),
    day,
  }));
  return { points, from, to, ticks };
}

/** The point that is nearest to a place, from 0 (left) to 100. */
export function nearest({ points }: Chart, x: number): number {
  const distance = (index: number) => Math.abs((points[index]?.x ?? Infinity) - x);
  return points.reduce((best, _, index) => (distance(index) < distance(best) ? index : best), 0);
}

const dayMs = 86_400_000;

/** Less than two days are told by the clock: dates would be the same. */
export const byClock = ({ from, to }: Chart): boolean => to - from < 2 * dayMs;

/** So many moments from the first to the last, evenly; fewer where dates would be the same. */
export function momentsOf(chart: Chart, wanted: number): Date[] {
  const { from, to } = chart;
  const shown = byClock(chart) ? wanted : Math.min(wanted, Math.floor((to - from) / dayMs) + 1);
  return Array.from(
    { length: shown },
    (_, index) => new Date(from + ((to - from) * index) / (shown - 1)),
  );
}
