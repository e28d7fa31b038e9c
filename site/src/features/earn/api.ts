// What Earn has moved and what it has brought. It is fetched again when a push says that something
// of it changed.
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { get } from "../../lib/api";
import type { GetQuery, GetReply, Schemas } from "../../lib/calls";
import type { Read } from "../../lib/funds";
import { client_stream, concerns, useStream } from "../../lib/stream";
import { earn_key } from "./offers_api";

export type Entry = Schemas["EarnTransaction"];
export type Analysis = Schemas["EarnAnalysis"];
export type Span = keyof Analysis["assets"];
export type Filters = GetQuery<"/api/v3/earn/transaction">;

const poll_ms = 10_000;
const with_pushes_ms = 30_000;
const refreshing = new Set(["earn", "balance"]);

/** Keeps what is shown of Earn fresh; how often to ask besides. */
export function useEarnPushes() {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: [earn_key] });
  const state = useStream(
    client_stream,
    (push) => {
      if (concerns(refreshing, push)) refresh();
    },
    refresh,
  );
  return state === "live" ? with_pushes_ms : poll_ms;
}

export const read_entries: Read<Entry> = async (filters, signal) => {
  const path = "/api/v3/earn/transaction";
  const answer = await get<GetReply<typeof path>>(path, filters, signal);
  return { rows: answer.transaction, total: answer.total };
};

export function useEntries(filters: Filters) {
  const refetchInterval = useEarnPushes();
  return useQuery({
    queryKey: [earn_key, "entries", filters],
    queryFn: ({ signal }) => get("/api/v3/earn/transaction", filters, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}

export function useAnalysis() {
  const refetchInterval = useEarnPushes();
  return useQuery({
    queryKey: [earn_key, "analysis"],
    queryFn: ({ signal }) => get("/api/v3/analysis", undefined, signal),
    refetchInterval,
  });
}
