// Notifications: counted by the bell, listed by their page, refreshed by the client's events.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import { ownKeys, useLive } from "../../lib/client_events";

const pollMs = 30_000;
const withPushesMs = 120_000;
export const noticesOnAPage = 10;

/** How many are unread. */
export function useUnread(client: string): number {
  const live = useLive();
  const query = useQuery({
    queryKey: [...ownKeys.notifications, "unread", client],
    queryFn: ({ signal }) => get("/api/v3/notifications/unread", undefined, signal),
    refetchInterval: live ? withPushesMs : pollMs,
  });
  return query.data?.unread ?? 0;
}

/** `page` from 0. */
export const useNotifications = (page: number, perPage: number) =>
  useQuery({
    queryKey: [...ownKeys.notifications, "list", page, perPage],
    queryFn: ({ signal }) =>
      get("/api/v3/notifications", { page: page + 1, per_page: perPage }, signal),
    placeholderData: keepPreviousData,
  });

/** Marks one, or all, as read. */
export function useRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (what: { id: string } | { all: true }) => post("/api/v3/notifications/read", what),
    onSettled: () => queries.invalidateQueries({ queryKey: ownKeys.notifications }),
  });
}
