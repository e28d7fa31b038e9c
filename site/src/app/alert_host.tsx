// The dialog of a market's price alerts, over whatever page asks for it, until another one is opened.
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { lazyPart } from "../lib/lazy_part";
import { onPriceAlertAsked } from "../lib/price_alert";
import { LazyDialog } from "../ui/lazy_boundary";

const AlertDialog = lazyPart(
  () => import("../features/alerts/alert_dialog"),
  ["price_alerts", "errors"],
);

export function AlertHost() {
  const { pathname } = useLocation();
  const [asked, show] = useState<{ pair: string; on: string } | null>(null);
  useEffect(() => onPriceAlertAsked((pair) => show({ pair, on: pathname })), [pathname]);
  if (asked?.on !== pathname) return null;
  return (
    <LazyDialog close={() => show(null)} open={() => show(asked)}>
      <AlertDialog name={asked.pair} onClose={() => show(null)} />
    </LazyDialog>
  );
}
