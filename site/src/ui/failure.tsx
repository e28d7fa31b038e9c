import { Component, type ReactNode } from "react";
import { t } from "../lib/i18n";
import { Button } from "./button";
import { EmptyState } from "./placeholders";
import styles from "./states.module.css";

/** In the place of a page that could not be opened. */
export const PageFailed = () => (
  <div role="alert" className={styles["whole-page"]}>
    <EmptyState
      page
      title={t("shell.page_failed")}
      text={t("shell.page_failed_text")}
      action={<Button onClick={() => location.reload()}>{t("shell.reload")}</Button>}
    />
  </div>
);

interface FailureProps {
  /** Stands in the place of a part without which the page is whole; without it, the page's error. */
  instead?: ReactNode;
  onFail?: (() => void) | undefined;
  children: ReactNode;
}

/** Catches what a page throws, also when its code could not be fetched after a new release. */
export class Failure extends Component<FailureProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFail?.();
  }

  override render() {
    const { instead = <PageFailed />, children } = this.props;
    return this.state.failed ? instead : children;
  }
}
