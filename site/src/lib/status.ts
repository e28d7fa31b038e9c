// What the server says of itself: whether prices are simulated or stale, and whether it is a demo.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api";
import type { Schemas } from "./calls";

export type Status = Schemas["Status"];

const every_ms = 20_000;

/** undefined until the first answer. */
export function useStatus(): Status | undefined {
  const query = useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => get("/api/v3/status", undefined, signal),
    refetchInterval: every_ms,
  });
  return query.data;
}
