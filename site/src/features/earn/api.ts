// What Earn has moved and what it has brought. Events have it fetched again.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api";
import type { GetQuery, Schemas } from "../../lib/calls";
import { ownKeys, useLive } from "../../lib/client_events";
import type { Read } from "../../lib/funds";

export type Entry = Schemas["EarnTransaction"];
export type Analysis = Schemas["EarnAnalysis"];
export type Span = keyof Analysis["assets"];
export type Filters = GetQuery<"/api/v3/earn/transaction">;

const pollMs = 10_000;
const withPushesMs = 30_000;

/** How often to ask for what Earn shows. */
export const useEarnPace = (): number => (useLive() ? withPushesMs : pollMs);

export const readEntries: Read<Entry, Filters> = async (filters, signal) => {
  const answer = await get("/api/v3/earn/transaction", filters, signal);
  return { rows: answer.transaction, total: answer.total };
};

export function useEntries(filters: Filters) {
  const refetchInterval = useEarnPace();
  return useQuery({
    queryKey: [...ownKeys.earn, "entries", filters],
    queryFn: ({ signal }) => get("/api/v3/earn/transaction", filters, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}

export function useAnalysis() {
  const refetchInterval = useEarnPace();
  return useQuery({
    queryKey: [...ownKeys.earn, "analysis"],
    queryFn: ({ signal }) => get("/api/v3/analysis", undefined, signal),
    refetchInterval,
  });
}
