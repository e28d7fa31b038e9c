// What the datafeed offers, which symbols it knows, their quotes and the marks on their candles.
import { get } from "../../lib/api";
import type { Ask } from "./datafeed";
import type { Frame } from "./frames";

const ask_server: Ask = (path, parameters) => get(path, parameters);

const second = 1_000;
const most_results = 30;
/** How often the quotes of symbols that somebody looks at are asked for, and of all others. */
export const fast_quotes_ms = 10_000;
export const general_quotes_ms = 60_000;

export interface Config {
  supports_search: boolean;
  supports_group_request: boolean;
  supports_marks: boolean;
  supports_timescale_marks: boolean;
  supported_resolutions: readonly string[];
}

/** What holds where the datafeed does not say what it offers. */
export const usual_config: Config = {
  supports_search: false,
  supports_group_request: true,
  supports_marks: false,
  supports_timescale_marks: false,
  supported_resolutions: ["1", "5", "15", "30", "60", "1D", "1W", "1M"],
};

export const unsupported = "unsupported configuration";

/** Rejects where symbols could neither be searched nor listed. */
export async function load_config(ask: Ask = ask_server): Promise<Config> {
  const config = await ask<Partial<Config>>("/udf/config", {}).then(
    (told) => ({ ...usual_config, ...told }),
    () => usual_config,
  );
  if (!config.supports_search && !config.supports_group_request) throw new Error(unsupported);
  return config;
}

const resolutions: Record<Frame, string> = {
  "1min": "1",
  "5min": "5",
  "1hr": "60",
  "4hr": "240",
  "1D": "1D",
};

export const offers = (config: Config, frame: Frame): boolean =>
  config.supported_resolutions.includes(resolutions[frame]);

export interface FeedSymbol {
  /** What history is asked for with. */
  ticker: string;
  description: string;
  /** Ten to the power of the price's places. */
  pricescale: number;
  volume_precision: number;
}

const usual_volume_precision = 0;

interface Listed {
  symbol: readonly string[];
  ticker?: readonly string[];
  description: readonly string[];
  pricescale: readonly number[];
}

async function listed(name: string, ask: Ask): Promise<FeedSymbol> {
  const list = await ask<Listed>("/udf/symbol_info", {});
  const at = list.symbol.indexOf(name);
  const scale = list.pricescale[at];
  if (at < 0 || scale === undefined) throw new Error("invalid symbol");
  return {
    ticker: list.ticker?.[at] ?? name,
    description: list.description[at] ?? name,
    pricescale: scale,
    volume_precision: usual_volume_precision,
  };
}

/** Rejects with unknown_symbol, or with "invalid symbol" where it is not in the list of all. */
export async function resolve(
  name: string,
  config: Config,
  ask: Ask = ask_server,
): Promise<FeedSymbol> {
  if (config.supports_group_request) return listed(name, ask);
  try {
    const found = await ask<FeedSymbol & { s?: string }>("/udf/symbols", { symbol: name });
    if (found.s === "error") throw new Error("unknown_symbol");
    return { ...found, volume_precision: found.volume_precision };
  } catch {
    throw new Error("unknown_symbol");
  }
}

export interface Match {
  symbol: string;
  /** "Cambio:BTCUSDT" */
  full_name: string;
  description: string;
  exchange: string;
  ticker: string;
  type: string;
}

/** The best matches first, as the server ranks them; none where it does not answer. */
export async function search(text: string, ask: Ask = ask_server): Promise<readonly Match[]> {
  const query = text.trim().toUpperCase();
  try {
    return await ask<readonly Match[]>("/udf/search", {
      query,
      limit: most_results,
      type: "",
      exchange: "",
    });
  } catch {
    return [];
  }
}

export interface Quote {
  /** The last price and its change in percent: drawn and shown, never counted with. */
  lp: number;
  chp: number;
}

type QuotesAnswer =
  | { s: "ok"; d: readonly ({ s: "ok"; n: string; v: Quote } | { s: "error"; n: string })[] }
  | { s: "error"; errmsg?: string };

const cause_of = (error: unknown): string => (error instanceof Error ? error.message : "");

/** Rejects with the server's message, or with "network error" and the cause. */
export async function quotes(
  symbols: readonly string[],
  ask: Ask = ask_server,
): Promise<ReadonlyMap<string, Quote>> {
  let answer: QuotesAnswer;
  try {
    answer = await ask<QuotesAnswer>("/udf/quotes", { symbols: symbols.join(",") });
  } catch (error) {
    throw new Error(`network error: ${cause_of(error)}`, { cause: error });
  }
  if (answer.s !== "ok") throw new Error(answer.errmsg ?? "error");
  return new Map(answer.d.flatMap((one) => (one.s === "ok" ? [[one.n, one.v]] : [])));
}

export interface Mark {
  id: string;
  /** Milliseconds. */
  time: number;
  text: string;
}

interface MarkAnswer {
  id: string | number;
  time: number;
  label?: string;
  text?: string;
  tooltip?: string | readonly string[];
}

const text_of = ({ label, text, tooltip }: MarkAnswer): string =>
  [label, text ?? (typeof tooltip === "string" ? tooltip : tooltip?.join(", "))]
    .filter(Boolean)
    .join(" · ");

interface Range {
  symbol: string;
  frame: Frame;
  /** Milliseconds. */
  from: number;
  to: number;
}

async function marks_at(path: string, range: Range, ask: Ask): Promise<readonly Mark[]> {
  try {
    const marks = await ask<readonly MarkAnswer[]>(path, {
      symbol: range.symbol,
      from: Math.floor(range.from / second),
      to: Math.ceil(range.to / second),
      resolution: resolutions[range.frame],
    });
    return marks.map((mark) => ({
      id: String(mark.id),
      time: mark.time * second,
      text: text_of(mark),
    }));
  } catch {
    return [];
  }
}

/** What the datafeed marks on candles and on the time scale; nothing where it does not answer. */
export async function marks(
  config: Config,
  range: Range,
  ask: Ask = ask_server,
): Promise<readonly Mark[]> {
  const both = await Promise.all([
    config.supports_marks ? marks_at("/udf/marks", range, ask) : [],
    config.supports_timescale_marks ? marks_at("/udf/timescale_marks", range, ask) : [],
  ]);
  return both.flat();
}
