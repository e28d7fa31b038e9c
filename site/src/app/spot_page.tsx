// The trading screen with its chart and alerts: the app joins the features.
import { lazy, useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { AlertButton } from "../features/alerts/alert_button";
import { ChartPanel, type ChartPanelProps } from "../features/chart/chart_panel";
import { SpotScreen } from "../features/spot/spot_screen";
import { useDemoAccount } from "../lib/demo_account";
import { loadText } from "../lib/i18n";
import { useSession } from "../lib/session";
import { LazyBoundary } from "../ui/lazy_boundary";
import { TradingNumbers } from "../ui/number";

const quote = "USDT";

const DemoAccountStrip = lazy(async () => {
  const [strip] = await Promise.all([import("./demo_account_strip"), loadText(["demo_account"])]);
  return strip;
});

const Tour = lazy(async () => {
  const [tour] = await Promise.all([import("./tour"), loadText(["tour"])]);
  return tour;
});

/** Whether the way here asked for the tour, and how to end it. */
function useTour() {
  const location = useLocation();
  const { pathname } = location;
  const state = location.state as { tour?: boolean } | null;
  const navigate = useNavigate();
  const end = useCallback(
    () => void navigate(pathname, { replace: true, state: null }),
    [navigate, pathname],
  );
  return { touring: state?.tour === true, end };
}

function Chart(props: ChartPanelProps) {
  const navigate = useNavigate();
  const show = (symbol: string) =>
    void navigate(`/trades/trade-chart/${symbol.slice(0, -quote.length)}`);
  return <ChartPanel {...props} onSymbol={show} />;
}

export default function SpotPage() {
  const account = useDemoAccount();
  const client = useSession()?.client.id;
  const { touring, end } = useTour();
  return (
    <TradingNumbers value={true}>
      {account && account.client === client && (
        <LazyBoundary fallback={null}>
          <DemoAccountStrip account={account} />
        </LazyBoundary>
      )}
      <SpotScreen Chart={Chart} Alert={AlertButton} />
      {touring && (
        <LazyBoundary fallback={null}>
          <Tour onClose={end} />
        </LazyBoundary>
      )}
    </TradingNumbers>
  );
}
