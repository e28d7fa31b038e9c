// What can be done once an authenticator app is on: new recovery codes, or removing it.
import { useState } from "react";
import { formatTime } from "../../../lib/format";
import { currentLanguage, sentences, t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { StepUpDialog } from "../../../ui/step_up_dialog";
import { lookAgain, removeTwoFactor, renewRecoveryCodes, useTwoFactor } from "../api";
import { tellDone } from "../notices";
import styles from "./account.module.css";
import { RecoveryCodes } from "./recovery_codes";

type Act = "codes" | "remove";

function Choice(props: { onChoose: (act: Act) => void }) {
  const state = useTwoFactor().data;
  return (
    <div className={styles.dialog}>
      <p className={styles["dialog-text"]}>
        {sentences(
          t("account.manage_text", {
            date: formatTime(state?.since, "date", currentLanguage()),
          }),
          state && t("account.authenticator_left", { count: state.recovery_codes_left }),
        )}
      </p>
      <Button look="outline" size="l" wide onClick={() => props.onChoose("codes")}>
        {t("account.manage_codes")}
      </Button>
      <Button look="outline" size="l" wide onClick={() => props.onChoose("remove")}>
        {t("account.manage_remove")}
      </Button>
    </div>
  );
}

export function TwoFactorManage(props: { email: string; onClose: () => void }) {
  const [act, setAct] = useState<Act>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (act === "codes" && !codes) {
    return (
      <StepUpDialog
        act="recovery_codes"
        title={t("account.manage_codes")}
        text={t("account.manage_codes_text")}
        factor="app"
        password="login"
        confirm={t("account.make_codes")}
        onClose={props.onClose}
        work={async (proof) => {
          setCodes((await renewRecoveryCodes(proof)).recovery_codes);
          void lookAgain();
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
        onClose={props.onClose}
        work={async (proof) => {
          await removeTwoFactor(proof);
          void lookAgain();
          tellDone("account.removed");
          props.onClose();
        }}
      />
    );
  }
  const title = t(codes ? "account.recovery_title" : "account.manage_title");
  return (
    <Dialog open onClose={props.onClose} title={title} keepOnScrim={codes !== undefined}>
      {codes ? (
        <RecoveryCodes codes={codes} email={props.email} onDone={props.onClose} />
      ) : (
        <Choice onChoose={setAct} />
      )}
    </Dialog>
  );
}
