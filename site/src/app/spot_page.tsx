// The trading screen with its chart and alerts: the app joins the features.
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { AlertButton } from "../features/alerts/alert_button";
import { ChartPanel, type ChartPanelProps } from "../features/chart/chart_panel";
import { SpotScreen } from "../features/spot/spot_screen";
import { useDemoAccount } from "../lib/demo_account";
import { lazyPart } from "../lib/lazy_part";
import { useSession } from "../lib/session";
import { LazyBoundary, LazyDialog } from "../ui/lazy_boundary";
import { TradingNumbers } from "../ui/number";

const quote = "USDT";

const DemoAccountStrip = lazyPart(() => import("./demo_account_strip"), ["demo_account"]);
const Tour = lazyPart(() => import("./tour"), ["tour"]);

/** Whether the way here asked for the tour, and how to begin and to end it. */
function useTour() {
  const location = useLocation();
  const { pathname } = location;
  const state = location.state as { tour?: boolean } | null;
  const navigate = useNavigate();
  const begin = () => void navigate(pathname, { replace: true, state: { tour: true } });
  const end = useCallback(
    () => void navigate(pathname, { replace: true, state: null }),
    [navigate, pathname],
  );
  return { touring: state?.tour === true, begin, end };
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
  const { touring, begin, end } = useTour();
  return (
    <TradingNumbers value={true}>
      {account && account.client === client && (
        <LazyBoundary fallback={null}>
          <DemoAccountStrip account={account} />
        </LazyBoundary>
      )}
      <SpotScreen Chart={Chart} Alert={AlertButton} />
      {touring && (
        <LazyDialog close={end} open={begin}>
          <Tour onClose={end} />
        </LazyDialog>
      )}
    </TradingNumbers>
  );
}
