// What a person chose for the chart: indicators for all pairs, drawings for each pair. A browser that
// keeps nothing loses only these.

export const indicators = ["MA", "EMA", "BOLL", "VOL", "RSI", "MACD"] as const;
export type Indicator = (typeof indicators)[number];

const indicators_key = "cambio.indicators";
const usual: readonly Indicator[] = ["MA", "VOL"];

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be full or forbidden.
  }
}

export function kept_indicators(): readonly Indicator[] {
  const kept = read(indicators_key);
  return Array.isArray(kept) ? indicators.filter((name) => kept.includes(name)) : usual;
}

export const keep_indicators = (chosen: readonly Indicator[]): void =>
  write(indicators_key, chosen);

export const tools = ["trend", "horizontal", "ray", "fibonacci", "rectangle", "note"] as const;
export type Tool = (typeof tools)[number];

export interface Drawing {
  tool: Tool;
  /** In milliseconds and in the quote; for drawing. */
  points: { timestamp?: number; value?: number }[];
  text?: string;
}

const most_drawings = 100;
const drawings_key = (pair: string) => `cambio.drawings.${pair}`;

function is_point(point: unknown): boolean {
  if (typeof point !== "object" || point === null) return false;
  const { timestamp, value } = point as Record<string, unknown>;
  return (
    (timestamp === undefined || typeof timestamp === "number") &&
    (value === undefined || typeof value === "number")
  );
}

function is_drawing(drawing: unknown): drawing is Drawing {
  if (typeof drawing !== "object" || drawing === null) return false;
  const { tool, points, text } = drawing as Record<string, unknown>;
  return (
    tools.some((name) => name === tool) &&
    Array.isArray(points) &&
    points.every(is_point) &&
    (text === undefined || typeof text === "string")
  );
}

export function kept_drawings(pair: string): Drawing[] {
  const kept = read(drawings_key(pair));
  return Array.isArray(kept) ? kept.filter(is_drawing).slice(0, most_drawings) : [];
}

export function keep_drawings(pair: string, drawings: readonly Drawing[]): void {
  if (drawings.length > 0) write(drawings_key(pair), drawings.slice(0, most_drawings));
  else localStorage.removeItem(drawings_key(pair));
}
