// The receipts of orders that waited, and of positions that their targets closed: what the client's
// stream tells while no answer to a press could.
import type { Order } from "../features/spot/api";
import { filledText, filledTitle } from "../features/spot/receipts";
import { tellOfFilled, tellOfTarget } from "../features/futures/receipts";
import type { Decimal } from "../lib/decimal";
import { loadText } from "../lib/i18n";
import { answersGiven, isTold, tell } from "../lib/receipts";
import type { Push } from "../lib/stream";
import { toast } from "../ui/toast";

/** Fills of one order that follow each other so soon have one receipt. */
const joinMs = 2_000;

export class FillReceipts {
  /** Each as it was told last, until its receipt. */
  private readonly waiting = new Map<string, Order>();
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();

  /** `tickOf` a pair, where that is known. */
  constructor(private readonly tickOf: (pair: string) => Decimal | undefined) {}

  /** Of a fill, or of a position that may have reached its target. */
  take({ type, data }: Push): void {
    if (type === "order") return this.join(data as Order);
    const { id } = data as { id: string };
    void this.told(() => (type === "position" ? tellOfTarget(id) : tellOfFilled(id)));
  }

  /** Nobody is there who is to be told. */
  end(): void {
    this.timers.forEach(clearTimeout);
    this.waiting.clear();
  }

  private join(order: Order): void {
    const joined = this.waiting.has(order.id);
    this.waiting.set(order.id, order);
    if (joined) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void this.told(() => this.show(order.id));
    }, joinMs);
    this.timers.add(timer);
  }

  private async show(id: string): Promise<void> {
    await Promise.all([answersGiven(), loadText(["common", "spot"])]);
    const order = this.waiting.get(id);
    this.waiting.delete(id);
    if (!order || isTold(order)) return;
    tell(order);
    const text = filledText(order, this.tickOf(order.coin_pair.pair_name));
    toast({ tone: "success", title: filledTitle(order), text });
  }

  /** The bell and the lists say it as well: no more is said of a receipt that failed. */
  private async told(show: () => Promise<void>): Promise<void> {
    await show().catch(() => undefined);
  }
}
