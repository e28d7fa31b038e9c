// Where the time axis has its lines and labels: at round times (13:50, the 5th, the first bar of a
// month), as close together as their labels allow.
import { beginOf, endOf, spanMs, type Frame } from "./frames";

const minute = 60_000;
const day = 1440 * minute;
const month = 31 * day;

interface Step {
  /** From one to the next, at most. */
  ms: number;
  /** Whether a bar that follows another one is the first of its step. */
  isFirst: (at: number, before: number) => boolean;
}

const clockStep = (minutes: number): Step => ({
  ms: minutes * minute,
  isFirst: (at) => at % (minutes * minute) === 0,
});

/** 1970 began on a Thursday. */
const weekOf = (at: number) => Math.floor((at / day + 3) / 7);
const monthOf = (at: number) => {
  const time = new Date(at);
  return time.getUTCFullYear() * 12 + time.getUTCMonth();
};

/** The 1st, the 5th, the 10th and so on; or, of `days` 10, the 1st, the 10th and the 20th. */
const partOf = (days: number) => (at: number) =>
  monthOf(at) * 6 + Math.floor(Math.min(new Date(at).getUTCDate(), 29) / days);

/** A step of so many weeks or months begins with the first bar in it, whenever that is. */
const calendarStep = (ms: number, of: (at: number) => number, count: number): Step => ({
  ms: ms * count,
  isFirst: (at, before) => Math.floor(of(at) / count) !== Math.floor(of(before) / count),
});

const steps: readonly Step[] = [
  ...[1, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440, 2880].map(clockStep),
  calendarStep(5 * day, partOf(5), 1),
  calendarStep(7 * day, weekOf, 1),
  calendarStep(10 * day, partOf(10), 1),
  calendarStep(7 * day, weekOf, 2),
  ...[1, 2, 3, 6, 12, 24, 60, 120].map((months) => calendarStep(month, monthOf, months)),
];

/** When each bar began, also of those to come: null before the first one. */
export function timesOf(frame: Frame, bars: readonly { timestamp: number }[]) {
  const last = bars.length - 1;
  return (index: number): number | null => {
    const known = bars[Math.min(index, last)]?.timestamp;
    if (known === undefined || index <= last) return known ?? null;
    if (frame !== "1M") return known + (index - last) * spanMs[frame];
    let time = known;
    for (let bar = last; bar < index; bar += 1) time = endOf(frame, beginOf(frame, time));
    return time;
  };
}

interface Wanted {
  frame: Frame;
  timeOf: (index: number) => number | null;
  /** The bars that are seen; `to` is the first one that is not. */
  from: number;
  to: number;
  /** How many bars a label needs: one of a date, one of a time of the day. */
  least: { date: number; clock: number };
}

/** The bars that have a label. */
export function roundBars({ frame, timeOf, from, to, least }: Wanted): number[] {
  const begins = (step: Step) => {
    const found: number[] = [];
    for (let index = Math.max(from, 0); index < to; index += 1) {
      const [at, before] = [timeOf(index), timeOf(index - 1)];
      if (at !== null && step.isFirst(at, before ?? at - 1)) found.push(index);
    }
    return found;
  };
  const needs = ({ ms }: Step) => (ms < day ? least.clock : least.date);
  for (const step of steps) {
    if (step.ms < needs(step) * spanMs[frame] || step.ms < spanMs[frame]) continue;
    const found = begins(step);
    // A month is shorter than another one, and a market without trades has no bars.
    const isApart = (bar: number, place: number) =>
      place === 0 || bar - (found[place - 1] ?? 0) >= needs(step);
    if (found.every(isApart)) return found;
  }
  return [];
}
