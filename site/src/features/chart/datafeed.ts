// The price chart's datafeed: what /udf answers, and when a bar is delivered. The server's times are
// seconds, the chart's milliseconds.
import { address, call, type Parameters } from "../../lib/api";
import { isFrame, resolutions, spanMs, type Bar, type Frame } from "./frames";

export type Ask = <Answer>(path: string, parameters: Parameters) => Promise<Answer>;

/** A datafeed may take and send more than ours does. */
export const askServer: Ask = (path, parameters) =>
  call(address(path, parameters), { method: "GET" });

const second = 1_000;
/** The pulse looks back this many bars and asks for two of them. */
const windowBars = 10;
const barsAsked = 2;
export const pulseMs = 10_000;

/** The newest answer, for as long as the browser's session. */
const storageKey = "cambio.history";
/** Where the rest of an answer stands that the server cut short. */
const restPath = "/udf/history/ticker";

const paths: Record<Frame, string> = {
  "1min": "/udf/history",
  "5min": "/udf/history/five-min",
  "15min": "/udf/history",
  "30min": "/udf/history",
  "1hr": "/udf/history/one-hour",
  "4hr": "/udf/history/four-hour",
  "1D": "/udf/history/one-day",
  "1W": "/udf/history",
  "1M": "/udf/history",
};

interface Columns {
  t: number[];
  o?: number[];
  h?: number[];
  l?: number[];
  c: number[];
  v?: number[];
}

type HistoryAnswer =
  ({ s: "ok" } & Columns) | { s: "no_data"; nextTime?: number } | { s: "error"; errmsg?: string };

export interface History {
  bars: Bar[];
  /** Where older bars stand, in milliseconds, when there are none in what was asked for. */
  nextTime: number | null;
}

/** Where only closes are sent, a bar opens, rises and falls to its close. */
function barsIn({ t, o, h, l, c, v }: Columns): Bar[] {
  return t.map((time, index) => {
    const close = c[index] ?? 0;
    return {
      timestamp: time * second,
      open: o?.[index] ?? close,
      high: h?.[index] ?? close,
      low: l?.[index] ?? close,
      close,
      volume: v?.[index] ?? 0,
    };
  });
}

export interface Window {
  symbol: string;
  /** Milliseconds. */
  from: number;
  to: number;
  countback?: number;
  /** What prices and volumes shall be counted in, where it is not the symbol's own. */
  currencyCode?: string;
  unitId?: string;
}

async function historyAt(path: string, frame: Frame, wanted: Window, ask: Ask): Promise<History> {
  const answer = await ask<HistoryAnswer>(path, {
    ...wanted,
    resolution: resolutions[frame],
    from: Math.floor(wanted.from / second),
    to: Math.floor(wanted.to / second),
  });
  if (answer.s === "ok") return { bars: barsIn(answer), nextTime: null };
  if (answer.s === "no_data") {
    const { nextTime } = answer;
    return { bars: [], nextTime: nextTime === undefined ? null : nextTime * second };
  }
  throw new Error(answer.errmsg ?? "error");
}

/** Before which moment the bars stand that an answer does not have; null where there are none. */
function restBefore({ bars, nextTime }: History, frame: Frame): number | null {
  const [first] = bars;
  if (first) return first.timestamp;
  return nextTime === null ? null : nextTime + spanMs[frame];
}

function keepHistory(frame: Frame, symbol: string, { bars }: History): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ frame, symbol, bars }));
  } catch {
    // Storage may be full or forbidden.
  }
}

/**
 * Rejects with the server's message. A frame that does not exist is asked for nowhere. Where fewer
 * bars come than were counted, as over a gap, the older ones are asked for.
 */
export async function history(
  frame: Frame,
  wanted: Window,
  ask: Ask = askServer,
): Promise<History> {
  if (!isFrame(frame)) return new Promise(() => undefined);
  const found = await historyAt(paths[frame], frame, wanted, ask);
  let rest = restBefore(found, frame);
  while (wanted.countback !== undefined && rest !== null) {
    const countback = wanted.countback - found.bars.length;
    if (countback <= 0) break;
    const older = await historyAt(restPath, frame, { ...wanted, to: rest, countback }, ask);
    const before = rest;
    found.bars.unshift(...older.bars.filter(({ timestamp }) => timestamp < before));
    found.nextTime = null;
    rest = restBefore(older, frame);
    // A server that answers the same again has nothing older.
    if (rest !== null && rest >= before) break;
  }
  keepHistory(frame, wanted.symbol, found);
  return found;
}

export const tooFewBars = "Not enough bars in history for proper pulse update. Need at least 2.";

/**
 * The bars that a chart gets of a pulse. A bar older than the last one seen is not delivered; when a
 * newer one appears, the one before it is delivered once more, as it closed.
 */
export function delivered(bars: readonly Bar[], lastSeen: number | null): Bar[] {
  const newest = bars.at(-1);
  if (!newest || (lastSeen !== null && newest.timestamp < lastSeen)) return [];
  if (lastSeen === null || newest.timestamp === lastSeen) return [newest];
  const before = bars.at(-2);
  if (!before) throw new Error(tooFewBars);
  return [before, newest];
}

export interface Listener {
  /** The newest bar that the chart has, in milliseconds. */
  lastSeen: number | null;
  /** The datafeed's clock. */
  now: () => number;
  onBar: (bar: Bar) => void;
  /** Failed loads are nobody's business but the log's: the next pulse comes in ten seconds. */
  onError: (error: unknown) => void;
}

/** Tells of new bars until the function that it returns is called. */
export function subscribe(symbol: string, frame: Frame, listener: Listener, ask: Ask = askServer) {
  let { lastSeen } = listener;
  let over = false;
  const pulse = async () => {
    const to = listener.now();
    const from = to - windowBars * spanMs[frame];
    const { bars } = await history(frame, { symbol, from, to, countback: barsAsked }, ask);
    if (over) return;
    for (const bar of delivered(bars, lastSeen)) {
      lastSeen = bar.timestamp;
      listener.onBar(bar);
    }
  };
  const timer = setInterval(() => void pulse().catch(listener.onError), pulseMs);
  return () => {
    over = true;
    clearInterval(timer);
  };
}
