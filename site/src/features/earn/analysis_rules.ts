// How a series of days is drawn.
import { compare, divide, forDrawing, isZero, multiply, type Decimal } from "../../lib/decimal";

export interface Point {
  day: string;
  usdt: Decimal;
}

/** There are no bars to draw. */
export const hasNothing = (points: readonly Point[]): boolean =>
  points.every(({ usdt }) => isZero(usdt));

/** The height of each bar, in percent of the highest; what is more than nothing can be seen. */
export function heights(points: readonly Point[]): number[] {
  const highest = points.reduce<Decimal>(
    (most, { usdt }) => (compare(usdt, most) > 0 ? usdt : most),
    "0",
  );
  if (isZero(highest)) return points.map(() => 0);
  return points.map(({ usdt }) => {
    if (isZero(usdt)) return 0;
    const share = forDrawing(divide(multiply(usdt, "100"), highest, 2, "half_even"));
    return Math.max(share, 1);
  });
}
