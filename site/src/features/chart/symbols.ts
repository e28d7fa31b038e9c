// What the datafeed offers, which symbols it knows, their quotes and the marks on their candles.
import { ApiError } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { logFailure } from "../../lib/log";
import { askServer, type Ask } from "./datafeed";
import { resolutions, type Frame } from "./frames";

const second = 1_000;
const mostResults = 30;
const descriptionOffset = 8000;
/** How often the quotes of symbols that somebody looks at are asked for, and of all others. */
export const fastQuotesMs = 10_000;
export const generalQuotesMs = 60_000;

interface Exchange {
  value: string;
}

export interface Config {
  supports_search: boolean;
  supports_group_request: boolean;
  supports_marks: boolean;
  supports_timescale_marks: boolean;
  supports_time: boolean;
  supported_resolutions: readonly string[];
  /** The groups of symbols. */
  exchanges: readonly Exchange[];
}

/** What holds where the datafeed does not say what it offers. */
export const usualConfig: Config = {
  supports_search: false,
  supports_group_request: true,
  supports_marks: false,
  supports_timescale_marks: false,
  supports_time: false,
  supported_resolutions: ["1", "5", "15", "30", "60", "1D", "1W", "1M"],
  exchanges: ["NYSE", "FOREX", "AMEX", "Cambio"].map((value) => ({ value })),
};

export const unsupported = "unsupported configuration";

/** What is used where the datafeed does not answer; the log has why. */
const instead =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    logFailure("Datafeed", error);
    return value;
  };

/** Rejects where symbols could neither be searched nor listed. */
export async function loadConfig(ask: Ask = askServer): Promise<Config> {
  const config = await ask<Partial<Config>>("/udf/config", {}).then(
    (told) => ({ ...usualConfig, ...told }),
    instead(usualConfig),
  );
  if (!config.supports_search && !config.supports_group_request) throw new Error(unsupported);
  return config;
}

/** By how many milliseconds the datafeed's clock, which tells whole seconds, is ahead of ours. */
export async function clockAhead(ask: Ask = askServer): Promise<number> {
  const asked = Date.now();
  const told = (await ask<number>("/udf/time", {})) * second;
  const answered = Date.now();
  if (!Number.isInteger(told)) throw new Error("no time");
  // Within the second that was told and the time on the way, both clocks may be the same.
  if (told + second > asked && told <= answered) return 0;
  return told - asked;
}

export const offers = (config: Config, frame: Frame): boolean =>
  config.supported_resolutions.includes(resolutions[frame]);

type Described = Schemas["FeedSymbol"];
/** A symbol as the datafeed describes it: a list of all has less of each. */
export type FeedSymbol = Partial<Described> &
  Pick<Described, "ticker" | "description" | "pricescale" | "volume_precision">;

const usualVolumePrecision = 0;
const usualMultipliers: Described["intraday_multipliers"] = ["1", "5", "15", "30", "60"];

/** The same for all symbols, or one for each. */
type Column<Value> = Value | readonly Value[];

interface Listed {
  symbol: readonly string[];
  ticker?: readonly string[];
  description: readonly string[];
  pricescale: Column<number>;
  "exchange-listed"?: Column<string>;
  type?: Column<string>;
}

const cell = <Value extends string | number>(column: Column<Value> | undefined, at: number) =>
  typeof column === "object" ? column[at] : column;

/** The symbols of all exchanges. Without one of them it is not known which do not exist. */
async function allSymbols(config: Config, ask: Ask): Promise<(Match & { pricescale: number })[]> {
  const lists = await Promise.all(
    config.exchanges.map(({ value: group }) => ask<Listed>("/udf/symbol_info", { group })),
  );
  return lists.flatMap((list) =>
    list.symbol.map((symbol, at) => {
      const exchange = cell(list["exchange-listed"], at) ?? "";
      return {
        symbol,
        full_name: `${exchange}:${symbol}`,
        description: list.description[at] ?? symbol,
        exchange,
        params: [],
        ticker: list.ticker?.[at] ?? symbol,
        type: cell(list.type, at) ?? "",
        pricescale: cell(list.pricescale, at) ?? 1,
      };
    }),
  );
}

const unknownSymbol = "unknown_symbol";
const invalidSymbol = "invalid symbol";

/** Whether resolve() rejected because there is no such symbol. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof Error && [unknownSymbol, invalidSymbol].includes(error.message);

async function listed(name: string, config: Config, ask: Ask): Promise<FeedSymbol> {
  const found = (await allSymbols(config, ask)).find(({ symbol }) => symbol === name);
  if (!found) throw new Error(invalidSymbol);
  return {
    name,
    ticker: found.ticker,
    description: found.description,
    exchange: found.exchange,
    listed_exchange: found.exchange,
    pricescale: found.pricescale,
    intraday_multipliers: usualMultipliers,
    volume_precision: usualVolumePrecision,
    format: "price",
  };
}

const notFound = 404;

/**
 * Rejects with unknown_symbol, or with "invalid symbol" where it is not in the list of all; with
 * anything else where the datafeed did not say whether there is one.
 */
