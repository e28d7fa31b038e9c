// What a position was opened and closed at: the words of a notice.
import { get } from "../../lib/api";
import { places_of, trim_zeros, type Decimal } from "../../lib/decimal";
import { format_number } from "../../lib/format";
import { t } from "../../lib/i18n";
import { toast } from "../../ui/toast";
import type { ClosedPosition, Contract, Position } from "./contract";

const quote = "USDT";
const tries = 20;
const between_ms = 1_000;
const recent = 20;

type Terms = Pick<Contract, "coin" | "tick">;

const coins = ({ quantity, coin_pair }: Position, contract: Terms | undefined) =>
  `${format_number(trim_zeros(quantity))} ${contract?.coin ?? coin_pair.pair_name.slice(0, -quote.length)}`;

const price = (value: Decimal, contract: Terms | undefined) =>
  format_number(
    value,
    contract ? { places: places_of(contract.tick) } : { places: places_of(trim_zeros(value)) },
  );

const usdt = (value: Decimal, signed = false) =>
  `${format_number(trim_zeros(value), { signed })} ${quote}`;

/** "Opened long 0.01 BTC at 95,288.7. Fee: 0.95 USDT." */
export const opened_text = (position: Position, contract: Terms | undefined): string =>
  t(`futures.opened_${position.delegate_type}`, {
    amount: coins(position, contract),
    price: price(position.opening_price, contract),
    fee: usdt(position.fee),
  });

/** "Closed long 0.01 BTC at 95,300.1. Profit +0.11 USDT, fees 1.90 USDT." */
export const closed_text = (position: ClosedPosition, contract: Terms | undefined): string =>
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
export async function tell_when_closed(id: string, contract: Terms | undefined): Promise<void> {
  for (let tried = 0; tried < tries; tried += 1) {
    await new Promise((resolve) => setTimeout(resolve, between_ms));
    try {
      const { positions } = await get("/api/v3/futures/history", { page: 1, per_page: recent });
      const closed = positions.find((position) => position.id === id);
      if (closed) {
        const text = closed_text(closed, contract);
        return toast({ tone: "success", title: t("futures.position_closed"), text });
      }
    } catch {
      // The bell and the history say it as well.
      return;
    }
  }
}
