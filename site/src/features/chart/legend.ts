// The lines of figures in the chart's corner, and the room that they need above the candles.
import type { Indicator } from "./kept";

const lineHeight = 23;
/** Of the mark at the highest candle, which stands a little above it. */
const markHeight = 24;
const digitWidth = 6.4;
/** Between two entries. */
const margins = 12;
/** At the lowest candle: half of the last price's tag, and the countdown under it. */
const roomBelow = 28;
/** Of the pane: what the candles keep, however low it is. Shares of less would not stay below 1. */
const leastCandles = 0.55;

/** How many entries a legend has, and how long the words before each number are: "MA25: ". */
interface Legend {
  entries: number;
  label: number;
}

const candle: Legend = { entries: 4, label: 2 };
const overCandles: Partial<Record<Indicator, Legend>> = {
  MA: { entries: 2, label: 6 },
  EMA: { entries: 2, label: 7 },
  BOLL: { entries: 3, label: 5 },
  VWAP: { entries: 1, label: 6 },
};

/**
 * How many lines the legends take: `digits` is the length of a price as it stands there. A market that
 * is compared has one of its own.
 */
export function legendLines(
  chosen: readonly Indicator[],
  digits: number,
  width: number,
  compares = false,
): number {
  const legends = [candle, ...chosen.flatMap((name) => overCandles[name] ?? [])];
  return legends.reduce(
    (lines, { entries, label }) => {
      const entry = margins + (label + digits) * digitWidth;
      const inALine = Math.max(1, Math.floor(width / entry));
      return lines + Math.ceil(entries / inALine);
    },
    compares ? 1 : 0,
  );
}

/** In pixels. */
export const legendHeight = (lines: number): number => lines * lineHeight;

/** The free room above and below the candles, as shares of their own height. */
export function gaps(lines: number, height: number): { top: number; bottom: number } {
  const above = legendHeight(lines) + markHeight;
  const free = above + roomBelow;
  const candles = Math.max(height - free, height * leastCandles);
  const shrunk = (height - candles) / free;
  return { top: (above * shrunk) / candles, bottom: (roomBelow * shrunk) / candles };
}
