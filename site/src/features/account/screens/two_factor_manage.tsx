// What can be done once an authenticator app is on: new recovery codes, or removing it.
import { useState, type FormEvent } from "react";
import { format_time } from "../../../lib/format";
import { current_language, sentences, t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Input, PasswordInput } from "../../../ui/input";
import { remove_two_factor, renew_recovery_codes, useChange, useTwoFactor } from "../api";
import { about, is_beside_field, tell_done, tell_failed } from "../notices";
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

/** The password and a code: what both acts need. */
function BothForm(props: {
  text: string;
  act: string;
  on_close: () => void;
  on_both: (given: { password: string; code: string }) => Promise<void>;
}) {
  const [password, set_password] = useState("");
  const [code, set_code] = useState("");
  const [shown, show] = useState(false);
  const change = useChange(props.on_both);
  const required = (value: string) =>
    shown && value === "" ? t("account.field_required") : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (password === "" || code === "" || change.isPending) return;
    change.mutate(
      { password, code },
      {
        onError: (error) => {
          if (!is_beside_field(error, ["password", "code"])) tell_failed(error);
        },
      },
    );
  };
  return (
    <form className={styles.dialog} noValidate onSubmit={submit}>
      <p className={styles["dialog-text"]}>{props.text}</p>
      <PasswordInput
        label={t("account.login_password")}
        value={password}
        on_value={(value) => {
          set_password(value);
          change.reset();
        }}
        error={about(change.error, "password") ?? required(password)}
      />
      <Input
        label={t("account.app_code")}
        value={code}
        on_value={(value) => {
          set_code(value);
          change.reset();
        }}
        autoComplete="one-time-code"
        error={about(change.error, "code") ?? required(code)}
      />
      <DialogActions>
        <Button look="outline" size="l" onClick={props.on_close}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" look="primary" size="l" busy={change.isPending}>
          {props.act}
        </Button>
      </DialogActions>
    </form>
  );
}

export function TwoFactorManage(props: { email: string; on_close: () => void }) {
  const [act, set_act] = useState<Act>();
  const [codes, set_codes] = useState<readonly string[]>();
  const title = t(
    codes
      ? "account.recovery_title"
      : act === "codes"
        ? "account.manage_codes"
        : act === "remove"
          ? "account.manage_remove"
          : "account.manage_title",
  );
  return (
    <Dialog open on_close={props.on_close} title={title} keep_on_scrim={act !== undefined}>
      {codes ? (
        <RecoveryCodes codes={codes} email={props.email} on_done={props.on_close} />
      ) : act === "codes" ? (
        <BothForm
          text={t("account.manage_codes_text")}
          act={t("account.make_codes")}
          on_close={props.on_close}
          on_both={async (given) => set_codes((await renew_recovery_codes(given)).recovery_codes)}
        />
      ) : act === "remove" ? (
        <BothForm
          text={t("account.manage_remove_text")}
          act={t("account.remove")}
          on_close={props.on_close}
          on_both={async (given) => {
            await remove_two_factor(given);
            tell_done("account.removed");
            props.on_close();
          }}
        />
      ) : (
        <Choice on_choose={set_act} />
      )}
    </Dialog>
  );
}
