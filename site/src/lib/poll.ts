// Polling of answers that pushes write into as well.
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";

/**
 * The query's result, fetched every `every_ms` while the page is seen. TanStack's refetchInterval
 * begins anew with each write into its answer, so that pushes would keep it from ever fetching.
 */
export function usePolled<Data>(
  query: UseQueryResult<Data>,
  every_ms: number | false,
): UseQueryResult<Data> {
  const { refetch } = query;
  useEffect(() => {
    if (every_ms === false) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void refetch({ cancelRefetch: false });
    }, every_ms);
    return () => clearInterval(timer);
  }, [refetch, every_ms]);
  return query;
}
