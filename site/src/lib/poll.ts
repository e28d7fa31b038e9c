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

function start(queries: QueryClient, which: QueryFilters, everyMs: number): Timer {
  const timer = setInterval(() => {
    if (document.hidden) return;
    void queries.refetchQueries(which, { cancelRefetch: false });
  }, everyMs);
  return { users: 0, stop: () => clearInterval(timer) };
}

/** Fetches what `which` names; all that poll under one name share its timer. */
function usePoll(name: string, which: () => QueryFilters, everyMs: number | false): void {
  const queries = useQueryClient();
  const wanted = useRef(which);
  useEffect(() => {
    wanted.current = which;
  });
  useEffect(() => {
    if (everyMs === false) return undefined;
    const key = `${everyMs} ${name}`;
    const timer = timers.get(key) ?? start(queries, wanted.current(), everyMs);
    timers.set(key, timer);
    timer.users += 1;
    return () => {
      timer.users -= 1;
      if (timer.users > 0) return;
      timer.stop();
      timers.delete(key);
    };
  }, [queries, name, everyMs]);
}

/** Fetches all queries that are shown and whose keys begin so every `everyMs`. */
export function usePolledAll(root: string, everyMs: number | false): void {
  usePoll(`${root} …`, () => ({ queryKey: [root], type: "active" }), everyMs);
}

/**
 * The query's result, fetched every `everyMs` while the page is seen. TanStack's refetchInterval
 * begins anew with each write into its answer, so that pushes would keep it from ever fetching.
 */
export function usePolled<Data>(
  query: UseQueryResult<Data>,
  key: QueryKey,
  everyMs: number | false,
): UseQueryResult<Data> {
  const hash = hashKey(key);
  usePoll(hash, () => ({ predicate: ({ queryHash }) => queryHash === hash }), everyMs);
  return query;
}
