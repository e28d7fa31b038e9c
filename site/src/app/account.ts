// The session's life on the page: signing out, and being frozen.
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router";
import { get, post, queries } from "../lib/api";
import { current_session, end_session, update_client, useSession } from "../lib/session";

const redirect_after_ms = 500;
const look_every_ms = 60_000;
export const frozen = "FREEZE_ACCOUNT";

/** Ends the session on the server and here, then shows /signin after half a second. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    // A failure is of no interest to the person: the token is forgotten here in any case.
    const told = post("/api/v3/logout").catch(() => undefined);
    void told.then(() => {
      end_session();
      queries.clear();
      setTimeout(() => void navigate("/signin"), redirect_after_ms);
    });
  }, [navigate]);
}

/** Follows the client's state on the server; true when the account was frozen. */
export function useFrozen(): boolean {
  const session = useSession();
  const query = useQuery({
    queryKey: ["account-client", session?.user.user_unique_id],
    queryFn: ({ signal }) => get("/api/v3/account-client", undefined, signal),
    enabled: session !== null,
    refetchInterval: look_every_ms,
  });
  const client = query.data?.client;
  useEffect(() => {
    const known = current_session()?.client;
    if (client && known && JSON.stringify(known) !== JSON.stringify(client)) update_client(client);
  }, [client]);
  return session !== null && (client ?? session.client).status === frozen;
}
