// What the client hears and is told of, whatever the page: an order of theirs that is filled, a
// position that its target closed, an alert that is reached.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useClientEvent } from "../lib/client_events";
import { pairsKey, type PairList } from "../lib/pairs";
import { sound, wakeSounds } from "../lib/sounds";
import type { Push } from "../lib/stream";
import { Fills } from "./fills";
import { FillReceipts } from "./fill_receipts";

/** Takes what there is to be a receipt of. */
function useReceipts(): (push: Push) => void {
  const queries = useQueryClient();
  const receipts = useRef<FillReceipts | null>(null);
  useEffect(
    () => () => {
      receipts.current?.end();
      receipts.current = null;
    },
    [],
  );
  const tickOf = (name: string) =>
    queries
      .getQueriesData<PairList>({ queryKey: [pairsKey] })
      .flatMap(([, list]) => list?.coinpair ?? [])
      .find((pair) => pair.coin_pair_name === name)?.tick;
  return (push) => {
    receipts.current ??= new FillReceipts(tickOf);
    receipts.current.take(push);
  };
}

const isClosed = ({ type, data }: Push): boolean =>
  type === "position" && (data as { state?: string } | null)?.state === "CLOSED";

export function OwnNews() {
  const fills = useRef(new Fills());
  const takeReceipt = useReceipts();
  useClientEvent(["order", "futures_order", "position", "price_alerts"], (push) => {
    const filled = fills.current.fills(push);
    if (filled) void sound("fill");
    if (filled || isClosed(push)) takeReceipt(push);
    if (push.type === "price_alerts") void sound("alert");
  });
  useEffect(() => {
    const presses = ["pointerdown", "keydown"] as const;
    presses.forEach((press) => document.addEventListener(press, wakeSounds));
    return () => presses.forEach((press) => document.removeEventListener(press, wakeSounds));
  }, []);
  return null;
}
