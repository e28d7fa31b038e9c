// Which time frame is drawn: all in a row, and where a row has no room for them the seldom ones in a
// list behind it.
import { useLayoutEffect, useRef, useState } from "react";
import { cx } from "../../lib/cx";
import { t } from "../../lib/i18n";
import { Segment } from "../../ui/tabs";
import styles from "./chart.module.css";
import { isFrame, type Frame } from "./frames";

const seldom: ReadonlySet<Frame> = new Set(["15min", "30min", "1W", "1M"]);

/** Whether the row around an element is narrower than that; false until its width is known. */
function useNarrowRow(leastPx: number) {
  const place = useRef<HTMLDivElement>(null);
  const [narrow, set] = useState(false);
  useLayoutEffect(() => {
    const row = place.current?.parentElement;
    if (!row) return undefined;
    const look = () => set(row.clientWidth > 0 && row.clientWidth < leastPx);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(row);
    return () => observer.disconnect();
  }, [leastPx]);
  return { place, narrow };
}

export function Frames(props: {
  offered: readonly Frame[];
  frame: Frame;
  choose: (frame: Frame) => void;
  /** So wide is a row that holds all of them and what stands beside them. */
  leastPx: number;
}) {
  const { offered, frame, choose } = props;
  const { place, narrow } = useNarrowRow(props.leastPx);
  const others = narrow ? offered.filter((id) => seldom.has(id)) : [];
  return (
    <div ref={place} className={styles.frames}>
      <Segment
        label={t("chart.frames")}
        items={offered
          .filter((id) => !others.includes(id))
          .map((id) => ({ id, label: t(`chart.frame_${id}`) }))}
        value={frame}
        onValue={choose}
        small
        className={styles["frames-row"]}
      />
      {others.length > 0 && (
        <select
          aria-label={t("chart.more_frames")}
          className={cx(styles["frames-more"], seldom.has(frame) && styles["frames-chosen"])}
          value={seldom.has(frame) ? frame : ""}
          onChange={({ target }) => {
            if (isFrame(target.value)) choose(target.value);
          }}
        >
          <option value="" disabled hidden>
            …
          </option>
          {others.map((id) => (
            <option key={id} value={id}>
              {t(`chart.frame_${id}`)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
