// What keeps a withdrawal back: as a sentence on the page, and as an alert at the press.
import { formatTime } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import { Button, LinkButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Notice } from "../../ui/notice";
import type { Limits } from "./api";
import { obstacle, type Alert, type wayOf } from "./rules";
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

function textOf(about: Alert, limits: Limits): string {
  if (about === "restricted") {
    const period = limits.restricted?.text ?? "";
    if (period === "") return t("withdraw.restricted_text_open");
    return t("withdraw.restricted_text", { period });
  }
  if (about === "resting") {
    const time = formatTime(limits.rests_until, "full", currentLanguage());
    return t("withdraw.resting_text", { time });
  }
  return t(`withdraw.${about}_text`);
}

export function AlertDialog(props: { about: Alert; limits: Limits; onClose: () => void }) {
  const { about, limits, onClose } = props;
  return (
    <Dialog open onClose={onClose} title={t(titles[about])}>
      <p className={styles.alert} role="alert">
        {textOf(about, limits)}
      </p>
      <DialogActions>
        {about === "not_saved" && (
          <LinkButton to="/account/security" look="outline" size="l">
            {t("withdraw.manage")}
          </LinkButton>
        )}
        <Button look="primary" size="l" onClick={onClose}>
          {t("withdraw.understood")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Said before anybody fills in the form. */
export function ObstacleNotice(props: {
  limits: Limits;
  way: ReturnType<typeof wayOf>;
  paused: boolean;
}) {
  const { limits, way, paused } = props;
  const found = obstacle(limits, way, paused, Date.now());
  if (!found) return null;
  return (
    <Notice tone={found === "restricted" ? "error" : "warning"} className={styles.obstacle}>
      {textOf(found, limits)}
    </Notice>
  );
}
