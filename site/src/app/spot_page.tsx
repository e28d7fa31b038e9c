// The trading screen with its chart: the app joins the two features.
import { ChartPanel } from "../features/chart/chart_panel";
import { SpotScreen } from "../features/spot/spot_screen";

export default function SpotPage() {
  return <SpotScreen Chart={ChartPanel} />;
}
