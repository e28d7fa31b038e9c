// What the client hears, whatever the page: an order of theirs that is filled, an alert that is reached.
import { useEffect, useRef } from "react";
import { useClientEvent } from "../lib/client_events";
import { sound, wakeSounds } from "../lib/sounds";
import { Fills } from "./fills";

export function Sounds() {
  const fills = useRef(new Fills());
  useClientEvent(["order", "futures_order", "price_alerts"], (push) => {
    if (fills.current.fills(push)) void sound("fill");
    if (push.type === "price_alerts") void sound("alert");
  });
  useEffect(() => {
    const presses = ["pointerdown", "keydown"] as const;
    presses.forEach((press) => document.addEventListener(press, wakeSounds));
    return () => presses.forEach((press) => document.removeEventListener(press, wakeSounds));
  }, []);
  return null;
}
