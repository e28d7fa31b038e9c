// What the server says of itself: whether prices are simulated or stale, and whether it is a demo.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api";

export interface Status {
  version: string;
  status: "ok" | "degraded";
  market: "live" | "simulated";
  demo: boolean;
  /** A count, as text; missing where the server does not tell. */
  registered_users?: string;
  /** The live chat's script, and the address of help outside; empty where there is none. */
  live_chat_url: string;
  help_url: string;
  /** Who runs the server and where to write to; empty where the operator did not say. */
  operator_name: string;
  support_email: string;
  /** When the books were last proved, and whether they balanced. */
  audit: { at: string | null; result: "passed" | "failed" | "never" };
  prices: { age_ms: number; stale: boolean; as_of: string };
}

const every_ms = 20_000;

/** undefined until the first answer. */
export function useStatus(): Status | undefined {
  const query = useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => get<Status>("/api/v3/status", undefined, signal),
    refetchInterval: every_ms,
  });
  return query.data;
}
