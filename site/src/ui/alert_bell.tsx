// The bell of a market in a list: its price alerts, in a dialog over the page. A guest is asked to sign
// in, and finds the market chosen on the page of alerts afterwards. Shows the words of "price_alerts".
import { BellPlus } from "lucide-react";
import { useNavigate } from "react-router";
import { t } from "../lib/i18n";
import { askPriceAlert, priceAlertsOf } from "../lib/price_alert";
import { useSession } from "../lib/session";
import { IconButton } from "./button";

/** Asks for the alerts of a pair: "BTCUSDT". */
export function usePriceAlert(): (pair: string) => void {
  const guest = useSession() === null;
  const navigate = useNavigate();
  return (pair) => {
    const page = priceAlertsOf(pair);
    if (guest) void navigate("/signin", { state: { from: page } });
    else if (!askPriceAlert(pair)) void navigate(page);
  };
}

/** `name` as people read it: "BTC/USDT". */
export function AlertBell({ pair, name }: { pair: string; name: string }) {
  const guest = useSession() === null;
  const ask = usePriceAlert();
  return (
    <IconButton
      label={t("price_alerts.button_for", { pair: name })}
      {...(!guest && { "aria-haspopup": "dialog" })}
      onClick={() => ask(pair)}
    >
      <BellPlus size={16} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  );
}
