// The chart, the depth of the book, or what is known of the coin: one of the three.
import { useState } from "react";
import { t } from "../../lib/i18n";
import { Segment } from "../../ui/tabs";
import { panelProps } from "./book_and_trades";
import { ChartOf, type ChartType } from "./chart_of";
import { DepthPanel } from "./depth_panel";
import type { Shown } from "./market";
import { OverviewPanel } from "./overview_panel";
import styles from "./spot.module.css";

const views = ["chart", "depth", "overview"] as const;
type View = (typeof views)[number];

export function Center({ shown, Chart }: { shown: Shown; Chart: ChartType }) {
  const [view, setView] = useState<View>("chart");
  const choice = (
    <Segment
      label={t("spot.view")}
      items={views.map((id) => ({ id, label: t(`spot.view_${id}`) }))}
      value={view}
      onValue={setView}
      small
      className={styles.views}
    />
  );
  if (view === "chart") {
    return (
      <div className={styles.chart} data-tour="chart">
        <ChartOf shown={shown} Chart={Chart} end={choice} />
      </div>
    );
  }
  return (
    <section className={styles.center} aria-label={t(`spot.view_${view}`)}>
      <div className={styles["center-head"]}>{choice}</div>
      {view === "depth" ? (
        <DepthPanel {...panelProps(shown)} />
      ) : (
        <OverviewPanel coin={shown.coin} name={shown.pair?.full_name} image={shown.pair?.image} />
      )}
    </section>
  );
}
