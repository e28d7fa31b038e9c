// What a person chose for the chart: indicators for all pairs, drawings for each pair. A browser that
// keeps nothing loses only these.

export const indicators = ["MA", "EMA", "BOLL", "VOL", "RSI", "MACD"] as const;
export type Indicator = (typeof indicators)[number];

const indicatorsKey = "cambio.indicators";
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

export function keptIndicators(): readonly Indicator[] {
  const kept = read(indicatorsKey);
  return Array.isArray(kept) ? indicators.filter((name) => kept.includes(name)) : usual;
}

export const keepIndicators = (chosen: readonly Indicator[]): void => write(indicatorsKey, chosen);

export const tools = ["trend", "horizontal", "ray", "fibonacci", "rectangle", "note"] as const;
export type Tool = (typeof tools)[number];

export interface Drawing {
  tool: Tool;
  /** In milliseconds and in the quote; for drawing. */
  points: { timestamp?: number; value?: number }[];
  text?: string;
}

const mostDrawings = 100;
const drawingsKey = (pair: string) => `cambio.drawings.${pair}`;

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
  const { tool, points, text } = drawing as Record<string, unknown>;
  return (
    tools.some((name) => name === tool) &&
    Array.isArray(points) &&
    points.every(isPoint) &&
    (text === undefined || typeof text === "string")
  );
}

export function keptDrawings(pair: string): Drawing[] {
  const kept = read(drawingsKey(pair));
  return Array.isArray(kept) ? kept.filter(isDrawing).slice(0, mostDrawings) : [];
}

export function keepDrawings(pair: string, drawings: readonly Drawing[]): void {
  if (drawings.length > 0) write(drawingsKey(pair), drawings.slice(0, mostDrawings));
  else localStorage.removeItem(drawingsKey(pair));
}
