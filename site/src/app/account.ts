// The session's life on the page: signing out, and being frozen.
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router";
import { ApiError, get, queries, signOut } from "../lib/api";
import { currentSession, endSession, frozen, updateClient, useSession } from "../lib/session";

const redirectAfterMs = 500;
const lookEveryMs = 60_000;
export const clientKey = ["account-client"] as const;
const look = () => void queries.invalidateQueries({ queryKey: clientKey });

/** Ends the session on the server and here, then shows /signin after half a second. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    void signOut().then(() => {
      endSession();
      queries.clear();
      // A page for clients only has led there by itself, and a quick person may be in again.
      setTimeout(() => {
        if (!currentSession() && location.pathname !== "/signin") void navigate("/signin");
      }, redirectAfterMs);
    });
  }, [navigate]);
}

/**
 * Follows the client's state on the server, which tells when a session has ended; true when the
 * account was frozen.
 */
export function useFrozen(): boolean {
  const session = useSession();
  const query = useQuery({
    queryKey: [...clientKey, session?.user.user_unique_id],
    queryFn: ({ signal }) => get("/api/v3/account-client", undefined, signal),
    enabled: session !== null,
    refetchInterval: lookEveryMs,
  });
  const refused = query.error instanceof ApiError && query.error.code === "frozen_account";
  const client = refused ? undefined : query.data?.client;
  useEffect(() => {
    const known = currentSession()?.client;
    if (client && known && JSON.stringify(known) !== JSON.stringify(client)) updateClient(client);
  }, [client]);
  // Another call was refused since the last look, such as the one for a stream that was to tell.
  const told = session?.client.status === frozen && client !== undefined;
  useEffect(() => {
    if (told && client?.status !== frozen) look();
  }, [told, client]);
  return session !== null && (client ?? session.client).status === frozen;
}
