// The trading screen with its chart and alerts: the app joins the features.
import { useNavigate } from "react-router";
import { AlertButton } from "../features/alerts/alert_button";
import { ChartPanel, type ChartPanelProps } from "../features/chart/chart_panel";
import { SpotScreen } from "../features/spot/spot_screen";

const quote = "USDT";

function Chart(props: ChartPanelProps) {
  const navigate = useNavigate();
  const show = (symbol: string) =>
    void navigate(`/trades/trade-chart/${symbol.slice(0, -quote.length)}`);
  return <ChartPanel {...props} on_symbol={show} />;
}

export default function SpotPage() {
  return <SpotScreen Chart={Chart} Alert={AlertButton} />;
}
