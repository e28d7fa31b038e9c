// Balances, minimums, quotes and conversions.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { get, post } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { useChange } from "../../lib/change";
import { ownKeys } from "../../lib/client_events";
import { useSession } from "../../lib/session";
import { askedOf, type Draft } from "./order";

export const rowsOnAPage = 5;
const root = "convert";
const pollMs = 10_000;
/** Somebody who still types gets no quote for each letter. */
const typingMs = 350;
/** A quote is replaced before it runs out, so that the one that is shown can be taken. */
const earlyMs = 1_000;
const usualSeconds = 10;

export type Quote = Schemas["ConvertQuote"]["quote"];
/** A quote, and until when it holds (milliseconds since 1970). */
export interface Offer {
  quote: Quote;
  expires_at: number;
}
export type Conversion = Schemas["Conversion"];

/** The spot wallet's coins. */
export function useBalances() {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: [...ownKeys.wallet, "spot"],
    queryFn: ({ signal }) => get("/api/v3/wallets/spot", undefined, signal),
    select: (answer) => answer.wallet,
    enabled: signedIn,
    refetchInterval: pollMs,
  });
}

/** The minimums of a pair. */
export const useMinimums = (pair: string) =>
  useQuery({
    queryKey: [root, "rules", pair],
    queryFn: ({ signal }) => get("/api/v3/getOrder", { symbol: pair }, signal),
    select: ({ price }) => ({
      minimum_buy: price.account_balance_limit_spot,
      minimum_sell: price.minimum_sell,
    }),
  });

function useSettled<Value>(value: Value): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), typingMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const lifeOf = (quote: Quote | undefined) => (quote?.seconds ?? usualSeconds) * 1000;

/** A quote for what was typed, a new one before the last runs out. Null: nothing is asked. */
export function useQuote(draft: Draft) {
  const wanted = askedOf(draft);
  const key = useSettled(JSON.stringify(wanted));
  const asked = JSON.parse(key) as typeof wanted;
  const query = useQuery<Quote>({
    queryKey: [root, "quote", asked],
    queryFn: ({ signal }) =>
      post("/api/v3/convert/quote", asked ?? undefined, signal).then((answer) => answer.quote),
    enabled: asked !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // A new quote ends the one that somebody is about to take, unless the balance covers both.
    refetchOnWindowFocus: ({ state }) => Date.now() >= state.dataUpdatedAt + lifeOf(state.data),
    refetchInterval: ({ state }) => lifeOf(state.data) - earlyMs,
    placeholderData: keepPreviousData,
  });
  const sameCoins = query.data?.from === draft.from && query.data.to === draft.to;
  const known = wanted !== null && sameCoins ? query.data : undefined;
  const current = JSON.stringify(wanted) === key && !query.isPlaceholderData;
  const expiresAt = query.dataUpdatedAt + lifeOf(query.data);
  const quote = current && !query.isError ? known : undefined;
  const offer: Offer | undefined = quote && { quote, expires_at: expiresAt };
  return {
    /** The last one for these coins: its rate tells what to expect. */
    known,
    /** The one for exactly what was typed. */
    offer,
    error: wanted !== null && current ? query.error : null,
    expires_at: expiresAt,
    /** Asks for another one now. */
    renew: () => void query.refetch(),
  };
}

/** `page` counts from 0. */
export const useConversions = (page: number) =>
  useQuery({
    queryKey: [...ownKeys.conversions, page],
    queryFn: ({ signal }) =>
      get("/api/v3/convert/history", { page: page + 1, per_page: rowsOnAPage }, signal),
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  });

export const useConvert = () => useChange("/api/v2/my-order", "conversions");
export const useCancel = () => useChange("/api/v3/convert/cancel", "conversions");
