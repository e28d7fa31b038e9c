// The calls about price alerts.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { ownKeys } from "../../lib/client_events";
import { currentSession } from "../../lib/session";

export type PriceAlert = Schemas["PriceAlert"];

export const kinds = ["above", "below", "move"] as const;
export type Kind = (typeof kinds)[number];

export const windows = ["5", "15", "60", "240", "1440"] as const;
export type Within = (typeof windows)[number];

/** What the form sends. */
export type NewAlert =
  | { name: string; kind: "above" | "below"; price: string }
  | { name: string; kind: "move"; percent: string; minutes: Within };

const path = "/api/v3/price-alerts";
const pollMs = 60_000;

/** All of the client's; kept fresh by the client's events. */
export const useAlerts = (enabled = true) =>
  useQuery({
    queryKey: [...ownKeys.alerts, currentSession()?.user.user_unique_id ?? ""],
    queryFn: ({ signal }) => get(path, undefined, signal),
    refetchInterval: pollMs,
    enabled,
  });

function useAct<Given, Answer>(act: (given: Given) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => queries.invalidateQueries({ queryKey: ownKeys.alerts }),
  });
}

export const useMakeAlert = () =>
  useAct((alert: NewAlert) => post("/api/v3/price-alerts/make", alert));
export const useRemoveAlert = () =>
  useAct((id: string) => post("/api/v3/price-alerts/remove", { id }));
export const useClearAlerts = () => useAct(() => post("/api/v3/price-alerts/clear"));
