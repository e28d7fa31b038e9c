// What orders are called where they are listed.
import { divide } from "../../lib/decimal";
import { formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import type { Order } from "./api";

/** "Stop limit", of an order with a second leg "OCO · Limit". */
export function typeText(order: Pick<Order, "type" | "oco_group">): string {
  const type = t(`spot.${order.type}`);
  return order.oco_group === undefined ? type : `${t("spot.OCO")} · ${type}`;
}

/** "2.5%", of a distance in basis points. */
export const trailText = (delta: number): string =>
  formatPercent(divide(String(delta), "100", 2, "half_even"), { signed: false });

export const states = {
  PENDING: { tone: "neutral", text: "spot.pending" },
  APPROVED: { tone: "up", text: "spot.state_filled" },
  DISSAPROVED: { tone: "neutral", text: "spot.state_cancelled" },
} as const;

export const stateText = (order: Pick<Order, "state">): string => t(states[order.state].text);
