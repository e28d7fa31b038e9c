// How far a trailing stop stays behind the price, as it is typed: in percent.
import {
  add,
  compare,
  divide,
  forDrawing,
  isZero,
  multiply,
  subtract,
  typedDecimal,
  type Decimal,
} from "../../lib/decimal";

/** As the server takes it. */
const least = "0.1";
const most = "20";
export const trailPlaces = 2;

/** Where the stop stands when it is placed; null while its distance is not one. */
export function trailingStop(side: "BUY" | "SELL", trail: string, last: Decimal): Decimal | null {
  const percent = typedDecimal(trail);
  if (!percent || isZero(percent) || isZero(last)) return null;
  const distance = divide(multiply(last, percent), "100", 18, "half_even");
  return side === "SELL" ? subtract(last, distance) : add(last, distance);
}

/** Of an order that trails; null: there is none, or it is another order. */
export function trailProblem({ kind, trail }: { kind: string; trail: string }) {
  if (kind !== "TRAILING_STOP_MARKET") return null;
  const percent = typedDecimal(trail);
  if (!percent || isZero(percent)) return { code: "trail_required", field: "trail" } as const;
  const within = compare(percent, least) >= 0 && compare(percent, most) <= 0;
  return within ? null : ({ code: "trail_range", field: "trail" } as const);
}

/** As it is sent. */
export const basisPoints = (trail: string): number =>
  forDrawing(multiply(typedDecimal(trail) ?? "0", "100"));
