// What the app does beside the page that is shown.
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { finishSignOut, onSignedOut } from "../lib/api";
import { watchHands } from "../lib/attention";
import { watchFailures } from "../lib/failure_report";
import { tellLanguage } from "../lib/language";
import { lazyCode, lazyPart } from "../lib/lazy_part";
import { useUnansweredTold } from "../lib/queries";
import { useSession } from "../lib/session";
import { useGuestsTold, useStatus } from "../lib/status";
import { Later } from "../ui/later";
import { AlertHost } from "./alert_host";
import { Overlays } from "./overlays";
import { TransferHost } from "./transfer_host";

const LiveChat = lazyPart(() => import("./live_chat"), ["live_chat"]);
const ClientEvents = lazyCode(() => import("./client_events"));

/** A 401 anywhere ends the session: the visitor signs in. */
function useSignedOut() {
  const navigate = useNavigate();
  useEffect(() => {
    onSignedOut(() => void navigate("/signin", { replace: true }));
  }, [navigate]);
}

/**
 * What goes on whatever the page: the server learns the language, events are followed, the live chat
 * waits, and so do the dialogs that any page may ask for. `others` is what useOtherClients
 * has counted: the dialogs of a client before are closed.
 */
export default function Background({ others }: { others: number }) {
  useSignedOut();
  useUnansweredTold();
  useGuestsTold();
  const client = useSession()?.client.id;
  useEffect(tellLanguage, [client]);
  useEffect(watchHands, []);
  useEffect(watchFailures, []);
  useEffect(() => {
    const finish = () => void finishSignOut();
    finish();
    globalThis.addEventListener("online", finish);
    return () => globalThis.removeEventListener("online", finish);
  }, []);
  const chat = useStatus()?.live_chat_url;
  // Each fails by itself: the others go on.
  return (
    <>
      <Later>
        <Overlays />
      </Later>
      <Later key={`transfers ${others}`}>
        <TransferHost />
      </Later>
      <Later key={`alerts ${others}`}>
        <AlertHost />
      </Later>
      {client !== undefined && (
        <Later key={client}>
          <ClientEvents />
        </Later>
      )}
      {chat && (
        <Later>
          <LiveChat address={chat} />
        </Later>
      )}
    </>
  );
}
