// Which time frame is drawn: all in a row, and where a row has no room for them the seldom ones in a
// list behind it.
import { cx } from "../../lib/cx";
import { t } from "../../lib/i18n";
import { Segment } from "../../ui/tabs";
import styles from "./chart.module.css";
import { is_frame, type Frame } from "./frames";

const seldom: ReadonlySet<Frame> = new Set(["15min", "30min", "1W", "1M"]);

export function Frames(props: {
  offered: readonly Frame[];
  frame: Frame;
  choose: (frame: Frame) => void;
}) {
  const { offered, frame, choose } = props;
  const row = (list: readonly Frame[], className: string | undefined) => (
    <Segment
      label={t("chart.frames")}
      items={list.map((id) => ({ id, label: t(`chart.frame_${id}`) }))}
      value={frame}
      on_value={choose}
      small
      className={cx(styles.frames, className)}
    />
  );
  const others = offered.filter((id) => seldom.has(id));
  if (others.length === 0) return row(offered, undefined);
  return (
    <>
      {row(offered, styles["frames-all"])}
      {row(
        offered.filter((id) => !seldom.has(id)),
        styles["frames-few"],
      )}
      <select
        aria-label={t("chart.more_frames")}
        className={cx(styles["frames-more"], seldom.has(frame) && styles["frames-chosen"])}
        value={seldom.has(frame) ? frame : ""}
        onChange={({ target }) => {
          if (is_frame(target.value)) choose(target.value);
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
    </>
  );
}
