// What a browser was subscribed for ends with the session; the next one begins it anew.
import { useEffect } from "react";
import { currentSession, useSession } from "../lib/session";
import { renewPushes } from "../lib/web_push";

export function usePushesRenewed(): void {
  const began = useSession()?.began;
  useEffect(() => {
    const session = currentSession();
    // Where a browser or the server cannot, the settings show it as off.
    if (session) void renewPushes(session).catch(() => undefined);
  }, [began]);
}
