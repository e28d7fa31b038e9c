// The futures screen with its chart: the app joins the features.
import { ChartPanel } from "../features/chart/chart_panel";
import { FuturesScreen } from "../features/futures/futures_screen";
import { TradingNumbers } from "../ui/number";

export default function FuturesPage() {
  return (
    <TradingNumbers value={true}>
      <FuturesScreen Chart={ChartPanel} />
    </TradingNumbers>
  );
}
