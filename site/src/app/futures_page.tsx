// The futures screen with its chart: the app joins the features.
import { ChartPanel } from "../features/chart/chart_panel";
import { FuturesScreen } from "../features/futures/futures_screen";

export default function FuturesPage() {
  return <FuturesScreen Chart={ChartPanel} />;
}
