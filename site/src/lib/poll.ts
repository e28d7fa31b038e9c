// Polling of answers that pushes write into as well.
import {
  hashKey,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useEffect } from "react";

interface Timer {
  users: number;
  stop: () => void;
}

/** However many components show a query, it is fetched once in its time. */
const timers = new Map<string, Timer>();

function start(queries: QueryClient, queryHash: string, every_ms: number): Timer {
  const timer = setInterval(() => {
    if (document.hidden) return;
    const of_it = { predicate: (query: { queryHash: string }) => query.queryHash === queryHash };
    void queries.refetchQueries(of_it, { cancelRefetch: false });
  }, every_ms);
  return { users: 0, stop: () => clearInterval(timer) };
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
  const queries = useQueryClient();
  const hash = hashKey(key);
  useEffect(() => {
    if (every_ms === false) return undefined;
    const name = `${every_ms} ${hash}`;
    const timer = timers.get(name) ?? start(queries, hash, every_ms);
    timers.set(name, timer);
    timer.users += 1;
    return () => {
      timer.users -= 1;
      if (timer.users > 0) return;
      timer.stop();
      timers.delete(name);
    };
  }, [queries, hash, every_ms]);
  return query;
}
