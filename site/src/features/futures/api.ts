// Contracts, positions and the margin account: fetched, refreshed by the private stream.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { get, post, type Parameters } from "../../lib/api";
import { useSession } from "../../lib/session";
import { client_stream, useStream } from "../../lib/stream";
import type {
  Account,
  CloseAnswer,
  ClosedPosition,
  Contract,
  FundingPayment,
  Position,
} from "./contract";

export const rows_on_a_page = 5;
const poll_ms = 5_000;
const list_ms = 20_000;
/** Several events of one change arrive together: one fetch answers them all. */
const settle_ms = 150;
const root = "futures";
const refreshing = new Set(["position", "balance", "order"]);

/** All contracts, every 5 s; marks come with them. */
export const useContracts = () =>
  useQuery({
    queryKey: [root, "contracts"],
    queryFn: ({ signal }) =>
      get<{ contracts: Contract[] }>("/api/v3/futures/contracts", undefined, signal),
    select: (answer) => answer.contracts,
    refetchInterval: poll_ms,
  });

/** Refreshes everything of the client's when the server tells of a change. */
export function useClientEvents(): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const refresh = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void queries.invalidateQueries({ queryKey: [root, "own"] });
      void queries.invalidateQueries({ queryKey: ["wallet"] });
    }, settle_ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const signed_in = useSession() !== null;
  useStream(
    signed_in ? client_stream : null,
    (push) => {
      if (push.type && refreshing.has(push.type)) refresh();
    },
    refresh,
  );
}

function useOwn<Answer>(name: string, path: string, parameters: Parameters, every_ms: number) {
  const session = useSession();
  return useQuery({
    queryKey: [root, "own", name, session?.user.user_unique_id, parameters],
    queryFn: ({ signal }) => get<Answer>(path, parameters, signal),
    enabled: session !== null,
    refetchInterval: every_ms,
    placeholderData: keepPreviousData,
  });
}

/** Open positions and the margin account, every 5 s and by pushes. */
export const useMargin = () =>
  useOwn<{ margin: Position[]; account: Account }>("margin", "/api/v2/client-margin", {}, poll_ms);

interface Paged {
  page: number;
  total: number;
}

/** `page` counts from 0. */
export const useHistory = (page: number) =>
  useOwn<{ positions: ClosedPosition[] } & Paged>(
    "history",
    "/api/v3/futures/history",
    { page: page + 1, per_page: rows_on_a_page },
    list_ms,
  );

export const useFunding = (page: number) =>
  useOwn<{ payments: FundingPayment[] } & Paged>(
    "funding",
    "/api/v3/futures/funding",
    { page: page + 1, per_page: rows_on_a_page },
    list_ms,
  );

/** Money moved, or may have: all that shows it is fetched again. */
function useChange<Answer>(path: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: Parameters) => post<Answer>(path, asked),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [root, "own"] });
      void queries.invalidateQueries({ queryKey: ["wallet"] });
    },
  });
}

interface Placed {
  message: string;
}

export const useOpen = () => useChange<Placed>("/api/v2/buy-more");
export const useAddMargin = () => useChange<Placed>("/api/v3/futures/margin");
export const useSetTargets = () => useChange<Placed>("/api/v3/futures/targets");
export const useClose = () => useChange<CloseAnswer>("/api/v3/futures/close");
