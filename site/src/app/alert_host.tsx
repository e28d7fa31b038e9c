// The dialog of a market's price alerts, over whatever page asks for it, until another one is opened.
import { lazy, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { loadText } from "../lib/i18n";
import { onPriceAlertAsked } from "../lib/price_alert";
import { LazyBoundary } from "../ui/lazy_boundary";

const AlertDialog = lazy(async () => {
  const [module] = await Promise.all([
    import("../features/alerts/alert_dialog"),
    loadText(["price_alerts", "errors"]),
  ]);
  return module;
});

export function AlertHost() {
  const { pathname } = useLocation();
  const [asked, show] = useState<{ pair: string; on: string } | null>(null);
  useEffect(() => onPriceAlertAsked((pair) => show({ pair, on: pathname })), [pathname]);
  if (asked?.on !== pathname) return null;
  return (
    <LazyBoundary fallback={null}>
      <AlertDialog name={asked.pair} onClose={() => show(null)} />
    </LazyBoundary>
  );
}
