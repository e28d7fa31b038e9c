// Contracts, positions and the margin account: fetched, refreshed by the private stream.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { get, post } from "../../lib/api";
import type { GetPath, GetQuery, GetReply, PostBody, PostPath } from "../../lib/calls";
import { is_decimal, type Decimal } from "../../lib/decimal";
import { usePolled } from "../../lib/poll";
import { useSession } from "../../lib/session";
import { usePace, useSilence } from "../../lib/silence";
import { client_stream, concerns, market_stream, useStream } from "../../lib/stream";
import type { Margins } from "./contract";
import { contracts_at, margins_at } from "./marks";

export const rows_on_a_page = 5;
const poll_ms = 5_000;
const list_ms = 20_000;
/** Several events of one change arrive together: one fetch answers them all. */
const settle_ms = 150;
const root = "futures";
const contracts_key = [root, "contracts"];
const own_key = [root, "own"];
const margin_path = "/api/v2/client-margin";
const refreshing = new Set(["position", "balance", "order"]);

type ContractsAnswer = GetReply<"/api/v3/futures/contracts">;

/** The marks of a contract as they are pushed, in all that shows them. */
export function useMarks(name: string): void {
  const queries = useQueryClient();
  const take = (mark: Decimal, stale: boolean) => {
    const before = queries.getQueryData<ContractsAnswer>(contracts_key);
    const tiers = before?.contracts.find((one) => one.name === name)?.tiers;
    if (!before || !tiers) return;
    queries.setQueryData(contracts_key, contracts_at(before, name, mark, stale));
    queries.setQueriesData<Margins>({ queryKey: [...own_key, margin_path] }, (margins) =>
      margins ? margins_at(margins, name, mark, tiers) : margins,
    );
  };
  useStream(
    market_stream(name),
    (push) => {
      if (push.channel !== "mark" || push.pair !== name) return;
      const { mark_price, stale } = push.data as { mark_price?: unknown; stale?: unknown };
      if (is_decimal(mark_price)) take(mark_price, stale === true);
    },
    () => void queries.invalidateQueries({ queryKey: contracts_key }),
  );
}

/**
 * All contracts, every 5 s; that of the screen has its mark by pushes, too. All marks are in doubt
 * once none comes.
 */
export function useContracts() {
  const query = useQuery({
    queryKey: contracts_key,
    queryFn: ({ signal }) => get("/api/v3/futures/contracts", undefined, signal),
    select: (answer) => answer.contracts,
  });
  const { data: told, error, refetch } = usePolled(query, contracts_key, usePace(poll_ms));
  const silent = useSilence(query.dataUpdatedAt);
  const data = useMemo(
    () => (silent ? told?.map((contract) => ({ ...contract, stale: true })) : told),
    [silent, told],
  );
  return { data, error, refetch };
}

/** Refreshes everything of the client's when the server tells of a change. */
export function useClientEvents(): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const refresh = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void queries.invalidateQueries({ queryKey: own_key });
      void queries.invalidateQueries({ queryKey: ["wallet"] });
    }, settle_ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const signed_in = useSession() !== null;
  useStream(
    signed_in ? client_stream : null,
    (push) => {
      if (concerns(refreshing, push)) refresh();
    },
    refresh,
  );
}

function useOwn<Path extends GetPath>(path: Path, parameters: GetQuery<Path>, every_ms: number) {
  const session = useSession();
  const queryKey = [...own_key, path, session?.user.user_unique_id, parameters];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => get(path, parameters, signal),
    enabled: session !== null,
    placeholderData: keepPreviousData,
  });
  return usePolled(query, queryKey, session !== null && every_ms);
}

/** Open positions and the margin account, every 5 s and by pushes. */
export const useMargin = () => useOwn(margin_path, undefined, poll_ms);

/** `page` counts from 0. */
const page_of = (page: number) => ({ page: page + 1, per_page: rows_on_a_page });

export const useHistory = (page: number) =>
  useOwn("/api/v3/futures/history", page_of(page), list_ms);

export const useFunding = (page: number) =>
  useOwn("/api/v3/futures/funding", page_of(page), list_ms);

/** Money moved, or may have: all that shows it is fetched again. */
function useChange<Path extends PostPath>(path: Path) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: PostBody<Path>) => post(path, asked),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: own_key });
      void queries.invalidateQueries({ queryKey: ["wallet"] });
    },
  });
}

export const useOpen = () => useChange("/api/v2/buy-more");
export const useAddMargin = () => useChange("/api/v3/futures/margin");
export const useSetTargets = () => useChange("/api/v3/futures/targets");
export const useClose = () => useChange("/api/v3/futures/close");
