// Polling of answers that pushes write into as well.
import {
  hashKey,
  useQueryClient,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";

interface Timer {
  users: number;
  stop: () => void;
}

/** However many components show a query, it is fetched once in its time. */
const timers = new Map<string, Timer>();

function start(queries: QueryClient, which: QueryFilters, every_ms: number): Timer {
  const timer = setInterval(() => {
    if (document.hidden) return;
    void queries.refetchQueries(which, { cancelRefetch: false });
  }, every_ms);
  return { users: 0, stop: () => clearInterval(timer) };
}

/** Fetches what `which` names; all that poll under one name share its timer. */
function usePoll(name: string, which: () => QueryFilters, every_ms: number | false): void {
  const queries = useQueryClient();
  const wanted = useRef(which);
  useEffect(() => {
    wanted.current = which;
  });
  useEffect(() => {
    if (every_ms === false) return undefined;
    const key = `${every_ms} ${name}`;
    const timer = timers.get(key) ?? start(queries, wanted.current(), every_ms);
    timers.set(key, timer);
    timer.users += 1;
    return () => {
      timer.users -= 1;
      if (timer.users > 0) return;
      timer.stop();
      timers.delete(key);
    };
  }, [queries, name, every_ms]);
}

/** Fetches all queries that are shown and whose keys begin so every `every_ms`. */
export function usePolledAll(root: string, every_ms: number | false): void {
  usePoll(`${root} …`, () => ({ queryKey: [root], type: "active" }), every_ms);
}

/**
 * The query's result, fetched every `every_ms` while the page is seen. TanStack's refetchInterval
 * begins anew with each write into its answer, so that pushes would keep it from ever fetching.
 */
export function usePolled<Data>(
  query: UseQueryResult<Data>,
  key: QueryKey,
  every_ms: number | false,
): UseQueryResult<Data> {
  const hash = hashKey(key);
  usePoll(hash, () => ({ predicate: ({ queryHash }) => queryHash === hash }), every_ms);
  return query;
}
