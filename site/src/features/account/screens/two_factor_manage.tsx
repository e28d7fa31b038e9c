// What can be done once an authenticator app is on: new recovery codes, or removing it.
import { useState } from "react";
import { format_time } from "../../../lib/format";
import { current_language, sentences, t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { StepUpDialog } from "../../../ui/step_up_dialog";
import { look_again, remove_two_factor, renew_recovery_codes, useTwoFactor } from "../api";
import { tell_done } from "../notices";
import styles from "./account.module.css";
import { RecoveryCodes } from "./recovery_codes";

type Act = "codes" | "remove";

function Choice(props: { on_choose: (act: Act) => void }) {
  const state = useTwoFactor().data;
  return (
    <div className={styles.dialog}>
      <p className={styles["dialog-text"]}>
        {sentences(
          t("account.manage_text", {
            date: format_time(state?.since, "date", current_language()),
          }),
          state && t("account.authenticator_left", { count: state.recovery_codes_left }),
        )}
      </p>
      <Button look="outline" size="l" wide onClick={() => props.on_choose("codes")}>
        {t("account.manage_codes")}
      </Button>
      <Button look="outline" size="l" wide onClick={() => props.on_choose("remove")}>
        {t("account.manage_remove")}
      </Button>
    </div>
  );
}

export function TwoFactorManage(props: { email: string; on_close: () => void }) {
  const [act, set_act] = useState<Act>();
  const [codes, set_codes] = useState<readonly string[]>();
  if (act === "codes" && !codes) {
    return (
      <StepUpDialog
        act="recovery_codes"
        title={t("account.manage_codes")}
        text={t("account.manage_codes_text")}
        factor="app"
        password="login"
        confirm={t("account.make_codes")}
        on_close={props.on_close}
        work={async (proof) => {
          set_codes((await renew_recovery_codes(proof)).recovery_codes);
          void look_again();
        }}
      />
    );
  }
  if (act === "remove") {
    return (
      <StepUpDialog
        act="two_factor_off"
        title={t("account.manage_remove")}
        text={t("account.manage_remove_text")}
        factor="app"
        password="login"
        confirm={t("account.remove")}
        on_close={props.on_close}
        work={async (proof) => {
          await remove_two_factor(proof);
          void look_again();
          tell_done("account.removed");
          props.on_close();
        }}
      />
    );
  }
  const title = t(codes ? "account.recovery_title" : "account.manage_title");
  return (
    <Dialog open on_close={props.on_close} title={title} keep_on_scrim={codes !== undefined}>
      {codes ? (
        <RecoveryCodes codes={codes} email={props.email} on_done={props.on_close} />
      ) : (
        <Choice on_choose={set_act} />
      )}
    </Dialog>
  );
}
