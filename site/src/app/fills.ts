// Which pushes of the client's stream say that an order of theirs was filled, in whole or in part.
import { compare, isDecimal, isZero, type Decimal } from "../lib/decimal";
import type { Push } from "../lib/stream";

interface SpotOrder {
  id: string;
  state: string;
  filled: Decimal;
  created_at: string;
  updated_at: string;
}

const kept = 500;
/** An order that ends so soon was never one that waits in the book. */
const atOnceMs = 5_000;
const cancelled = "DISSAPROVED";

const isOrder = (data: unknown): data is SpotOrder =>
  isDecimal((data as SpotOrder | null)?.filled) && typeof (data as SpotOrder).id === "string";

const lived = (order: SpotOrder) => Date.parse(order.updated_at) - Date.parse(order.created_at);

export class Fills {
  /** How much of each order was filled when it was last heard of; the latest stand last. */
  private readonly known = new Map<string, Decimal>();

  private fillsSpot(order: SpotOrder): boolean {
    const before = this.known.get(order.id);
    this.known.delete(order.id);
    this.known.set(order.id, order.filled);
    const oldest = this.known.size > kept ? this.known.keys().next().value : undefined;
    if (oldest !== undefined) this.known.delete(oldest);
    if (before !== undefined) return compare(order.filled, before) > 0;
    if (isZero(order.filled)) return false;
    // What was filled of an order that is cancelled now may have been filled long ago.
    return order.state !== cancelled || lived(order) < atOnceMs;
  }

  /** Each push once, in their order. */
  fills({ type, data }: Push): boolean {
    if (type === "order") return isOrder(data) && this.fillsSpot(data);
    return type === "futures_order" && (data as { state?: string } | null)?.state === "FILLED";
  }
}
