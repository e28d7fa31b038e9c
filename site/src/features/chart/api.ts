import { get } from "../../lib/api";
import { barsOf, type Bar, type Frame } from "./frames";

/** The newest bars, or those before a moment in milliseconds; oldest first. */
export async function loadBars(
  pair: string,
  frame: Frame,
  limit: number,
  before?: number,
): Promise<Bar[]> {
  const answer = await get("/api/v2/chart/chart-series", {
    symbol: pair,
    timeframe: frame === "15min" ? "15" : frame === "30min" ? "30" : frame,
    limit,
    before,
  });
  return barsOf(answer);
}
