// What a person chose for the chart: indicators for all pairs, drawings for each pair. A browser that
// keeps nothing loses only these. synced.ts brings them to the client's other devices.

export const indicators = [
  "MA",
  "EMA",
  "BOLL",
  "VWAP",
  "SUPERTREND",
  "VOL",
  "RSI",
  "STOCH",
  "MACD",
  "ATR",
] as const;
export type Indicator = (typeof indicators)[number];

/** A number that a person may choose for an indicator. */
export interface Parameter {
  name:
    "length" | "short_length" | "long_length" | "signal" | "smoothing" | "deviations" | "factor";
  usual: number;
  most: number;
  /** After the point. */
  places: 0 | 1;
}

const length = (name: Parameter["name"], usual: number): Parameter => ({
  name,
  usual,
  most: 500,
  places: 0,
});
const times = (name: Parameter["name"], usual: number): Parameter => ({
  name,
  usual,
  most: 20,
  places: 1,
});

export const parameters: Readonly<Record<Indicator, readonly Parameter[]>> = {
  MA: [length("short_length", 7), length("long_length", 25)],
  EMA: [length("short_length", 12), length("long_length", 26)],
  BOLL: [length("length", 20), times("deviations", 2)],
  VWAP: [],
  SUPERTREND: [length("length", 10), times("factor", 3)],
  VOL: [],
  RSI: [length("length", 14)],
  STOCH: [length("length", 14), length("smoothing", 3), length("signal", 3)],
  MACD: [length("short_length", 12), length("long_length", 26), length("signal", 9)],
  ATR: [length("length", 14)],
};

/** What the person chose, or what is usual, of every indicator. */
export type Chosen = Readonly<Record<Indicator, readonly number[]>>;

/** More than nothing, and no more than its most, in its steps. */
export const fits = ({ most, places }: Parameter, value: unknown): value is number =>
  typeof value === "number" &&
  value > 0 &&
  value <= most &&
  Number.isInteger(Math.round(value * 1e9 * 10 ** places) / 1e9);

const indicatorsKey = "cambio.indicators";
const parametersKey = "cambio.indicator_parameters";
const scaleKey = "cambio.scale";
const magnetKey = "cambio.magnet";
const comparedKey = "cambio.compared";
const usual: readonly Indicator[] = ["MA", "VOL"];

/** A part of what is kept is a pair, whose drawings it has, or this: what all pairs share. */
export const allPairs = "*";

let told: (part: string) => void = () => undefined;

/** Who hears that the person has changed a part. */
export function onKept(listener: (part: string) => void): void {
  told = listener;
}

export function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be full or forbidden.
  }
}

function choose(key: string, value: unknown): void {
  write(key, value);
  told(allPairs);
}

export function keptIndicators(): readonly Indicator[] {
  const kept = read(indicatorsKey);
  return Array.isArray(kept) ? indicators.filter((name) => kept.includes(name)) : usual;
}

export function keptParameters(): Chosen {
  const kept = read(parametersKey);
  const all = typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  const of = (name: Indicator) => {
    const values = all[name];
    const list: readonly unknown[] = Array.isArray(values) ? values : [];
    const known = parameters[name];
    return known.every((one, index) => fits(one, list[index]))
      ? (list.slice(0, known.length) as number[])
      : known.map(({ usual }) => usual);
  };
  return Object.fromEntries(indicators.map((name) => [name, of(name)])) as unknown as Chosen;
}

export const keepParameters = (chosen: Chosen): void => choose(parametersKey, chosen);

/** Of prices: in equal steps, in equal shares, or as a share of the first price in sight. */
export const scales = ["linear", "logarithmic", "percent"] as const;
export type Scale = (typeof scales)[number];

export const keptScale = (): Scale => {
  const kept = read(scaleKey);
  return scales.find((scale) => scale === kept) ?? "linear";
};
export const keepScale = (scale: Scale): void => choose(scaleKey, scale);

export const keptMagnet = (): boolean => read(magnetKey) === true;
export const keepMagnet = (on: boolean): void => choose(magnetKey, on);

/** The second market that stands beside the candles: "ETHUSDT"; null: none. */
export function keptCompared(): string | null {
  const kept = read(comparedKey);
  return typeof kept === "string" && /^[A-Z0-9]{2,20}$/.test(kept) ? kept : null;
}
export const keepCompared = (pair: string | null): void => choose(comparedKey, pair);

