// What the server says of itself: whether prices are simulated or stale, and whether it is a demo.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api";
import type { Schemas } from "./calls";

export type Status = Schemas["Status"];

const every_ms = 20_000;

const useAnswer = () =>
  useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => get("/api/v3/status", undefined, signal),
    refetchInterval: every_ms,
  });

/** undefined until the first answer. */
export const useStatus = (): Status | undefined => useAnswer().data;

/**
 * How far the server's clock is ahead of this machine's in milliseconds, or somewhat further;
 * undefined until the first answer.
 */
export function useServerAhead(): number | undefined {
  const { data, dataUpdatedAt } = useAnswer();
  const at = Date.parse(data?.time ?? "");
  return Number.isNaN(at) ? undefined : at - dataUpdatedAt;
}
