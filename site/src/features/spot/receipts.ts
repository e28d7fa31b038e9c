// What was bought or sold, and at which price on average: the words of a notice.
import type { Schemas } from "../../lib/calls";
import { isZero, placesOf, trimZeros, type Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { coinOfPair } from "../../lib/pairs";
import type { Order } from "./api";
import { typeText } from "./order_text";

/** "Bought 0.01 BTC at 95,098.4. Fee: 0.00001 BTC."; `tick` is the pair's, where it is known. */
export function filledText(order: Order, tick: Decimal | undefined): string {
  const { final_price: price, coin_pair: coinPair } = order;
  return t(order.delegate_type === "BUY" ? "spot.bought" : "spot.sold", {
    amount: `${formatNumber(trimZeros(order.filled))} ${coinOfPair(coinPair.pair_name)}`,
    price: formatNumber(price, { places: placesOf(tick ?? trimZeros(price)) }),
    fee: `${formatNumber(trimZeros(order.fee))} ${order.fee_asset}`,
  });
}

/** "Order filled · Stop market" */
export const filledTitle = (order: Order): string => {
  const whole = order.state === "APPROVED";
  return `${t(whole ? "spot.order_filled" : "spot.order_part_filled")} · ${typeText(order)}`;
};

/** The order of an answer that tells of its fills. */
export const filledOf = (
  answer: Schemas["OrderPlaced"] | Schemas["OrderAmended"],
): Order | undefined =>
  "order" in answer && !isZero(answer.order.filled) ? answer.order : undefined;