export const keepIndicators = (chosen: readonly Indicator[]): void => choose(indicatorsKey, chosen);

export const tools = ["trend", "horizontal", "ray", "fibonacci", "rectangle", "note"] as const;
export type Tool = (typeof tools)[number];

/** The tokens that lines may be drawn in; the first is the usual one. */
export const colours = ["accent", "text-1", "warning", "up", "dn", "text-3"] as const;
export const widths = [1, 2, 3] as const;

/** How a drawing looks, and whether it stays where it is. */
export interface Look {
  colour: (typeof colours)[number];
  width: (typeof widths)[number];
  dashed: boolean;
  locked: boolean;
}

export const usualLook: Look = { colour: "accent", width: 1, dashed: false, locked: false };

export interface Drawing {
  tool: Tool;
  /** In milliseconds and in the quote; for drawing. */
  points: { timestamp?: number; value?: number }[];
  text?: string;
  /** What of it is not as usual. */
  look?: Partial<Look>;
}

/** The whole look; what is not known, as of a newer version of the site, is as usual. */
export function lookOf({ look }: Pick<Drawing, "look">): Look {
  return {
    colour: colours.find((colour) => colour === look?.colour) ?? usualLook.colour,
    width: widths.find((width) => width === look?.width) ?? usualLook.width,
    dashed: look?.dashed === true,
    locked: look?.locked === true,
  };
}

const mostDrawings = 100;
const drawingsPrefix = "cambio.drawings.";
const drawingsKey = (pair: string) => `${drawingsPrefix}${pair}`;

function isPoint(point: unknown): boolean {
  if (typeof point !== "object" || point === null) return false;
  const { timestamp, value } = point as Record<string, unknown>;
  return (
    (timestamp === undefined || typeof timestamp === "number") &&
    (value === undefined || typeof value === "number")
  );
}

function isDrawing(drawing: unknown): drawing is Drawing {
  if (typeof drawing !== "object" || drawing === null) return false;
  const { tool, points, text, look } = drawing as Record<string, unknown>;
  return (
    tools.some((name) => name === tool) &&
    Array.isArray(points) &&
    points.every(isPoint) &&
    (text === undefined || typeof text === "string") &&
    (look === undefined || (typeof look === "object" && look !== null))
  );
}

/** Those in a list that may be of anything. */
export const drawingsIn = (list: unknown): Drawing[] =>
  Array.isArray(list) ? list.filter(isDrawing).slice(0, mostDrawings) : [];

export const keptDrawings = (pair: string): Drawing[] => drawingsIn(read(drawingsKey(pair)));

/** As they came from elsewhere. */
export function takeDrawings(pair: string, drawings: readonly Drawing[]): void {
  if (drawings.length > 0) write(drawingsKey(pair), drawings.slice(0, mostDrawings));
  else localStorage.removeItem(drawingsKey(pair));
}

export function keepDrawings(pair: string, drawings: readonly Drawing[]): void {
  takeDrawings(pair, drawings);
  told(pair);
}

const layoutKeys = {
  indicators: indicatorsKey,
  parameters: parametersKey,
  scale: scaleKey,
  magnet: magnetKey,
  compared: comparedKey,
} as const;
const layoutNames = Object.keys(layoutKeys) as (keyof typeof layoutKeys)[];

/** What all pairs share, as it is kept; what was never chosen is not in it. */
export type Layout = Readonly<Partial<Record<keyof typeof layoutKeys, unknown>>>;

export const keptLayout = (): Layout =>
  Object.fromEntries(
    layoutNames
      .map((name) => [name, read(layoutKeys[name])] as const)
      .filter(([, value]) => value !== null),
  );

/** As it came from elsewhere: whatever is wrong in it counts as not chosen where it is read. */
export function takeLayout(layout: Layout): void {
  for (const name of layoutNames) {
    const value = layout[name] ?? null;
    if (value === null) localStorage.removeItem(layoutKeys[name]);
    else write(layoutKeys[name], value);
  }
}

/** Another person's choices and drawings go. */
export function forgetKept(): void {
  takeLayout({});
  Object.keys(localStorage)
    .filter((key) => key.startsWith(drawingsPrefix))
    .forEach((key) => localStorage.removeItem(key));
}
