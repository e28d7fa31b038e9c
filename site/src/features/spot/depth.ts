// The geometry of the depth curves, in parts of their box: x from left to right, y upwards.
import type { DepthRow } from "../../lib/book";
import {
  add,
  compare,
  divide,
  forDrawing,
  larger,
  multiply,
  smaller,
  subtract,
  type Decimal,
} from "../../lib/decimal";

export interface CurvePoint {
  x: number;
  y: number;
  price: Decimal;
  /** In the coin, from the middle to this price. */
  sum: Decimal;
}

export interface Curve {
  points: readonly CurvePoint[];
  /** Where it begins beside the middle, and its outer edge. */
  start: number;
  end: number;
}

export interface DepthCurves {
  asks: Curve;
  bids: Curve;
  /** The prices at the left and the right edge. */
  low: Decimal;
  high: Decimal;
  /** The sum at the top, in the coin. */
  most: Decimal;
}

const places = 6;
const half = "0.5";

/**
 * How far a side is drawn, of the distances of its levels from the middle: to the last one, or to
 * three times as far as half of the levels stand where that is nearer. The client's own order may
 * be eighty times as far away as all others, on both sides.
 */
function reachOf(distances: readonly Decimal[]): Decimal {
  const halfWay = distances[Math.floor(distances.length / 2)] ?? "0";
  return smaller(distances.at(-1) ?? "0", multiply(halfWay, "3"));
}

/**
 * As far from the middle on both sides as the shorter one reaches, so that a lonely order far away
 * does not press all others together. Null when a side is empty.
 */
export function depthCurve(rows: {
  asks: readonly DepthRow[];
  bids: readonly DepthRow[];
}): DepthCurves | null {
  const [ask, bid] = [rows.asks[0], rows.bids[0]];
  if (!ask || !bid) return null;
  const middle = multiply(add(ask.unit_price, bid.unit_price), half);
  const up = reachOf(rows.asks.map((row) => subtract(row.unit_price, middle)));
  const down = reachOf(rows.bids.map((row) => subtract(middle, row.unit_price)));
  const reach = smaller(up, down);
  if (compare(reach, "0") <= 0) return null;
  const [low, high] = [subtract(middle, reach), add(middle, reach)];
  const seen = (row: DepthRow) =>
    compare(row.unit_price, low) >= 0 && compare(row.unit_price, high) <= 0;
  const [asks, bids] = [rows.asks.filter(seen), rows.bids.filter(seen)];
  const most = larger(asks.at(-1)?.sum ?? "0", bids.at(-1)?.sum ?? "0");
  const part = (a: Decimal, b: Decimal) => forDrawing(divide(a, b, places, "half_even"));
  const curve = (side: readonly DepthRow[], end: number): Curve => {
    const points = side.map(({ unit_price: unitPrice, sum }) => ({
      x: part(subtract(unitPrice, low), subtract(high, low)),
      y: part(sum, most),
      price: unitPrice,
      sum,
    }));
    return { points, start: points[0]?.x ?? end, end };
  };
  return { asks: curve(asks, 1), bids: curve(bids, 0), low, high, most };
}

/** The point whose price is nearest to a place in the box. */
export function nearestPoint({ asks, bids }: DepthCurves, x: number): CurvePoint | null {
  const distance = (point: CurvePoint) => Math.abs(point.x - x);
  return [...bids.points, ...asks.points].reduce<CurvePoint | null>(
    (found, point) => (found && distance(found) <= distance(point) ? found : point),
    null,
  );
}
