// Every list, panel and page has four states: loading, empty, failed, and its content.
import type { ReactNode } from "react";
import { ApiError, mayPass } from "../lib/api";
import { cx } from "../lib/cx";
import { t } from "../lib/i18n";
import { Button } from "./button";
import { Icon } from "./icons";
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

/** Only what may pass is asked for again; a refusal says itself why. */
function hintOf(error: unknown): string {
  if (error instanceof ApiError && !mayPass(error)) return error.sentence;
  return t("common.load_failed_hint");
}

/** What failed, that nothing is lost, a way to try again, and the request's number for support. */
export function ErrorState(props: {
  title?: string;
  text?: ReactNode;
  error?: unknown;
  onRetry?: (() => void) | undefined;
  compact?: boolean;
}) {
  const reference = props.error instanceof ApiError ? props.error.requestId : undefined;
  return (
    <div role="alert" className={cx(styles.state, props.compact && styles.compact)}>
      <Icon name="unplug" size={28} className={styles.plug} />
      <p className={styles.title}>{props.title ?? t("common.load_failed")}</p>
      <p className={styles.text}>{props.text ?? hintOf(props.error)}</p>
      {props.onRetry && (
        <div className={styles.action}>
          <Button look="secondary" onClick={props.onRetry}>
            {t("common.try_again")}
          </Button>
        </div>
      )}
      {reference && <p className={styles.reference}>{t("common.reference", { id: reference })}</p>}
    </div>
  );
}
