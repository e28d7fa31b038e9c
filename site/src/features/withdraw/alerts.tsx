// What keeps a withdrawal back: as a sentence on the page, and as an alert at the press.
import { format_time } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
import { Button, LinkButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Notice } from "../../ui/notice";
import type { Limits } from "./api";
import { obstacle, type Alert, type way_of } from "./rules";
import styles from "./withdraw.module.css";

const titles = {
  fraudulent: "withdraw.alert",
  restricted: "withdraw.restricted_title",
  audit: "withdraw.audit_title",
  paused: "withdraw.paused_title",
  resting: "withdraw.resting_title",
  closed: "withdraw.closed_title",
  not_saved: "withdraw.not_saved_title",
} as const;

function text_of(about: Alert, limits: Limits): string {
  if (about === "restricted") {
    const period = limits.restricted?.text ?? "";
    if (period === "") return t("withdraw.restricted_text_open");
    return t("withdraw.restricted_text", { period });
  }
  if (about === "resting") {
    const time = format_time(limits.rests_until, "full", current_language());
    return t("withdraw.resting_text", { time });
  }
  return t(`withdraw.${about}_text`);
}

export function AlertDialog(props: { about: Alert; limits: Limits; on_close: () => void }) {
  const { about, limits, on_close } = props;
  return (
    <Dialog open on_close={on_close} title={t(titles[about])}>
      <p className={styles.alert} role="alert">
        {text_of(about, limits)}
      </p>
      <DialogActions>
        {about === "not_saved" && (
          <LinkButton to="/account/security" look="outline" size="l">
            {t("withdraw.manage")}
          </LinkButton>
        )}
        <Button look="primary" size="l" onClick={on_close}>
          {t("withdraw.understood")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Said before anybody fills in the form. */
export function ObstacleNotice(props: {
  limits: Limits;
  way: ReturnType<typeof way_of>;
  paused: boolean;
}) {
  const { limits, way, paused } = props;
  const found = obstacle(limits, way, paused, Date.now());
  if (!found) return null;
  return (
    <Notice tone={found === "restricted" ? "error" : "warning"} className={styles.obstacle}>
      {text_of(found, limits)}
    </Notice>
  );
}
