import { Component, type ReactNode } from "react";
import { t } from "../lib/i18n";
import { forgetFailures } from "../lib/lazy_part";
import { Button, IconButton, TextButton } from "./button";
import { Icon } from "./icons";
import { EmptyState } from "./placeholders";
import styles from "./states.module.css";
import { closeToast, toast } from "./toast";

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

/** In the place of a part of the page. */
export const PartFailed = () => (
  <div role="alert" className={styles.part}>
    <p>{t("shell.load_failed")}</p>
    <p>{t("shell.load_failed_hint")}</p>
    <TextButton onClick={tryAgain}>{t("shell.try_again")}</TextButton>
  </div>
);

/** In the place of a part that is no larger than an icon. */
export const IconFailed = () => (
  <IconButton label={`${t("shell.load_failed")}: ${t("shell.try_again")}`} onClick={tryAgain}>
    <Icon name="unplug" size={18} />
  </IconButton>
);

const failed = new Set<Failure>();
/** There is one for all that fails. */
const noticeId = 0;

/** Whatever has failed is shown anew, and what it is missing is fetched. */
export function tryAgain(): void {
  closeToast(noticeId);
  failed.forEach((part) => part.setState({ failed: false }));
  failed.clear();
}

export interface FailureProps {
  /** Stands in the place of what failed. Where nothing does, a notice says that it has failed. */
  instead?: ReactNode;
  onFail?: (() => void) | undefined;
  /** What that notice's "Try again" has to do besides. */
  again?: (() => void) | undefined;
  children: ReactNode;
}

/** Catches what a part of the page throws, also when its code could not be fetched. */
export class Failure extends Component<FailureProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    const { instead, onFail, again } = this.props;
    // The report's code is not of the first view: lib/failure_report.ts hears of it.
    dispatchEvent(new ErrorEvent("caught", { error }));
    failed.add(this);
    forgetFailures();
    onFail?.();
    if (instead) return;
    toast({
      id: noticeId,
      tone: "error",
      title: t("shell.load_failed"),
      text: t("shell.load_failed_hint"),
      action: {
        label: t("shell.try_again"),
        act: () => {
          tryAgain();
          again?.();
        },
      },
    });
  }

  override componentWillUnmount() {
    failed.delete(this);
  }

  override render() {
    const { instead, children } = this.props;
    return this.state.failed ? instead : children;
  }
}
