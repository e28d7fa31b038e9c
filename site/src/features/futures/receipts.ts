// What a position was opened and closed at, and what an order holds: the words of a notice.
import { ApiError, get } from "../../lib/api";
import { placesOf, trimZeros, type Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { loadText, t } from "../../lib/i18n";
import { toast } from "../../ui/toast";
import type { ClosedPosition, Contract, EarlyClose, FuturesOrder, Position } from "./contract";

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

const number = (value: Decimal | undefined) => formatNumber(value ?? null);

/** It is too early to close the position. */
export function tellOfEarly(answer: EarlyClose): void {
  const text = t("futures.close_early", {
    daysLeft: answer.daysLeft,
    futureTarget: number(answer.futureTarget),
    futureFundsToAdd: number(answer.futureFundsToAdd),
  });
  toast({ tone: "error", title: t("futures.close_early_title"), text });
}

/** The title where nobody knows what came of a request. */
export const unansweredOf = (error: unknown): string =>
  t(
    error instanceof ApiError && error.status === 0
      ? "futures.no_response"
      : "futures.request_error",
  );

const listed = { page: 1, per_page: recent };

/** Of an order that waited, and asked for a position or a part of it to be closed. */
async function tellOfClosing(id: string): Promise<void> {
  const { orders } = await get("/api/v3/futures/closing-orders", { state: "ENDED", ...listed });
  const closed = orders.find((one) => one.id === id)?.closed_id;
  if (closed) await tellWhenClosed(closed, undefined);
}

/** Of an order that waited, and has opened a position or closes one. */
export async function tellOfFilled(id: string): Promise<void> {
  const [{ orders }, { margin }] = await Promise.all([
    get("/api/v3/futures/orders", { state: "ENDED", ...listed }),
    get("/api/v2/client-margin"),
    loadText(["common", "futures"]),
  ]);
  const order = orders.find((one) => one.id === id);
  if (!order) return tellOfClosing(id);
  const position = margin.find((one) => one.id === order.position_id);
  const title = `${t("futures.order_filled")} · ${t(`futures.type_${order.order_type}`)}`;
  toast({ tone: "success", title, text: position && openedText(position, undefined) });
}

/** Of a position that is closed, where nobody but its take-profit or stop-loss has closed it. */
export async function tellOfTarget(id: string): Promise<void> {
  const [{ positions }] = await Promise.all([
    get("/api/v3/futures/history", listed),
    loadText(["common", "futures"]),
  ]);
  const closed = positions.find((position) => position.id === id);
  if (closed?.reason !== "take_profit" && closed?.reason !== "stop_loss") return;
  const title = `${t("futures.position_closed")} · ${t(`futures.reason_${closed.reason}`)}`;
  toast({ tone: "info", title, text: closedText(closed, undefined) });
}

/** What was opened in the place of a position that is closed. */
async function tellOfOpened(id: string, contract: Terms | undefined): Promise<void> {
  const { margin } = await get("/api/v2/client-margin");
  const position = margin.find((one) => one.id === id);
  const title = t("futures.position_reversed");
  if (position) toast({ tone: "success", title, text: openedText(position, contract) });
}

/**
 * A close request is carried out seconds later, wherever the client is by then; where an operator
 * has to confirm it first, nobody is told here.
 */
export async function tellWhenClosed(id: string, contract: Terms | undefined): Promise<void> {
  for (let tried = 0; tried < tries; tried += 1) {
    await new Promise((resolve) => setTimeout(resolve, betweenMs));
    try {
      const { positions } = await get("/api/v3/futures/history", listed);
      const closed = positions.find((position) => position.id === id);
      if (closed) {
        const text = closedText(closed, contract);
        const title = t(closed.part_of ? "futures.part_closed" : "futures.position_closed");
        toast({ tone: "success", title, text });
        return closed.reversed_as === null
          ? undefined
          : await tellOfOpened(closed.reversed_as, contract);
      }
    } catch {
      // The bell and the history say it as well.
      return;
    }
  }
}
