// The session's life on the page: signing out, and being frozen.
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router";
import { ApiError, get, queries, sign_out } from "../lib/api";
import { current_session, end_session, frozen, update_client, useSession } from "../lib/session";
import { client_stream, useStream } from "../lib/stream";

const redirect_after_ms = 500;
const look_every_ms = 60_000;
/** A handler may believe in a session for three seconds after it has ended. */
const session_kept_ms = 4_000;

/** Ends the session on the server and here, then shows /signin after half a second. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    void sign_out().then(() => {
      end_session();
      queries.clear();
      // A page for clients only has led there by itself, and a quick person may be in again.
      setTimeout(() => {
        if (!current_session() && location.pathname !== "/signin") void navigate("/signin");
      }, redirect_after_ms);
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
    queryKey: ["account-client", session?.user.user_unique_id],
    queryFn: ({ signal }) => get("/api/v3/account-client", undefined, signal),
    enabled: session !== null,
    refetchInterval: look_every_ms,
  });
  const look = () => void queries.invalidateQueries({ queryKey: ["account-client"] });
  useStream(
    session ? client_stream : null,
    ({ type }) => {
      if (type !== "signed_out") return;
      look();
      setTimeout(look, session_kept_ms);
    },
    look,
  );
  const refused = query.error instanceof ApiError && query.error.code === "frozen_account";
  const client = refused ? undefined : query.data?.client;
  useEffect(() => {
    const known = current_session()?.client;
    if (client && known && JSON.stringify(known) !== JSON.stringify(client)) update_client(client);
  }, [client]);
  return session !== null && (client ?? session.client).status === frozen;
}
