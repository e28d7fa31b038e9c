// Large, medium and small trades of the day as parts of one ring.
import type { Schemas } from "../../lib/calls";
import { add, divide, forDrawing, isZero, multiply } from "../../lib/decimal";

export const sizes = ["large", "medium", "small"] as const;
export type Size = (typeof sizes)[number];

/** In USDT, of the last 24 hours. */
export type Trading = Schemas["CoinProfile"]["trading"];

export interface Slice {
  size: Size;
  side: "buy" | "sell";
  /** Both in percent of the ring; for drawing. */
  from: number;
  part: number;
}

/** Buys first, then sells from small to large, so that each side is one piece of the ring. */
export function slicesOf(trading: Trading): Slice[] {
  const parts = [
    ...sizes.map((size) => ({ size, side: "buy" as const })),
    ...[...sizes].reverse().map((size) => ({ size, side: "sell" as const })),
  ];
  const whole = parts.reduce((sum, { size, side }) => add(sum, trading[size][side]), "0");
  let from = 0;
  return parts.flatMap(({ size, side }) => {
    const value = trading[size][side];
    if (isZero(value)) return [];
    const part = forDrawing(divide(multiply(value, "100"), whole, 4, "half_even"));
    from += part;
    return [{ size, side, from: from - part, part }];
  });
}
