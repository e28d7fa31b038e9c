// Notifications: counted by the bell, listed by their page, refreshed by the client's own stream.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../lib/api";
import { clientStream, useStream } from "../../lib/stream";

const pollMs = 30_000;
const withPushesMs = 120_000;
export const noticesOnAPage = 10;

/** The settlement writes its notices with the batch that it pushes as orders. */
const announcing = new Set(["notification", "refresh", "order"]);

/** How many are unread; keeps everything about notifications fresh while it is used. */
export function useUnread(client: string): number {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: ["notifications"] });
  const state = useStream(
    clientStream,
    (push) => {
      if (announcing.has(push.type ?? "")) refresh();
    },
    refresh,
  );
  const query = useQuery({
    queryKey: ["notifications", "unread", client],
    queryFn: ({ signal }) => get("/api/v3/notifications/unread", undefined, signal),
    refetchInterval: state === "live" ? withPushesMs : pollMs,
  });
  return query.data?.unread ?? 0;
}

/** `page` from 0. */
export const useNotifications = (page: number, perPage: number) =>
  useQuery({
    queryKey: ["notifications", "list", page, perPage],
    queryFn: ({ signal }) =>
      get("/api/v3/notifications", { page: page + 1, per_page: perPage }, signal),
    placeholderData: keepPreviousData,
  });

/** Marks one, or all, as read. */
export function useRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (what: { id: string } | { all: true }) => post("/api/v3/notifications/read", what),
    onSettled: () => queries.invalidateQueries({ queryKey: ["notifications"] }),
  });
}
