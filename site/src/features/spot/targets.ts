// Take-profit and stop-loss that are attached to an order, for what it will have filled.
import { compare, fitsStep, isZero, typedDecimal, type Decimal } from "../../lib/decimal";

export const targetFields = ["take_profit", "stop_loss"] as const;
export type TargetField = (typeof targetFields)[number];

/** As they were typed; without `on` they are kept, and count for nothing. */
export interface Targets extends Record<TargetField, string> {
  on: boolean;
}

export const noTargets: Targets = { on: false, take_profit: "", stop_loss: "" };

export type TargetProblem =
  `${TargetField}_required` | `${TargetField}_above` | `${TargetField}_below`;

/** Both are needed, on the two sides of the price at which the order trades: its limit, or the last one. */
export function targetsProblem(
  side: "BUY" | "SELL",
  targets: Targets,
  price: Decimal,
  tick: Decimal,
): { code: TargetProblem | "off_tick"; field: TargetField; n?: Decimal } | null {
  if (!targets.on) return null;
  for (const field of targetFields) {
    const target = typedDecimal(targets[field]);
    if (!target || isZero(target)) return { code: `${field}_required`, field };
    if (!fitsStep(target, tick)) return { code: "off_tick", field, n: tick };
    const above = (side === "BUY") === (field === "take_profit");
    if (!isZero(price) && compare(target, price) !== (above ? 1 : -1)) {
      return { code: `${field}_${above ? "above" : "below"}`, field, n: price };
    }
  }
  return null;
}

/** What is sent of them. */
export const targetOf = (targets: Targets, field: TargetField): Decimal | undefined =>
  targets.on ? (typedDecimal(targets[field]) ?? undefined) : undefined;

/** Why the pair was not placed, in the words of the catalogue's keys. */
export function refusalOf(reason: string): "passed" | "balance" | "small" | "other" {
  switch (reason) {
    case "stop_would_trigger":
    case "oco_prices":
    case "would_cross":
      return "passed";
    case "insufficient_balance":
      return "balance";
    case "below_minimum":
      return "small";
    default:
      return "other";
  }
}
