// The one form behind both password pages and both full-screen dialogs.
import { useState, type FormEvent } from "react";
import { t } from "../../../lib/i18n";
import { current_session } from "../../../lib/session";
import { lacks_code, type Proof } from "../../../lib/step_up";
import { Button } from "../../../ui/button";
import { PasswordInput } from "../../../ui/input";
import { PasswordMeter } from "../../../ui/password_meter";
import { useStepUp } from "../../../ui/step_up_dialog";
import {
  change_password,
  change_transaction_password,
  useChange,
  type PasswordAnswer,
} from "../api";
import { about, is_beside_field, tell_failed, tell_password } from "../notices";
import { password_problems, shortest_password, type PasswordFields } from "../rules";
import styles from "./account.module.css";

const login_texts = {
  old: "account.old_password",
  fresh: "account.new_password",
  again: "account.confirm_new_password",
  hint: "account.password_hint",
  wrong_old: "account.invalid_old_password",
  done: "account.password_changed",
  act: "account.change_password",
  field: "password",
  act_name: "change_password",
} as const;

const transaction_texts = {
  old: "account.old_transaction_password",
  fresh: "account.new_transaction_password",
  again: "account.confirm_new_transaction_password",
  hint: "account.transaction_hint",
  wrong_old: "account.old_dont_match",
  done: "account.passwords_set",
  act: "account.change_transaction_password",
  field: "transactionPassword",
  act_name: "change_transaction_password",
} as const;

interface PasswordFormProps {
  which: "login" | "transaction";
  on_done: () => void;
}

const nothing: PasswordFields = { old: "", fresh: "", again: "" };

export function PasswordForm({ which, on_done }: PasswordFormProps) {
  const texts = which === "login" ? login_texts : transaction_texts;
  const change = useChange(which === "login" ? change_password : change_transaction_password);
  const step_up = useStepUp();
  const [given, set_given] = useState(nothing);
  const [shown, show] = useState(false);
  const [wrong_old, set_wrong_old] = useState(false);
  const rules = { shortest: shortest_password[which], email: current_session()?.user.email };
  const problems = password_problems(given, rules);

  const set = (field: keyof PasswordFields) => (value: string) => {
    set_given((before) => ({ ...before, [field]: value }));
    if (field === "old") set_wrong_old(false);
    change.reset();
  };
  const answered = ({ message }: PasswordAnswer) => {
    step_up.close();
    if (message === "saved") {
      tell_password("success", texts.done);
      return on_done();
    }
    if (message === "dont_match") set_wrong_old(true);
    tell_password("error", message === "dont_match" ? texts.wrong_old : "account.recently_used");
  };
  const save = async (proof?: Proof) => {
    const { old, fresh } = given;
    try {
      answered(await change.mutateAsync({ old, fresh, ...(proof && { proof }) }));
    } catch (error) {
      if (!is_beside_field(error, [texts.field])) throw error;
      step_up.close();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (Object.keys(problems).length > 0 || change.isPending) return;
    // A wrong old password is said before anybody is asked for a code.
    save().catch((error: unknown) => {
      const factor = lacks_code(error);
      if (!factor) return tell_failed(error);
      step_up.ask({ act: texts.act_name, confirm: t(texts.act), factor, work: save });
    });
  };
  const error_of = (field: keyof PasswordFields) => {
    const problem = shown ? problems[field] : undefined;
    return problem && t(problem, { count: rules.shortest });
  };
  const old_error = error_of("old") ?? (wrong_old ? t(texts.wrong_old) : undefined);
  return (
    <>
      <form className={styles.form} noValidate onSubmit={submit}>
        <PasswordInput
          size="l"
          label={t(texts.old)}
          value={given.old}
          on_value={set("old")}
          error={old_error}
          autoComplete={which === "login" ? "current-password" : "off"}
        />
        <PasswordInput
          size="l"
          label={t(texts.fresh)}
          value={given.fresh}
          on_value={set("fresh")}
          error={error_of("fresh") ?? about(change.error, texts.field)}
          hint={<PasswordMeter password={given.fresh} hint={t(texts.hint)} {...rules} />}
          autoComplete={which === "login" ? "new-password" : "off"}
        />
        <PasswordInput
          size="l"
          label={t(texts.again)}
          value={given.again}
          on_value={set("again")}
          error={error_of("again")}
          autoComplete={which === "login" ? "new-password" : "off"}
        />
        <p className={styles.note}>{t("account.password_note")}</p>
        <Button type="submit" look="primary" size="xl" wide busy={change.isPending}>
          {t(texts.act)}
        </Button>
      </form>
      {step_up.dialog}
    </>
  );
}
