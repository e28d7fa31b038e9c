// What all parts of the screen show of one market.
import { useMemo } from "react";
import { useLive } from "../../lib/client_events";
import { isZero } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { usePriceTitle } from "../../lib/title";
import { useFills, useOwnOrders, useRules } from "./api";
import type { OwnPrice } from "../../market/book_panel";
import { useMarketNow } from "../../market/market_now";
import type { Market } from "./order";

const quote = "USDT";

export function useMarket(coin: string) {
  const live = useLive();
  const name = `${coin}${quote}`;
  const { list, pair, book, stale } = useMarketNow(name);
  const rules = useRules(name, live);
  const orders = useOwnOrders(name, live).data?.orders;
  const fills = useFills(name, live);
  const market: Market | undefined = book.data && {
    asks: book.data.asks,
    bids: book.data.bids,
    price: book.data.price,
    stale,
  };
  const own = useMemo(
    () =>
      orders?.flatMap(({ price, delegate_type: delegateType, ...order }): OwnPrice[] =>
        // A stop stands in nobody's book before it is triggered.
        price && stands(order) ? [{ side: delegateType, price }] : [],
      ) ?? [],
    [orders],
  );
  const unknown = list !== undefined && pair === undefined;
  usePriceTitle(
    pair && !stale && !isZero(pair.close)
      ? `${formatNumber(pair.close, { places: pair.price_places })} ${coin}/${quote}`
      : null,
  );
  const places = useMemo(
    () => ({ price: pair?.price_places ?? 2, quantity: pair?.quantity_places ?? 5 }),
    [pair?.price_places, pair?.quantity_places],
  );
  return {
    coin,
    name,
    pair,
    book,
    rules,
    market,
    orders,
    own,
    fills,
    stale,
    unknown,
    places,
    live,
  };
}

const stands = (order: { stop_price?: string; triggered?: boolean }): boolean =>
  order.stop_price === undefined || order.triggered === true;

export type Shown = ReturnType<typeof useMarket>;
