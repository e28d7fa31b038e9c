// What a position was opened and closed at, and what an order holds: the words of a notice.
import { get } from "../../lib/api";
import { placesOf, trimZeros, type Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { toast } from "../../ui/toast";
import type { ClosedPosition, Contract, FuturesOrder, Position } from "./contract";

const quote = "USDT";
const tries = 20;
const betweenMs = 1_000;
const recent = 20;

type Terms = Pick<Contract, "coin" | "tick">;

const coins = ({ quantity, coin_pair: coinPair }: Position, contract: Terms | undefined) =>
  `${formatNumber(trimZeros(quantity))} ${contract?.coin ?? coinPair.pair_name.slice(0, -quote.length)}`;

const price = (value: Decimal, contract: Terms | undefined) =>
  formatNumber(
    value,
    contract ? { places: placesOf(contract.tick) } : { places: placesOf(trimZeros(value)) },
  );

const usdt = (value: Decimal, signed = false) =>
  `${formatNumber(trimZeros(value), { signed })} ${quote}`;

/** "Opened long 0.01 BTC at 95,288.7. Fee: 0.95 USDT." */
export const openedText = (position: Position, contract: Terms | undefined): string =>
  t(`futures.opened_${position.delegate_type}`, {
    amount: coins(position, contract),
    price: price(position.opening_price, contract),
    fee: usdt(position.fee),
  });

/** "100.5 USDT is held until the order is filled or cancelled." */
export const placedText = (order: FuturesOrder): string =>
  t("futures.order_placed_text", { held: usdt(order.held) });

/** "Closed long 0.01 BTC at 95,300.1. Profit +0.11 USDT, fees 1.90 USDT." */
export const closedText = (position: ClosedPosition, contract: Terms | undefined): string =>
  t(`futures.closed_${position.delegate_type}`, {
    amount: coins(position, contract),
    price: price(position.closing_price, contract),
    profit: usdt(position.realised, true),
    fee: usdt(position.fee),
  });

/**
 * A close request is carried out seconds later, wherever the client is by then; where an operator
 * has to confirm it first, nobody is told here.
 */
export async function tellWhenClosed(id: string, contract: Terms | undefined): Promise<void> {
  for (let tried = 0; tried < tries; tried += 1) {
    await new Promise((resolve) => setTimeout(resolve, betweenMs));
    try {
      const { positions } = await get("/api/v3/futures/history", { page: 1, per_page: recent });
      const closed = positions.find((position) => position.id === id);
      if (closed) {
        const text = closedText(closed, contract);
        const title = t(closed.part_of ? "futures.part_closed" : "futures.position_closed");
        return toast({ tone: "success", title, text });
      }
    } catch {
      // The bell and the history say it as well.
      return;
    }
  }
}
