// Contracts, positions and the margin account: fetched, refreshed by the private stream.
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { get } from "../../lib/api";
import type { GetPath, GetQuery, GetReply } from "../../lib/calls";
import { useChange } from "../../lib/change";
import { ownKeys } from "../../lib/client_events";
import { isDecimal, type Decimal } from "../../lib/decimal";
import { usePolled } from "../../lib/poll";
import { useSession } from "../../lib/session";
import { usePace, useSilence } from "../../lib/silence";
import { marketStream, useStream } from "../../lib/stream";
import type { Margins } from "./contract";
import { contractsAt, marginsAt } from "./marks";

export const rowsOnAPage = 5;
const pollMs = 5_000;
const listMs = 20_000;
const contractsKey = ["futures", "contracts"];
const marginPath = "/api/v2/client-margin";

type ContractsAnswer = GetReply<"/api/v3/futures/contracts">;

/** The marks of a contract as they are pushed, in all that shows them. */
export function useMarks(name: string): void {
  const queries = useQueryClient();
  const take = (mark: Decimal, stale: boolean) => {
    const before = queries.getQueryData<ContractsAnswer>(contractsKey);
    const tiers = before?.contracts.find((one) => one.name === name)?.tiers;
    if (!before || !tiers) return;
    queries.setQueryData(contractsKey, contractsAt(before, name, mark, stale));
    queries.setQueriesData<Margins>({ queryKey: [...ownKeys.futures, marginPath] }, (margins) =>
      margins ? marginsAt(margins, name, mark, tiers) : margins,
    );
  };
  useStream(
    marketStream(name),
    (push) => {
      if (push.channel !== "mark" || push.pair !== name) return;
      const { mark_price: markPrice, stale } = push.data as {
        mark_price?: unknown;
        stale?: unknown;
      };
      if (isDecimal(markPrice)) take(markPrice, stale === true);
    },
    () => void queries.invalidateQueries({ queryKey: contractsKey }),
  );
}

/**
 * All contracts, every 5 s; that of the screen has its mark by pushes, too. All marks are in doubt
 * once none comes.
 */
export function useContracts() {
  const query = useQuery({
    queryKey: contractsKey,
    queryFn: ({ signal }) => get("/api/v3/futures/contracts", undefined, signal),
    select: (answer) => answer.contracts,
  });
  const { data: told, error, refetch } = usePolled(query, contractsKey, usePace(pollMs));
  const silent = useSilence(query.dataUpdatedAt);
  const data = useMemo(
    () => (silent ? told?.map((contract) => ({ ...contract, stale: true })) : told),
    [silent, told],
  );
  return { data, error, refetch };
}

function useOwn<Path extends GetPath>(path: Path, parameters: GetQuery<Path>, everyMs: number) {
  const session = useSession();
  const queryKey = [...ownKeys.futures, path, session?.user.user_unique_id, parameters];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => get(path, parameters, signal),
    enabled: session !== null,
    placeholderData: keepPreviousData,
  });
  return usePolled(query, queryKey, session !== null && everyMs);
}

/** Open positions and the margin account, every 5 s and by pushes. */
export const useMargin = () => useOwn(marginPath, undefined, pollMs);

/** `page` counts from 0. */
const pageOf = (page: number) => ({ page: page + 1, per_page: rowsOnAPage });

export const useHistory = (page: number) => useOwn("/api/v3/futures/history", pageOf(page), listMs);

export const useFunding = (page: number) => useOwn("/api/v3/futures/funding", pageOf(page), listMs);

/** Open orders, or those that have ended; of one contract or of all. */
export const useOrders = (state: "OPEN" | "ENDED", name: string | undefined, page: number) =>
  useOwn("/api/v3/futures/orders", { state, name, ...pageOf(page) }, listMs);

/** The same of those that close a position. */
export const useClosingOrders = (state: "OPEN" | "ENDED", name: string | undefined, page: number) =>
  useOwn("/api/v3/futures/closing-orders", { state, name, ...pageOf(page) }, listMs);

const mostDrawn = 200;

/** All that wait in a contract, to be drawn on its chart. */
export function useDrawnOrders(name: string) {
  const all = { state: "OPEN", name, page: 1, per_page: mostDrawn } as const;
  const opening = useOwn("/api/v3/futures/orders", all, listMs);
  const closing = useOwn("/api/v3/futures/closing-orders", all, listMs);
  return { opening: opening.data?.orders, closing: closing.data?.orders };
}

export const useOpen = () => useChange("/api/v2/buy-more", "futures");
export const usePlaceOrder = () => useChange("/api/v3/futures/place-order", "futures");
export const useCancelOrder = () => useChange("/api/v3/futures/cancel-order", "futures");
export const usePlaceClosingOrder = () =>
  useChange("/api/v3/futures/place-closing-order", "futures");
export const useCancelClosingOrder = () =>
  useChange("/api/v3/futures/cancel-closing-order", "futures");
export const useAddMargin = () => useChange("/api/v3/futures/margin", "futures");
export const useSetTargets = () => useChange("/api/v3/futures/targets", "futures");
export const useClose = () => useChange("/api/v3/futures/close", "futures");
export const useReverse = () => useChange("/api/v3/futures/reverse", "futures");