export async function resolve(
  name: string,
  config: Config,
  ask: Ask = askServer,
): Promise<FeedSymbol> {
  if (config.supports_group_request) return listed(name, config, ask);
  const found = await ask<FeedSymbol & { s?: string }>("/udf/symbols", { symbol: name }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === notFound) return null;
      throw error;
    },
  );
  if (!found || found.s === "error") throw new Error(unknownSymbol);
  return found;
}

export interface Match {
  symbol: string;
  /** "Cambio:BTCUSDT" */
  full_name: string;
  description: string;
  exchange: string;
  params: readonly string[];
  ticker: string;
  type: string;
}

/** Smaller is better: a match in the name before one in the description, earlier before later. */
function rankOf({ symbol, description }: Match, query: string): number {
  const inName = symbol.toUpperCase().indexOf(query);
  if (inName >= 0) return inName;
  const inDescription = description.toUpperCase().indexOf(query);
  return inDescription < 0 ? Infinity : descriptionOffset + inDescription;
}

async function ranked(query: string, config: Config, ask: Ask): Promise<Match[]> {
  const all = await allSymbols(config, ask);
  return all
    .map((match) => ({ match, rank: rankOf(match, query) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, mostResults)
    .map(({ match }) => match);
}

/** The best matches first; none where the datafeed does not answer. */
export function search(
  text: string,
  config: Config,
  ask: Ask = askServer,
): Promise<readonly Match[]> {
  const query = text.trim().toUpperCase();
  const found = config.supports_search
    ? ask<readonly Match[]>("/udf/search", { query, limit: mostResults, type: "", exchange: "" })
    : ranked(query, config, ask);
  return found.catch(instead([]));
}

export interface Quote {
  /** The last price and its change in percent: drawn and shown, never counted with. */
  lp: number;
  chp: number;
}

type QuotesAnswer =
  | { s: "ok"; d: readonly ({ s: "ok"; n: string; v: Quote } | { s: "error"; n: string })[] }
  | { s: "error"; errmsg?: string };

const causeOf = (error: unknown): string => (error instanceof Error ? error.message : "");

/** Rejects with the server's message, or with "network error" and the cause. */
export async function quotes(
  symbols: readonly string[],
  ask: Ask = askServer,
): Promise<ReadonlyMap<string, Quote>> {
  let answer: QuotesAnswer;
  try {
    answer = await ask<QuotesAnswer>("/udf/quotes", { symbols: symbols.join(",") });
  } catch (error) {
    throw new Error(`network error: ${causeOf(error)}`, { cause: error });
  }
  if (answer.s !== "ok") throw new Error(answer.errmsg ?? "error");
  return new Map(answer.d.flatMap((one) => (one.s === "ok" ? [[one.n, one.v]] : [])));
}

interface MarkAnswer {
  id: string | number;
  time: number;
  label?: string;
  text?: string;
  tooltip?: string | readonly string[];
  /** A colour of CSS, or one for the border and one for what it encloses. */
  color?: string | { border?: string; background?: string };
  labelFontColor?: string;
  minSize?: number;
  borderWidth?: number;
  hoveredBorderWidth?: number;
  imageUrl?: string;
  showLabelWhenImageLoaded?: boolean;
}

/** What the datafeed said, with the time in milliseconds and the text that is shown. */
export type Mark = MarkAnswer & { text: string };

const textOf = ({ label, text, tooltip }: MarkAnswer): string =>
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

function marksAt(path: string, range: Range, ask: Ask): Promise<readonly Mark[]> {
  const found = ask<readonly MarkAnswer[]>(path, {
    symbol: range.symbol,
    from: Math.floor(range.from / second),
    to: Math.ceil(range.to / second),
    resolution: resolutions[range.frame],
  });
  return found
    .then((marks) =>
      marks.map((mark) => ({ ...mark, time: mark.time * second, text: textOf(mark) })),
    )
    .catch(instead([]));
}

/** The client's own trades: the page draws them itself, at their prices, as they happen. */
const isOwn = ({ id }: Mark): boolean => String(id).startsWith("fill:");

/** What the datafeed marks on candles and on the time scale; nothing where it does not answer. */
export async function marks(
  config: Config,
  range: Range,
  ask: Ask = askServer,
): Promise<readonly Mark[]> {
  const both = await Promise.all([
    config.supports_marks ? marksAt("/udf/marks", range, ask) : [],
    config.supports_timescale_marks ? marksAt("/udf/timescale_marks", range, ask) : [],
  ]);
  return both.flat().filter((mark) => !isOwn(mark));
}
