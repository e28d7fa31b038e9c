// What Earn has moved and what it has brought. It is fetched again when a push says that something
// of it changed.
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { get } from "../../lib/api";
import type { GetQuery, Schemas } from "../../lib/calls";
import type { Read } from "../../lib/funds";
import { clientStream, concerns, useStream } from "../../lib/stream";
import { earnKey } from "./offers_api";

export type Entry = Schemas["EarnTransaction"];
export type Analysis = Schemas["EarnAnalysis"];
export type Span = keyof Analysis["assets"];
export type Filters = GetQuery<"/api/v3/earn/transaction">;

const pollMs = 10_000;
const withPushesMs = 30_000;
const refreshing = new Set(["earn", "balance"]);

/** Keeps what is shown of Earn fresh; how often to ask besides. */
export function useEarnPushes() {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: [earnKey] });
  const state = useStream(
    clientStream,
    (push) => {
      if (concerns(refreshing, push)) refresh();
    },
    refresh,
  );
  return state === "live" ? withPushesMs : pollMs;
}

export const readEntries: Read<Entry, Filters> = async (filters, signal) => {
  const answer = await get("/api/v3/earn/transaction", filters, signal);
  return { rows: answer.transaction, total: answer.total };
};

export function useEntries(filters: Filters) {
  const refetchInterval = useEarnPushes();
  return useQuery({
    queryKey: [earnKey, "entries", filters],
    queryFn: ({ signal }) => get("/api/v3/earn/transaction", filters, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}

export function useAnalysis() {
  const refetchInterval = useEarnPushes();
  return useQuery({
    queryKey: [earnKey, "analysis"],
    queryFn: ({ signal }) => get("/api/v3/analysis", undefined, signal),
    refetchInterval,
  });
}
