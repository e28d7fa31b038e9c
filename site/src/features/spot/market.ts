// What all parts of the screen show of one market.
import { useMemo } from "react";
import { useBook } from "../../lib/book";
import { useLive } from "../../lib/client_events";
import { isZero } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { useAllPairs, useTickers, withPrice } from "../../lib/pairs";
import { useSilence } from "../../lib/silence";
import { usePriceTitle } from "../../lib/title";
import { useFills, useOwnOrders, useRules } from "./api";
import type { OwnPrice } from "../../market/book_panel";
import type { Market } from "./order";

const quote = "USDT";

export function useMarket(coin: string) {
  const tickers = useTickers();
  const live = useLive();
  const name = `${coin}${quote}`;
  const pairs = useAllPairs();
  const list = pairs.data?.coinpair;
  const listed = list?.find((other) => other.coin_pair_name === name);
  const book = useBook(name);
  const price = book.data?.price;
  const pair = useMemo(() => listed && withPrice(listed, price), [listed, price]);
  const rules = useRules(name, live);
  const orders = useOwnOrders(name, live).data?.orders;
  const fills = useFills(name, live);
  // The server judges prices by the tickers, which come every 2 s: a book that is pushed says nothing
  // of them. One that is polled does, as without pushes the tickers are polled too seldom.
  const polledAt = tickers === "live" ? 0 : book.dataUpdatedAt;
  const silent = useSilence(Math.max(polledAt, pairs.dataUpdatedAt));
  const stale = Boolean(book.data?.stale || pair?.stale || silent || book.overdue);
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
