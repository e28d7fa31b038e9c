import type { ReactNode } from "react";
import { cx } from "../lib/cx";
import styles from "./chip.module.css";

/** 20 px high, for states inside lists: Unverified, Confirming, a level. */
export function Chip(props: {
  tone?: "neutral" | "accent" | "up" | "down" | "warning";
  children: ReactNode;
}) {
  const tone = props.tone ?? "neutral";
  return (
    <span className={cx(styles.chip, tone !== "neutral" && styles[tone])}>{props.children}</span>
  );
}

/** 24 px high and outlined, for the state of the whole page: Simulated market, Demo. */
export function Pill(props: {
  tone?: "neutral" | "accent" | "warning";
  dot?: boolean;
  children: ReactNode;
}) {
  const tone = props.tone ?? "neutral";
  return (
    <span className={cx(styles.pill, tone !== "neutral" && styles[`pill-${tone}`])}>
      {props.dot && <span className={styles.dot} aria-hidden="true" />}
      {props.children}
    </span>
  );
}
