// Every list, panel and page has four states: loading, empty, failed, and its content.
import type { ReactNode } from "react";
import { ApiError, mayPass } from "../lib/api";
import { cx } from "../lib/cx";
import { t } from "../lib/i18n";
import { Button } from "./button";
import { Icon } from "./icons";
import styles from "./states.module.css";

export { EmptyState, Skeleton, SpreadFigure } from "./placeholders";

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
      <p className={styles.title}>{props.title ?? t("shell.load_failed")}</p>
      <p className={styles.text}>{props.text ?? hintOf(props.error)}</p>
      {props.onRetry && (
        <div className={styles.action}>
          <Button look="secondary" onClick={props.onRetry}>
            {t("shell.try_again")}
          </Button>
        </div>
      )}
      {reference && <p className={styles.reference}>{t("common.reference", { id: reference })}</p>}
    </div>
  );
}
