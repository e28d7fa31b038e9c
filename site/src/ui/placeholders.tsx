// What stands where content will come or where there is none; failures are in ui/states.
import type { ReactNode } from "react";
import { cx } from "../lib/cx";
import styles from "./states.module.css";

/** A grey bar in the place and size of what will come; it appears after 200 ms. */
export function Skeleton(props: {
  width?: number | string;
  height?: number;
  round?: boolean;
  className?: string | undefined;
}) {
  const { width = "100%", height = 12, round } = props;
  return (
    <span
      aria-hidden="true"
      className={cx(styles.skeleton, props.className)}
      style={{ width, height, borderRadius: round ? "50%" : undefined }}
    />
  );
}

const hairlines = [48, 36, 26, 18, 12, 8, 6, 0, 6, 8, 12, 18, 26, 36, 48];

/** The brand's figure in small: a depth curve in hairlines, the accent at the spread. */
export function SpreadFigure() {
  return (
    <svg width="86" height="50" viewBox="0 0 86 50" aria-hidden="true" className={styles.figure}>
      {hairlines.map((height, index) => (
        <line
          key={index}
          x1={1 + index * 6}
          x2={1 + index * 6}
          y1={49 - height}
          y2={49}
          stroke="currentColor"
          strokeWidth="1.5"
        />
      ))}
      <line x1="43" x2="43" y1="28" y2="49" stroke="var(--accent)" strokeWidth="1.25" />
      <circle cx="43" cy="25" r="2.75" fill="none" stroke="var(--accent)" strokeWidth="1.25" />
    </svg>
  );
}

export function EmptyState(props: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  compact?: boolean;
  /** The state is the whole page, and its title the page's heading. */
  page?: boolean;
}) {
  const Title = props.page ? "h1" : "p";
  return (
    <div className={cx(styles.state, props.compact && styles.compact, props.page && styles.page)}>
      <SpreadFigure />
      <Title className={styles.title}>{props.title}</Title>
      {props.text && <p className={styles.text}>{props.text}</p>}
      {props.action && <div className={styles.action}>{props.action}</div>}
    </div>
  );
}
