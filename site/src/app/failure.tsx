import { Component, type ReactNode } from "react";
import { t } from "../lib/i18n";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/placeholders";
import styles from "./layout.module.css";

/**
 * Catches what a page throws, also when its code could not be fetched after a new release. `quiet`: a
 * part without which the page is whole is left out.
 */
export class Failure extends Component<
  { quiet?: boolean; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.quiet) return null;
    return (
      <div role="alert" className={styles.failure}>
        <EmptyState
          page
          title={t("shell.page_failed")}
          text={t("shell.page_failed_text")}
          action={<Button onClick={() => location.reload()}>{t("shell.reload")}</Button>}
        />
      </div>
    );
  }
}
