// The one place where the client's own stream changes what the pages know: each event makes answers
// stale, those that are shown are asked again at once, the others when they are shown next. Mounted
// once for a client who is signed in, and loaded then: the landing page has nothing of it.
import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { ownKeys, setLive, type ClientEvent } from "../lib/client_events";
import { clientStream, useStream } from "../lib/stream";
import { clientKey } from "./account";
import { OwnNews } from "./own_news";
import { usePushesRenewed } from "./pushes";

/** Several events of one change arrive together: one fetch answers them all. */
const settleMs = 150;
/** Who waits for answers longer than this does not hold up what has happened since. */
const longestAnswerMs = 5_000;
/** A handler may believe in a session for three seconds after it has ended. */
const sessionKeptMs = 4_000;

const { alerts, conversions, deposits, earn, futures, kyc, notifications } = ownKeys;
const { spot, wallet, withdrawals } = ownKeys;
const all: readonly QueryKey[] = [...Object.values(ownKeys), clientKey];

export const staleAfter: Readonly<Record<ClientEvent, readonly QueryKey[]>> = {
  balance: [spot, wallet, conversions, futures, earn, withdrawals],
  conversion: [conversions, wallet],
  deposit: [deposits, wallet],
  earn: [earn, wallet],
  futures_order: [futures, wallet],
  // The chip of the account menu follows the account's own state.
  kyc: [kyc, clientKey],
  notification: [notifications],
  // The settlement writes its notices with the batch that it pushes as orders.
  order: [spot, wallet, conversions, futures, notifications],
  position: [futures, wallet],
  price_alerts: [alerts],
  refresh: all,
  signed_out: [clientKey],
  withdrawal: [withdrawals, wallet],
};

const isKnown = (type: string | undefined): type is ClientEvent =>
  type !== undefined && Object.hasOwn(staleAfter, type);

export default function ClientEvents() {
  const queries = useQueryClient();
  const waiting = useRef(new Set<QueryKey>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const again = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // Asking again cancels what is under way: where events never stop, each would keep the one before
  // from being answered.
  const askWaiting = async () => {
    const asked = [...waiting.current];
    waiting.current.clear();
    const answered = Promise.all(asked.map((queryKey) => queries.invalidateQueries({ queryKey })));
    const late = new Promise((resolve) => setTimeout(resolve, longestAnswerMs));
    await Promise.race([answered, late]);
    timer.current = undefined;
    if (waiting.current.size > 0) wait();
  };
  const wait = () => {
    timer.current ??= setTimeout(() => void askWaiting(), settleMs);
  };
  const ask = (keys: readonly QueryKey[]) => {
    keys.forEach((key) => waiting.current.add(key));
    wait();
  };
  const state = useStream(
    clientStream,
    ({ type }) => {
      if (!isKnown(type)) return;
      ask(staleAfter[type]);
      if (type === "signed_out") again.current = setTimeout(() => ask([clientKey]), sessionKeptMs);
    },
    () => ask(all),
  );
  // What happened before it was live nobody told, and the pages may have asked before that.
  const askAgain = useEffectEvent(() => ask(all));
  useEffect(() => {
    if (state === "live") askAgain();
    setLive(state === "live");
    return () => setLive(false);
  }, [state]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      clearTimeout(again.current);
    },
    [],
  );
  usePushesRenewed();
  return <OwnNews />;
}
